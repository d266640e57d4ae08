"""The table in the browser: HTTP and live API, and the built page."""

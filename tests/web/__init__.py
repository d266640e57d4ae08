"""Tests of the server, against the real application: uvicorn, WebSockets, SQLite, the real rules."""

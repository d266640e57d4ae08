"""The games that come with Arbitro; each is reached by its entry point only."""

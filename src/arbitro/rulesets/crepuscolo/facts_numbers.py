"""Facts: what passive abilities read."""

"""Facts: attacks and moves."""

"""Facts: dice and tokens."""

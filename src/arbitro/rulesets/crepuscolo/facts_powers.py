"""Facts: powers."""

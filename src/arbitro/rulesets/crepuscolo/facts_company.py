"""Facts: equipment and arrivals."""

"""Facts: points, lines, arcs and pieces of the table."""

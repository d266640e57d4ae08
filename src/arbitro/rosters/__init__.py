"""Companies on paper, in files."""

"""The program `arbitro`: what people type, read and answer in a terminal."""

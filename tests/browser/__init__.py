"""The page as people use it: a real `arbitro serve`, a real Chromium, no stand-in for either."""

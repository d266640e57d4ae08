"""Battle reports: a journal as a film that can be stopped anywhere, and as a page to keep."""

from arbitro.reports.film import Film, Line, Luck, Scene, first_of, scenes_of, titled
from arbitro.reports.page import die, report
from arbitro.reports.words import say

__all__ = ["Film", "Line", "Luck", "Scene", "die", "first_of", "report", "say", "scenes_of", "titled"]

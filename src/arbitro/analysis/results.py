"""Results files: JSON lines, the plan first, then one line for each battle in order.

A line is written when its battle and all before it are done, so that the file is at any time the beginning of the
whole one. Whoever goes on with it cuts a torn last line off and plays on; the bytes come out the same.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

import msgspec

from arbitro.analysis.battles import Outcome, Plan
from arbitro.analysis.words import AnalysisError

FORMAT = 1
LONGEST = 64 << 20
"""Bytes of a plan; what has a longer first line holds no results."""


class ResultsError(AnalysisError):
    """A file that holds no results, or not what was asked for.

    Codes: ``not_results``, ``newer``, ``damaged``, ``no_battle``.
    """


class Results:
    """The plan and the outcomes of a results file.

    ``whole`` is the number of bytes up to the last whole line.
    """

    def __init__(self, plan: Plan, outcomes: list[Outcome], whole: int = 0) -> None:
        self.plan, self.outcomes, self.whole = plan, outcomes, whole

    @classmethod
    def read(cls, path: Path) -> Results:
        """What a file holds; a last line that was never finished is passed over.

        Raises:
            OSError: if it cannot be read.
            ResultsError: if it holds no results, or a line in the midst is damaged.
        """
        with path.open("rb") as file:
            head = file.readline(LONGEST)
            try:
                plan = msgspec.json.decode(head if head.endswith(b"\n") else b"", type=Plan)
            except (msgspec.DecodeError, RecursionError) as error:
                raise ResultsError("not_results", file=str(path)) from error
            if plan.format > FORMAT:
                raise ResultsError("newer", file=str(path))
            data = head + file.read()
        lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
        decoder = msgspec.json.Decoder(Outcome)
        outcomes = []
        for number, line in enumerate(lines[1:], 2):
            try:
                outcomes.append(decoder.decode(line))
            except msgspec.DecodeError as error:
                raise ResultsError("damaged", file=str(path), line=number) from error
            if outcomes[-1].n != number - 2:
                raise ResultsError("damaged", file=str(path), line=number)
        return cls(plan, outcomes, sum(map(len, lines)))

    def outcome(self, n: int, path: Path) -> Outcome:
        """The outcome of a battle. Raises ResultsError ``no_battle``."""
        if not 0 <= n < len(self.outcomes):
            raise ResultsError("no_battle", file=str(path), battle=n, most=len(self.outcomes) - 1)
        return self.outcomes[n]


class Writer:
    """Writes a results file, line by line; a new one, or from where it stands.

    Args:
        path: the file.
        results: the plan, and what is in the file already.
    """

    def __init__(self, path: Path, results: Results) -> None:
        self.results = results
        self._encoder = msgspec.json.Encoder()
        self._file: IO[bytes] = path.open("r+b" if results.whole else "xb")
        if results.whole:
            self._file.truncate(results.whole)
            self._file.seek(results.whole)
        else:
            self._line(results.plan)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def add(self, outcome: Outcome) -> None:
        """One more battle, the next in order."""
        assert outcome.n == len(self.results.outcomes)
        self.results.outcomes.append(outcome)
        self._line(outcome)

    def _line(self, thing: Plan | Outcome) -> None:
        self._file.write(self._encoder.encode(thing) + b"\n")
        self._file.flush()


__all__ = ["Results", "ResultsError", "Writer"]

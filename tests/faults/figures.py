"""What a scenario has shown, as a line of a table."""

import time
from dataclasses import dataclass, field

from tests.faults.load import SLOW, Asked, Load

COLUMNS = (
    "fault",
    "requests",
    "failed",
    "wrong",
    "in flight",
    "tried again",
    "longest, s",
    "felt for, s",
    "noticed after, s",
    "back after, s",
)


@dataclass
class Figures:
    """One scenario: what was done when, and what clients saw."""

    fault: str
    load: Load
    began: float = field(default_factory=time.monotonic)
    in_flight: int = 0
    """Questions not yet answered when the fault began."""
    tried_again: int = 0
    noticed: float | None = None
    """Seconds until the fault was seen by what has to act on it."""
    back: float | None = None
    """Seconds from the repair until all was as before."""

    def begin(self) -> None:
        """Say that the fault begins now."""
        self.in_flight = self.load.in_flight()
        self.began = time.monotonic()

    def since(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.began

    @property
    def failed(self) -> list[Asked]:
        """The questions that were not answered."""
        return [asked for asked in self.load.asked if asked.failure]

    @property
    def wrong(self) -> list[Asked]:
        """The questions that were answered wrong."""
        return [asked for asked in self.load.asked if asked.wrong]

    def felt(self) -> float:
        """Seconds from the fault to the end of the last question that failed or was slow."""
        troubled = (
            asked.ended - self.began
            for asked in self.load.asked
            if asked.failure or asked.ended - asked.began > SLOW
        )
        return max(troubled, default=0.0)

    def row(self) -> tuple[str, ...]:
        """The figures as texts, one a column."""
        asked = self.load.asked
        longest = max(each.ended - each.began for each in asked)
        return (
            self.fault,
            str(len(asked)),
            str(len(self.failed)),
            str(len(self.wrong)),
            str(self.in_flight),
            str(self.tried_again),
            f"{longest:.1f}",
            f"{max(self.felt(), 0):.1f}",
            "–" if self.noticed is None else f"{self.noticed:.1f}",
            "–" if self.back is None else f"{self.back:.1f}",
        )


def table(rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [COLUMNS, ("---", *["---:"] * (len(COLUMNS) - 1)), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)

"""Rows of the table that `make bench` writes."""

from dataclasses import dataclass

_WITHOUT_EXPONENT = 1000
"""From here on three digits would be written with an exponent."""


@dataclass(frozen=True)
class Row:
    """A figure, and whether it reaches its target, which is a limit on `value`."""

    what: str
    figure: str
    value: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    @property
    def target(self) -> str:
        """The limit in words; empty where there is none."""
        if self.at_least is not None and self.at_most is not None:
            return f"{self.at_least:g} to {self.at_most:g}"
        if self.at_least is not None:
            return f"at least {self.at_least:,g}"
        return "" if self.at_most is None else f"at most {self.at_most:,g}"

    @property
    def verdict(self) -> str:
        """Whether it is kept."""
        if self.value is None or not self.target:
            return ""
        low = self.at_least is None or self.value >= self.at_least
        high = self.at_most is None or self.value <= self.at_most
        return "met" if low and high else "missed"

    def __str__(self) -> str:
        value = "" if self.value is None else f"{self.value:,.3g}"
        if self.value is not None and abs(self.value) >= _WITHOUT_EXPONENT:
            value = f"{self.value:,.0f}"
        return f"| {self.what} | {self.figure} | {value} | {self.target} | {self.verdict} |"


HEAD = "| what | figure | value | target | |\n| --- | --- | ---: | --- | --- |"

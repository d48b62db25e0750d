"""What is wrong with an input, in a form that every caller can put into words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from evaluators.texts import Phrase, phrase

_NO_FACTS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an input: what, where, and the rule it breaks, if it breaks one.

    `facts` are the particulars that the text speaks of (the card, its place, the limits).
    """

    code: str
    text: Phrase
    path: tuple[str | int, ...] = ()
    clauses: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=lambda: _NO_FACTS)

    def at(self, *path: str | int) -> "Fault":
        """The same fault in another place."""
        return replace(self, path=path)

    def below(self, *steps: str | int) -> "Fault":
        """The same fault, seen from further up: its path begins with the given steps."""
        return replace(self, path=(*steps, *self.path))


def fault(
    code: str,
    *path: str | int,
    text: str | None = None,
    clauses: tuple[str, ...] = (),
    facts: Mapping[str, object] = _NO_FACTS,
) -> Fault:
    """A fault with the common text of its code, or the one named by `text`."""
    return Fault(code, phrase("faults", text or code, facts=facts), path, clauses, facts)


def miscounted(
    low: int, high: int, count: int, *, text: str = "wrong-count", clauses: tuple[str, ...] = ()
) -> Fault:
    """The fault of a list that should have `low` to `high` items and has `count`."""
    if low == high:
        text += "-exactly"
    facts = {"min": low, "max": high, "count": count}
    return fault("wrong-count", text=text, clauses=clauses, facts=facts)


class Faults(Exception):  # noqa: N818 - it is a collection of faults, and is named for it
    """Raised with every fault that an input has; never empty."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{'/'.join(map(str, f.path))}: {f.code}" for f in self.faults))

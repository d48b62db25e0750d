"""What a search for breaches finds."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from evaluators.actions import Action
from evaluators.dealing import Chance
from evaluators.game import Move, Refusal
from evaluators.record import Doubt, Position
from evaluators.refusing import OVER
from evaluators.replay import Foresight, Refused

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Cure:
    """What the rules provide for a breach; `by`: who may choose among the `choices`.

    `code` is the remedy's name, by which its text is found. `clauses` are ids.
    """

    code: str
    choices: tuple[str, ...]
    by: str | None = None
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding(Generic[P]):
    """What an action that is not allowed comes to.

    `after`: where the deal went on, or what became of it if it `stops` here; None: unknown.
    `cure` tells the remedy once the end of the record is known. `played`: where the table went on
    if it did not stop here as it should have; None: as in `after`.
    """

    refusal: Refusal
    after: P | None = None
    stops: bool = False
    cure: Callable[[P], Cure | None] = lambda _: None
    played: P | None = None


def unjudged(refused: Refused) -> Finding[Any]:
    """Of most actions that are not allowed nobody can say how play went on."""
    return Finding(refused.refusal)


def went_on(
    judge: Callable[[Refused], Finding[P]], refused: Refused, *, at_table: bool = False
) -> P:
    """Where a deal went on after an action that is not allowed; raises if nobody can say.

    `at_table`: even though it should have stopped here.
    """
    finding = judge(refused)
    after = (finding.played if at_table else None) or finding.after
    if after is None:
        raise refused
    return after


@dataclass(frozen=True, slots=True)
class Found(Generic[P]):
    """A finding with its place: the action, from 0, who acted, and the position before it.

    `action`: None if it could not be read. `noticed`: nothing refused it.
    """

    index: int
    player: str | None
    action: Action | None
    position: P
    finding: Finding[P]
    noticed: bool = False

    def legal_instead(self) -> tuple[Move, ...]:
        """What would have been allowed in its place."""
        return () if self.noticed else self.position.legal()


@dataclass
class Inquiry(Generic[P]):
    """What a record comes to.

    `positions[n]` is the position before action n, as far as the record could be followed.
    `stopped_at`: the action at which that ended. `foresight`: where cards are unseen.
    """

    players: tuple[str, ...]
    actions: tuple[Action | Refusal, ...]
    chance: Chance
    foresight: Foresight | None = None
    positions: list[P] = field(default_factory=list)
    found: list[Found[P]] = field(default_factory=list)
    stopped_at: int | None = None

    @property
    def last(self) -> P:
        """Where the deal stands in the end."""
        return self.positions[-1]

    def breach_at(self, index: int) -> Found[P] | None:
        """The first breach found at an action."""
        return next((each for each in self.found if each.index == index), None)

    def in_doubt(self, found: Found[P]) -> tuple[Doubt, ...]:
        """The doubts on which it rests that an action was what it was found to be, if any.

        They are whether the deal was over; that it was is certain if only the action before leaves
        open how, and so it is that what is no action was none.
        """
        alike = found.finding.refusal.code == OVER or found.action is None
        sure = alike and not self.positions[max(0, found.index - 1)].ends
        return () if sure else self.positions[found.index].ends

    def is_anyway(self, found: Found[P]) -> bool:
        """Whether an action was a breach also if the one before it had ended the deal."""
        return bool(self.in_doubt(found)) and not self.positions[found.index - 1].ends

"""What a game must offer, and the vocabulary all games share."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, fields
from datetime import date
from typing import Annotated, Any, Generic, Protocol, TypeVar

from evaluators.cards import Card, Pack, Suit
from evaluators.faults import Faults
from evaluators.forms import Clauses, Says
from evaluators.options import faults_of, settled
from evaluators.rulebook import Rulebook
from evaluators.texts import Phrase

Opt = TypeVar("Opt")
Q = TypeVar("Q")
A = TypeVar("A", bound="Answer")


@dataclass(frozen=True, slots=True)
class Superseded:
    """That another ruleset, whose id is `by`, has taken a ruleset's place, and since what day."""

    by: str
    since: date


@dataclass(frozen=True, slots=True)
class Ruleset(Generic[Opt]):
    """A published set of rules. What an id means never changes: a changed rule is a new id.

    One that is `superseded` is answered as before; those who ask by it are told.
    """

    id: str
    options: Opt
    superseded: Superseded | None = None

    @property
    def options_class(self) -> type:
        """The class that declares the options."""
        return type(self.options)

    def resolve(self, overrides: Mapping[str, object]) -> Opt:
        """The options with what a request overrides; raises `Faults`."""
        if faults := tuple(faults_of(self.options_class, overrides)):
            raise Faults(faults)
        return settled(self.options, overrides)


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination found in a hand."""

    code: Annotated[str, Says("Its code, in all languages.")]
    name: Annotated[Phrase, Says("What it is called, in the language of the answer.")]
    cards: Annotated[tuple[Card, ...], Says("The cards that form it.")]
    points: Annotated[
        int | None,
        Says("Its points, by which those of one class are compared; null where it has none."),
    ]
    pays: Annotated[
        int | None, Says("What each opponent pays for it, in tokens; null where it has no price.")
    ]
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Amounts:
    """The amounts that a move may name, in tokens; `max` None where there is no agreed limit."""

    min: int
    max: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """What somebody does, or may do: an action and the fields that belong to it, None otherwise.

    `player` and `count` belong only to what the table is due to do: who receives how many cards.
    """

    action: str
    _: KW_ONLY
    player: str | None = None
    card: Card | None = None
    cards: tuple[Card, ...] | None = None
    amount: int | Amounts | None = None
    call: str | None = None
    suit: Suit | None = None
    count: int | None = None

    def written(self) -> dict[str, object]:
        """The fields this move has, the action first, as plain values."""
        parts = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: _written(part) for name, part in parts if part is not None}


def _written(part: object) -> object:
    match part:
        case tuple():
            return [str(card) for card in part]
        case Amounts(low, high):
            return {"min": low, "max": high}
        case Card():
            return str(part)
        case _:
            return part


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not allowed, and by which clauses."""

    code: Annotated[str, Says("Why it is not allowed, as a code.")]
    clauses: Clauses
    text: Annotated[Phrase, Says("Why, in words.")]


def refusal(rulebook: Rulebook, code: str, *clauses: str, **facts: object) -> Refusal:
    """A refusal with the game's own text of its code."""
    return Refusal(code, clauses, rulebook.refusal(code, facts))


class InDoubt:
    """Said of a move of which nobody can say whether it is allowed: it depends on unseen cards."""


IN_DOUBT = InDoubt()


@dataclass(frozen=True, slots=True)
class RefusedMove:
    """A move the player might think of, and why it is not allowed."""

    move: Move
    refusal: Refusal


class Answer:
    """Base of answers: frozen dataclasses. The methods tell what is worth counting."""

    __slots__ = ()

    def combinations_seen(self) -> tuple[str, ...]:
        """The code of the best combination of each hand that was looked at."""
        return ()

    def combinations_counted(self) -> Mapping[str, int]:
        """How many hands have each of them."""
        seen = self.combinations_seen()
        return Counter(seen) if len(seen) > 1 else dict.fromkeys(seen, 1)

    def refusals_given(self) -> tuple[Refusal, ...]:
        """Every refusal in the answer."""
        return ()


@dataclass(frozen=True, slots=True)
class Operation(Generic[Q, A, Opt]):
    """One kind of question a game answers: its form, its answer's, and the function between them.

    `run` takes a question that has no faults of its own form and the options in force; it raises
    `Faults` for what only the rules can find. `examples` are questions as a caller writes them.
    Whoever serves a `certified` answer says in it by which version of the rules it was given, and
    to exactly which question.
    """

    summary: str
    question: type[Q]
    answer: type[A]
    run: Callable[[Q, Opt], A]
    examples: Mapping[str, Mapping[str, object]]
    by_get: bool = False
    certified: bool = False


class Game(Protocol):
    """What a game's package offers to whoever serves it. The package itself is the object."""

    @property
    def code(self) -> str:
        """The game's id: lower case, hyphens."""

    @property
    def pack(self) -> Pack:
        """The cards it is played with."""

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""

    @property
    def rulesets(self) -> tuple[Ruleset[Any], ...]:
        """The published rulesets, the default first."""

    @property
    def rulebook(self) -> Rulebook:
        """The clauses and names, in all languages."""

    @property
    def actions(self) -> Mapping[str, Mapping[str, type]]:
        """The players' actions, each with the fields of its moves (`evaluators.moves.Actions`)."""

    @property
    def operations(self) -> Mapping[str, Operation[Any, Any, Any]]:
        """What can be asked, by the operation's name."""

    def self_test(self) -> bool:
        """Whether the tables are built and one known hand is answered as it must be."""

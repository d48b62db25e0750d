"""What the sides of a dispute claim, and the ruling they get: forms and answers of `adjudicate`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

from evaluators import players
from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, Absent, Between, Count, Form, Given, Player, Says
from evaluators.game import Answer, Move, Refusal
from evaluators.hands import faults_of_hands
from evaluators.position import MOST_ACTIONS, MovesQuestion, RecordForm
from evaluators.rulebook import Clause
from evaluators.standing import Unseen
from evaluators.texts import Phrase

MOST_CLAIMS = 100
MOST_TRICKS = 13
_KIND = Says("Which kind of claim it is.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Legality(Form):
    """That an action of the record, or in a situation a move, was legal or was not."""

    ONE_OF = ("action", "move")

    claim: Annotated[Literal["illegal", "legal"], Says("What the action or move is said to be.")]
    action: Annotated[
        int | Absent, Between(0, MOST_ACTIONS - 1), Says("Of a record: its place, from 0.")
    ] = ABSENT
    move: Annotated[Move | Absent, Says("In a situation: the move.")] = ABSENT

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """Neither an action nor a move, or both."""
        there = set(cls.ONE_OF) & (given.keys() | given.unread)
        if not there:
            yield fault("missing-field", "action")
        if len(there) > 1:
            yield fault("unknown-field", "move")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickWon(Form):
    """That a trick was somebody's."""

    claim: Annotated[Literal["trick"], _KIND]
    number: Annotated[int, Between(1, MOST_TRICKS), Says("Which trick, from 1.")]
    winner: Annotated[Player, Says("Who is said to have taken it, by name.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class HasCombination(Form):
    """That somebody's hand contains a combination."""

    claim: Annotated[Literal["combination"], _KIND]
    player: Annotated[Player, Says("Whose hand is meant, by name.")]
    code: Annotated[str, Says("The combination's code.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wins(Form):
    """That somebody has won, or nobody."""

    claim: Annotated[Literal["winner"], _KIND]
    player: Annotated[Player | None, Says("Null: nobody has won.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerIs(Form):
    """What the players have got or owe at the end of the record, in tokens."""

    claim: Annotated[Literal["ledger"], _KIND]
    ledger: Annotated[
        Mapping[str, int], Says("Of all players or of some; only these are then judged.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreIs(Form):
    """What the game's score is at the end of the record."""

    claim: Annotated[Literal["score"], _KIND]
    score: Annotated[
        Mapping[str, int], Says("Of both players or of one; only that one is then judged.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakesTheRest(Form):
    """That somebody makes so many of the tricks still to come.

    Always undecidable for now: it needs an exact solver of the play, which is not offered yet.
    """

    claim: Annotated[Literal["rest"], _KIND]
    player: Annotated[Player, Says("Who is said to make them, by name.")]
    tricks: Annotated[
        int, Between(0, MOST_TRICKS), Says("How many of the tricks still to come are meant.")
    ]


Claim = Legality | TrickWon | HasCombination | Wins | LedgerIs | ScoreIs | TakesTheRest


class Verdict(StrEnum):
    """What is said to a claim."""

    UPHELD = "upheld"
    REJECTED = "rejected"
    UNDECIDABLE = "undecidable"


class Reason(StrEnum):
    """Why a claim cannot be decided."""

    NOT_IN_THIS_GAME = "not-in-this-game"
    NOT_IN_THE_QUESTION = "not-in-the-question"
    DEAL_NOT_OVER = "deal-not-over"
    TRICK_NOT_COMPLETE = "trick-not-complete"
    REPLAY_STOPPED = "replay-stopped"
    UNSEEN_CARDS = "unseen-cards"
    EXACT_PLAY_NEEDED = "exact-play-needed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The decision on one claim, with the rules it rests on."""

    claim: Annotated[Claim, Says("The claim that is decided.")]
    verdict: Annotated[Verdict, Says("What is said to the claim.")]
    reason: Annotated[Reason | None, Says("Why `correct` cannot be told; null if it is.")]
    correct: Annotated[
        object,
        Says(
            "What is so: `legal` or `illegal`; a player's name, a list of names, or null for "
            "nobody; a list of codes; a ledger or a score. Null if undecidable, and with "
            "the reason `unseen-cards` where these leave it open though not the verdict."
        ),
    ]
    clauses: Annotated[tuple[Clause, ...], Says("The rules that decide, with their texts.")]
    explanation: Annotated[Phrase, Says("Why, in words.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """What the rules provide for a breach."""

    code: Annotated[str, Says("Which remedy.")]
    by: Annotated[str | None, Says("Who may choose; null where nobody has a choice.")]
    choices: Annotated[tuple[str, ...], Says("What may be chosen, or the one thing that follows.")]
    clauses: Annotated[tuple[Clause, ...], Says("The rules that provide it, with their texts.")]
    text: Annotated[Phrase, Says("What follows, in words.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """An action that the rules did not allow."""

    action: Annotated[int, Says("Its place in the record, from 0.")]
    player: Annotated[str | None, Says("Who acted, or received the cards; null if nobody.")]
    code: Annotated[str, Says("Why it was not allowed.")]
    clauses: Annotated[
        tuple[Clause, ...], Says("The rules by which it was not allowed, with their texts.")
    ]
    explanation: Annotated[Phrase, Says("Why it was not allowed, in words.")]
    legal_instead: Annotated[tuple[Move, ...], Says("What would have been allowed in its place.")]
    remedy: Annotated[
        Remedy | None,
        Says("Null where the rules provide none, or where it depends on unseen cards."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """Something that depends on cards nobody has seen."""

    action: Annotated[int, Says("The action with which it came, from 0.")]
    player: Annotated[str | None, Says("Who acted.")]
    depends_on: Annotated[tuple[Unseen, ...], Says("Whose unseen cards, and how many.")]
    explanation: Annotated[Phrase, Says("The same, in words.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings(Answer):
    """The ruling: each claim decided, every breach found; a game adds its outcome."""

    rulings: Annotated[tuple[Ruling, ...], Says("One for each claim, in their order.")]
    breaches: Annotated[tuple[Breach, ...], Says("All that the record shows, in its order.")]
    undecided: Annotated[
        tuple[Undecided, ...], Says("What cannot be decided because nobody has seen a card.")
    ]
    stopped_at: Annotated[
        int | None,
        Says("The action, from 0, beyond which nothing could be followed; null: there is none."),
    ]

    def refusals_given(self) -> tuple[Refusal, ...]:
        """The breaches found."""
        return tuple(
            Refusal(each.code, tuple(clause.id for clause in each.clauses), each.explanation)
            for each in self.breaches
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute(Form):
    """A record, a situation or hands, and what is claimed of them."""

    ONE_OF = ("record", "situation", "hands")
    CODES: ClassVar[tuple[str, ...]]
    """The codes of the game's combinations; none where it knows no combinations."""
    SITUATIONS: ClassVar[type[MovesQuestion]]
    """The game's question about legal moves, which may have a situation too."""
    BESIDE: ClassVar[str] = ""
    """The field without which hands cannot be judged, if there is one."""
    TRICKS: ClassVar[int] = 0
    """How many tricks a deal has, 0 where it has none."""

    record: RecordForm | Absent = ABSENT
    situation: Any
    hands: Any
    claims: Annotated[
        tuple[Claim, ...],
        Count(0, MOST_CLAIMS),
        Says("What is to be decided; without any, the record is only searched for breaches."),
    ] = ()

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """Not exactly one thing to judge; claims that cannot be about it."""
        there = [
            name for name in ("record", "situation", "hands") if name in given.keys() | given.unread
        ]
        if not there:
            yield fault("missing-field", "record", text="no-dispute")
            return
        for kind in there[1:]:
            yield fault("unknown-field", kind, text="one-dispute")
        if there[0] == "record":
            for name in sorted({"ruleset", "options"} & (given.keys() | given.unread)):
                yield fault("unknown-field", name, text="carried-by-record")
        if cls.BESIDE and (cls.BESIDE in given.keys() | given.unread) != ("hands" in there):
            yield fault("missing-field" if "hands" in there else "unknown-field", cls.BESIDE)
        yield from faults_of_hands(given)
        seats = _seats(given, there[0])
        for index, claim in enumerate(given.get("claims", ())):
            for found in _of_claim(claim or {}, given, there[0], seats):
                yield found.below("claims", index)
            if claim and not 1 <= claim.get("number", 1) <= (cls.TRICKS or MOST_TRICKS):
                facts = {"min": 1, "max": cls.TRICKS or MOST_TRICKS}
                yield fault("out-of-range", "claims", index, "number", facts=facts)
            if claim and "code" in claim and cls.CODES and claim["code"] not in cls.CODES:
                choices = {"choices": cls.CODES}
                yield fault("not-one-of", "claims", index, "code", facts=choices)

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """What cannot be under the options in force."""
        yield from cls.SITUATIONS.faults_under(given, options)


def _seats(given: Given, kind: str) -> tuple[str | None, ...]:
    """The names that claims may name; None among them where they are not all known."""
    if kind == "record":
        return tuple((given.get("record") or {}).get("players", (None,)))
    if kind == "hands":
        return tuple((hand or {}).get("player") for hand in given.get("hands", (None,)))
    return (None,)


def _of_claim(
    claim: Mapping[str, Any], given: Given, kind: str, seats: tuple[str | None, ...]
) -> Iterator[Fault]:
    """What is wrong with one claim in this question."""
    for name in ("winner", "player"):
        if claim.get(name) is not None:
            yield from players.unknown(claim[name], seats, name)
    for name in ("ledger", "score"):
        for player in claim.get(name) or ():
            yield from players.unknown(player, seats, name, player)
    if kind == "record" and claim.get("action") is not None:
        actions = (given.get("record") or {}).get("actions", ())
        if claim["action"] >= len(actions) and "actions" not in given.unread:
            facts = {"count": len(actions)}
            yield fault("out-of-range", "action", text="no-such-action", facts=facts)

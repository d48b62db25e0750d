"""What games share in answering about a record: its set-up, its replay, and who may see what."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Generic, TypeVar, cast

from evaluators import players
from evaluators.actions import TABLE_ACTIONS, Action, ActionReader
from evaluators.cards import Card, Pack
from evaluators.chance import TABLE, Source, shuffled
from evaluators.dealing import Chance
from evaluators.faults import Fault, Faults, fault
from evaluators.findings import Finding, unjudged, went_on
from evaluators.forms import (
    ABSENT,
    Absent,
    Count,
    Form,
    Given,
    Most,
    Player,
    Says,
    SeedText,
    Unread,
    WholePack,
)
from evaluators.game import IN_DOUBT, Move, Refusal
from evaluators.moves import LegalMoves, Weighed, judged, sorted_out
from evaluators.record import Position, weigh
from evaluators.refusing import OVER, refuse_move
from evaluators.replay import Foresight, Refused, foresee, replay
from evaluators.seats import after
from evaluators.texts import phrase

R = TypeVar("R", bound="RecordForm")
Opt = TypeVar("Opt")
P = TypeVar("P", bound=Position)

MOST_ACTIONS = 2000

SITUATION = Says("What one player knows when it is his turn, where there is no record.")
PHASE = Says("What is going on; it decides which other members there are.")

NAMING_CARDS = frozenset({"not-a-card", "duplicate-card"})
"""The refusals whose text names a card that may lie face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordForm(Form):
    """What the records of all games have; a game adds what is carried in."""

    CARRIES_RULES = True

    players: tuple[Player, ...]
    dealer: Annotated[Player | Absent, Says("Who deals; the last of `players` by default.")] = (
        ABSENT
    )
    seed: Annotated[
        str | Absent, SeedText(), Says("The published seed from which all chance follows.")
    ] = ABSENT
    deck: Annotated[
        tuple[Card, ...] | Absent,
        WholePack(),
        Says("The whole pack in the order in which it is dealt."),
    ] = ABSENT
    actions: Annotated[
        tuple[object, ...],
        Unread("An action: an object with `action`, the fields of that action, mostly `player`."),
        Count(0, MOST_ACTIONS),
        Most("actions"),
        Says(
            "What has happened, in order: the players' actions, and the table's where it is told."
        ),
    ] = ()

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """Names that stand twice, a dealer who is not at the table, two sources of chance."""
        seats = given.get("players", (None,))
        for index, found in players.repeated(seats):
            yield found.below("players", index)
        if "dealer" in given:
            yield from players.unknown(given["dealer"], seats, "dealer")
        if given.keys() | given.unread >= {"seed", "deck"}:
            yield fault("seed-and-deck", "deck")


Viewer = Annotated[
    Player | None, Says("Who asks: he is told nothing that he could not know. Null: everything.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordQuestion(Form):
    """A record, and perhaps whose eyes see it."""

    record: RecordForm
    viewer: Viewer = None

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A viewer who does not play."""
        yield from _unknown_viewer(given)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesQuestion(Form):
    """A situation, or a record and perhaps whose eyes see it; and perhaps one move to be judged."""

    ONE_OF = ("situation", "record")

    situation: Any
    record: RecordForm | Absent = ABSENT
    viewer: Viewer = None
    move: Annotated[Move | Absent, Says("A move to be judged.")] = ABSENT

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """Neither situation nor record, or both; what belongs to one of them beside the other."""
        there = given.keys() | given.unread
        if "record" not in there:
            if "situation" not in there:
                yield fault("missing-field", "situation", text="no-situation")
            if "viewer" in there:
                yield fault("unknown-field", "viewer", text="viewer-without-record")
            return
        if "situation" in there:
            yield fault("situation-and-record", "record")
        for name in sorted({"ruleset", "options"} & there):
            yield fault("unknown-field", name, text="carried-by-record")
        yield from _unknown_viewer(given)


def _unknown_viewer(given: Given) -> Iterator[Fault]:
    seats = (given.get("record") or {}).get("players", (None,))
    if given.get("viewer") is not None:
        yield from players.unknown(given["viewer"], seats, "viewer")


@dataclass(frozen=True, slots=True)
class Start:
    """How a deal begins: `seats` from the player after the dealer to him, `stock` as it is dealt.

    Where chance is `told` nobody knows the order of the stock.
    """

    seats: tuple[str, ...]
    stock: tuple[Card, ...]
    told: bool


@dataclass(frozen=True, slots=True)
class Deals(Generic[R, Opt, P]):
    """The deals of one game: how they begin, and what their records come to.

    `judge`: what an action comes to that is not allowed.
    """

    code: str
    pack: Pack
    actions: Mapping[str, Mapping[str, type]]
    form: type[R]
    begin: Callable[[R, Start, Opt], P]
    judge: Callable[[Refused], Finding[P]] = unjudged

    def chance(self, record: R) -> Chance:
        """Where the chance of a record comes from."""
        if record.seed is not ABSENT:
            return Chance(self.code, Source.SEED, record.seed)
        return Chance(self.code, Source.TOLD if record.deck is ABSENT else Source.DECK)

    def start(self, record: R, options: Opt) -> P:
        """The deal before its first card."""
        chance = self.chance(record)
        dealer = record.players[-1] if record.dealer is ABSENT else record.dealer
        stock = self.pack.cards if record.deck is ABSENT else record.deck
        if chance.source is Source.SEED:
            stock = shuffled(self.code, chance.seed, 0, self.pack.cards)
        seats = after(record.players, dealer)
        return self.begin(record, Start(seats, stock, chance.source is Source.TOLD), options)

    def reader(self, record: R) -> ActionReader:
        """What reads the actions of a record."""
        return ActionReader(self.actions, self.pack, record.players)

    def replay(self, record: R, options: Opt) -> Iterator[P]:
        """The positions of a record: before its first action, and after each; raises `Refused`."""
        start, chance = self.start(record, options), self.chance(record)
        actions = map(self.reader(record).read, record.actions)
        if chance.source is not Source.TOLD:
            return replay(start, chance, actions)
        told = tuple(actions)
        return replay(start, chance, told, foresight=self.foresight(start, chance, told))

    def foresight(
        self, start: P, chance: Chance, actions: Sequence[Action | Refusal]
    ) -> Foresight | None:
        """What the actions of a told record tell of its unseen cards; None if there are none."""
        return foresee(start, chance, actions, partial(went_on, self.judge, at_table=True))

    def reached(self, record: R, options: Opt, viewer: str | None) -> P:
        """The position after all actions; raises `Faults` at the first that is illegal."""
        try:
            *_, last = self.replay(record, options)
        except Refused as refused:
            given = record.actions[refused.index]
            raise Faults([_illegal(refused, given, viewer)]) from None
        return last

    def legal_moves(self, question: MovesQuestion, options: Opt) -> LegalMoves:
        """What may follow a record, what may not and why, as far as the viewer may know.

        The move asked about is the viewer's, without a viewer that of the player to act.
        """
        viewer, asked = question.viewer, question.move
        position = self.reached(cast("R", question.record), options, viewer)
        if position.turn is None:
            moves: Iterable[Move] = position.legal()
            clauses = position.due_rests_on(position.due) if position.due else ()
        else:
            moves = position.nameable() if viewer in {None, position.turn} else ()
            clauses = position.resting_on()
        weighed = partial(_weighed, position, viewer)
        answer = replace(sorted_out(moves, weighed, clauses, ABSENT), to_act=to_act(position))
        if asked is ABSENT:
            return answer
        player = viewer or position.turn or TABLE
        if player == position.turn:
            return judged(answer, weighed(asked))
        return judged(answer, refuse_move(position, player, asked))


def _weighed(position: Position, viewer: str | None, move: Move) -> Weighed:
    """Why what may follow may not, as far as the viewer may know; in doubt after a possible end."""
    refusal = None if position.turn is None else weigh(position, move)
    return IN_DOUBT if refusal is None and _may_be_over(position, viewer) else refusal


def _may_be_over(position: Position, viewer: str | None) -> bool:
    """Whether the deal may be over already; a viewer knows it of his own unseen cards only."""
    return any(viewer in {None, *dict(doubt.holders)} for doubt in position.ends)


def _illegal(refused: Refused, given: object, viewer: str | None) -> Fault:
    """The fault of a refused action, without what the viewer could not know."""
    fields = given if isinstance(given, dict) else {}
    own = viewer in (None, fields.get("player"))  # he acts, or gets the cards
    tables = fields.get("action") in tuple(TABLE_ACTIONS)
    refusal, position = refused.refusal, refused.position
    code, clauses, text = refusal.code, refusal.clauses, refusal.text
    hidden = fault("illegal-action")
    if code in position.HIDDEN and not own:
        code, clauses, text = hidden.code, (), hidden.text
    elif code in NAMING_CARDS and not own:
        text = hidden.text
    elif refused.action and code != OVER and _may_be_over(position, viewer):
        code, text = hidden.code, phrase("faults", "over-or-not-allowed", facts={"text": text})
    legal: Sequence[Move] = ()
    if viewer is None or (position.turn in {viewer, None} and (own or tables)):
        legal = moves_for(position, viewer)
    facts = {"clauses": list(clauses), "legal": [move.written() for move in legal]}
    return Fault(code, text, ("record", "actions", refused.index), clauses, facts)


def moves_for(position: Position, viewer: str | None) -> tuple[Move, ...]:
    """The moves a viewer may be shown that are legal for certain: his own, and the table's."""
    if _may_be_over(position, viewer) or (viewer and position.turn not in {viewer, None}):
        return ()
    return position.legal()


def to_act(position: Position) -> str | None:
    """The player to act, the table, or None when nothing can follow."""
    return position.turn or (None if position.due is None else TABLE)

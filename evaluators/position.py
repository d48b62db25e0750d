"""What games share in answering about a record: its set-up, and who may see what of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from evaluators import players
from evaluators.actions import ActionReader
from evaluators.cards import Card, Pack
from evaluators.chance import TABLE, Source
from evaluators.faults import Fault, Faults, fault
from evaluators.forms import ABSENT, Absent, Count, Form, Given, Player, Says, SeedText, Unread
from evaluators.game import Move
from evaluators.record import Chance, Position, Refused, replay

P = TypeVar("P", bound=Position)

MOST_ACTIONS = 2000

HIDDEN = frozenset(
    {
        "card-not-available",
        "not-the-shuffled-cards",
        "card-not-held",
        "must-follow-suit",
        "must-beat",
        "must-trump",
        "king-not-held",
    }
)
"""The refusals that look into a hand or the stock."""


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards as somebody may see them: `cards` in pack order, or None and only their number."""

    count: int
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordForm(Form):
    """What the records of all games have; a game adds its players, its deck and what is carried."""

    CARRIES_RULES = True

    dealer: Annotated[Player | Absent, Says("Who deals; the last of `players` by default.")] = (
        ABSENT
    )
    seed: Annotated[
        str | Absent, SeedText(), Says("The published seed from which all chance follows.")
    ] = ABSENT
    actions: Annotated[
        tuple[object, ...],
        Unread(),
        Count(0, MOST_ACTIONS),
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
        if "seed" in given and "deck" in given:
            yield fault("seed-and-deck", "deck")


def unknown_viewer(given: Given) -> Iterator[Fault]:
    """A fault if the viewer is none of the record's players."""
    seats = (given.get("record") or {}).get("players", (None,))
    if "viewer" in given:
        yield from players.unknown(given["viewer"], seats, "viewer")


def chance_of(game: str, record: Any) -> Chance:
    """Where the chance of a record comes from."""
    if record.seed is not ABSENT:
        return Chance(game, Source.SEED, record.seed)
    return Chance(game, Source.TOLD if record.deck is ABSENT else Source.DECK)


def seats_of(record: Any) -> tuple[tuple[str, ...], str]:
    """The players from the one after the dealer to the dealer, and the dealer."""
    dealer = record.players[-1] if record.dealer is ABSENT else record.dealer
    place = record.players.index(dealer) + 1
    return (*record.players[place:], *record.players[:place]), dealer


def replayed(
    start: P,
    chance: Chance,
    record: Any,
    reader: ActionReader,
    viewer: str | None,
) -> P:
    """The position after all actions of a record; raises `Faults` at the first that is illegal."""
    try:
        *_, last = replay(start, chance, record.actions, reader)
    except Refused as refused:
        raise Faults([_illegal(refused, viewer)]) from None
    return last


def _illegal(refused: Refused, viewer: str | None) -> Fault:
    """The fault of a refused action, without what the viewer could not know."""
    action, refusal, position = refused.action, refused.refusal, refused.position
    actor = TABLE if action is None or action.move is None else action.player
    own = viewer is None or (action is not None and action.player == viewer)
    code, clauses, text = refusal.code, refusal.clauses, refusal.text
    if code in HIDDEN and not own:
        hidden = fault("illegal-action")
        code, clauses, text = hidden.code, (), hidden.text
    legal: Sequence[Move] = ()
    if viewer is None or (position.turn in {viewer, None} and actor in {viewer, TABLE}):
        legal = position.legal()
    facts = {"clauses": list(clauses), "legal": [move.written() for move in legal]}
    return Fault(code, text, ("record", "actions", refused.index), clauses, facts)


def pile(cards: Sequence[Card], pack: Pack, *, shown: bool) -> Pile:
    """Cards as they may be seen."""
    return Pile(len(cards), pack.in_order(cards) if shown else None)


def moves_for(position: Position, viewer: str | None) -> tuple[Move, ...]:
    """The legal moves a viewer may be shown: his own, and what the table is due to do."""
    if viewer is None or position.turn in {viewer, None}:
        return position.legal()
    return ()


def to_act(position: Position) -> str | None:
    """The player to act, the table, or None when nothing can follow."""
    return position.turn or (None if position.due is None else TABLE)

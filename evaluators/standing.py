"""How the position of a deal is told: to everybody, or to one player what he may know."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from evaluators.cards import Card, Pack
from evaluators.forms import ABSENT, Absent, Says
from evaluators.game import Answer, Move
from evaluators.position import RecordForm, moves_for, to_act
from evaluators.record import Doubt, Position


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards as somebody may see them: `cards` in pack order, or None and only their number."""

    count: int
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """Cards in a hand that nobody has seen."""

    player: Annotated[str, Says("Whose hand it is, by name.")]
    count: Annotated[int, Says("How many cards of it nobody has seen.")]


def unseen_in(doubts: Sequence[Doubt]) -> tuple[Unseen, ...]:
    """The unseen cards that some doubts rest on."""
    held = {player: count for doubt in doubts for player, count in doubt.holders}
    return tuple(Unseen(player=player, count=count) for player, count in held.items())


STOCK = Says("The cards not yet dealt or drawn: only how many.")
DISCARDS = Says("The discards, as long as they are not shuffled again: only how many.")
OUTCOME = Says("What the deal came to; null while that is open or depends on unseen cards.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Answer):
    """Where a deal stands; a game adds what else lies on its table, and the outcome."""

    phase: Annotated[str, Says("What is going on, by a name of the game's; at the end `finished`.")]
    to_act: Annotated[str | None, Says("A player, `table`, or null when nothing can follow.")]
    legal_moves: Annotated[
        tuple[Move, ...],
        Says("What may follow; for a viewer nothing while another player is to act."),
    ]
    hands: Annotated[
        Mapping[str, Pile],
        Says("Each player's cards; of a hand that the viewer may not see, only how many."),
    ]
    ledger: Annotated[
        Mapping[str, int] | None,
        Says(
            "What each has got, less what he put in, in tokens; null if it depends on unseen cards."
        ),
    ]
    finished: Annotated[bool, Says("Nothing can follow.")]
    undecided: Annotated[
        tuple[Unseen, ...] | Absent,
        Says("Whose cards nobody has seen, and how many, where something depends on them."),
    ] = ABSENT


def common(
    position: Position,
    record: RecordForm,
    viewer: str | None,
    pack: Pack,
    open_hands: Sequence[str | None] = (),
) -> dict[str, Any]:
    """What every `Standing` has. `open_hands`: whose cards lie face up for everybody."""
    return {
        "phase": position.phase,
        "to_act": to_act(position),
        "legal_moves": moves_for(position, viewer),
        "hands": {
            player: pile(
                position.hands[player],
                pack,
                shown=viewer in {None, player} or player in open_hands,
            )
            for player in record.players
        },
        "ledger": None if position.result_in_doubt else seated(record, position.ledger),
        "finished": position.finished,
        "undecided": _undecided(position, viewer),
    }


def _undecided(position: Position, viewer: str | None) -> tuple[Unseen, ...] | Absent:
    """The unseen cards that matter; a viewer is told of none but his own."""
    unseen = unseen_in(position.doubts)
    shown = tuple(each for each in unseen if viewer in {None, each.player})
    return shown or ABSENT


T = TypeVar("T")


def seated(record: RecordForm, values: Mapping[str, T]) -> dict[str, T]:
    """A value for each player, in the record's order of players."""
    return {player: values[player] for player in record.players}


def pile(cards: Sequence[Card], pack: Pack, *, shown: bool = False) -> Pile:
    """Cards as they may be seen."""
    return Pile(len(cards), pack.in_order(cards) if shown else None)

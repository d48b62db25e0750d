"""A record with unseen cards by every choice of faces for them, where these are but few.

What all of them come to is certain. Where there are too many, `evaluators.ways` looks at less.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeVar

from evaluators.actions import Action
from evaluators.arbiter import Arbiter
from evaluators.cards import Card, is_seen, seen
from evaluators.findings import Inquiry
from evaluators.game import Refusal
from evaluators.inquiry import inquire
from evaluators.position import RecordForm
from evaluators.record import Position, given_faces

P = TypeVar("P", bound=Position)

MOST_WORK = 10_000
"""So many actions are looked at, those of all completions together."""
IMPOSSIBLE = frozenset(
    {"card-not-held", "card-not-available", "duplicate-card", "not-the-shuffled-cards"}
)
"""What is found in a record in which a card is not where it must have been."""


def completions(
    arbiter: Arbiter[P], record: RecordForm, options: Any, inquiry: Inquiry[P]
) -> list[Inquiry[P]]:
    """What the record comes to by all choices of faces; none where they are too many to look at.

    Nor where cards have come back into the stock or been changed unseen: then a card may have been
    in several hands, one after the other.
    """
    foresight, actions = inquiry.foresight, inquiry.actions
    if foresight is None or _is_impossible(inquiry) or not _is_simple(inquiry):
        return []
    shown = [
        _Shown(card, _player(actions[index]), index)
        for index, cards in foresight.shown.items()
        for card in cards
    ]
    named = {card for action in actions for card in seen(_given(action))}
    free = [card for card in arbiter.deals.pack.cards if card not in named]
    free = [card for card in free if all(card is not each.card for each in shown)]
    hidden = [index for index, action in enumerate(actions) if _hidden(action)]
    found: list[Inquiry[P]] = []
    most = MOST_WORK // len(actions)
    for number, faces in enumerate(_fillings(actions, hidden, free, shown)):
        if number == most:
            return []
        if faces is None:
            continue
        filled = tuple(
            given_faces(action, faces[index])
            if index in faces and isinstance(action, Action)
            else action
            for index, action in enumerate(actions)
        )
        completed = inquire(arbiter, record, options, filled)
        if not _is_impossible(completed):
            found.append(completed)
    return found


@dataclass(frozen=True, slots=True)
class _Shown:
    """A card that a player shows: it came to him unseen, with this action at the latest."""

    card: Card
    player: str
    until: int


def _fillings(
    actions: Sequence[Action | Refusal],
    hidden: Sequence[int],
    free: Sequence[Card],
    shown: Sequence[_Shown],
) -> Iterator[Mapping[int, tuple[Card, ...]] | None]:
    """The faces of these actions' unseen cards, in every way that places all that is shown.

    None for each way that comes to nothing, so that these can be counted too.
    """
    if not hidden:
        yield None if shown else {}
        return
    index, *rest = hidden
    player, number = _player(actions[index]), _hidden(actions[index])
    his = [each for each in shown if each.player == player and each.until >= index]
    later = [each for each in rest if _player(actions[each]) == player]
    must = [each.card for each in his if not any(other <= each.until for other in later)]
    may = [*free, *(each.card for each in his if each.card not in must)]
    if not len(must) <= number <= len(must) + len(may):
        yield None
        return
    for chosen in combinations(may, number - len(must)):
        cards = (*must, *chosen)
        left = [card for card in free if card not in cards]
        missing = [each for each in shown if each.card not in cards]
        for others in _fillings(actions, rest, left, missing):
            yield None if others is None else {index: cards, **others}


def _is_simple(inquiry: Inquiry[P]) -> bool:
    """Whether no card can have come twice, and only the table has given unseen cards."""
    actions = [action for action in inquiry.actions if isinstance(action, Action)]
    moves = [action.move for action in actions if action.move]
    turned = {card for action in actions if not action.player for card in action.cards}
    dues = [(position.due, len(position.stock)) for position in inquiry.positions]
    return not (
        any(not is_seen(card) for move in moves for card in move.cards or ())
        or any(position.stock.put_back - turned for position in inquiry.positions)
        or any(due and due.player and due.count > there for due, there in dues)
    )


def _is_impossible(inquiry: Inquiry[P]) -> bool:
    return any(found.finding.refusal.code in IMPOSSIBLE for found in inquiry.found)


def _given(action: Action | Refusal) -> tuple[Card, ...]:
    """The cards that the table gives a player."""
    return action.cards if isinstance(action, Action) and action.player else ()


def _hidden(action: Action | Refusal) -> int:
    return sum(not is_seen(card) for card in _given(action))


def _player(action: Action | Refusal) -> str:
    return (action.player if isinstance(action, Action) else None) or ""

"""Replaying a record: the set-up of a deal and its actions give its position, action by action.

Chance happens, each action is handed to the position, and the first that is not allowed ends it.

Where chance is told, some cards may be unseen (`??`). What a player shows later he must have held
since his last unseen card came, so the actions are gone through twice: to learn what is shown, and
with that knowledge.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from evaluators.actions import Action
from evaluators.budget import spend
from evaluators.cards import Card, is_seen, seen
from evaluators.chance import TableAction
from evaluators.dealing import Chance
from evaluators.game import InDoubt, Refusal
from evaluators.record import (
    Position,
    cards_of,
    do,
    given_faces,
    weigh,
)
from evaluators.refusing import refuse_action
from evaluators.texts import phrase

P = TypeVar("P", bound=Position)


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of ours
    """Raised at the first action that is not allowed."""

    def __init__(self, index: int, action: Action | None, refusal: Refusal, position: Any) -> None:
        self.index = index
        self.action = action
        self.refusal = refusal
        self.position = position
        super().__init__(f"action {index} is refused")


def stop(refused: Refused) -> Any:
    """A deal ends at the first action that is not allowed."""
    raise refused


def replay(
    position: P,
    chance: Chance,
    actions: Iterable[Action | Refusal],
    go_on: Callable[[Refused], P] = stop,
    foresight: "Foresight | None" = None,
) -> Iterator[P]:
    """The positions of a deal: before its first action, and after each; raises `Refused`.

    An action that could not be read is a refusal. `go_on` may say where a deal went on after an
    action that is not allowed. With `foresight`, some of the cards are unseen.
    """
    position, shuffles = chance.run(position, 1)
    yield position
    for index, given in enumerate(actions):
        action = given
        if foresight is not None and isinstance(action, Action):
            position, action = foresight.applied(position, index, action)
        position = step(position, chance, index, action, go_on)
        if foresight is not None:
            position = foresight.after(position, index)
        position, shuffles = chance.run(position, shuffles)
        yield position


def step(
    position: P,
    chance: Chance,
    index: int,
    action: Action | Refusal,
    go_on: Callable[[Refused], P],
) -> P:
    """The position after an action; what it may change is asked of `go_on` where it is refused."""
    spend(1)
    if isinstance(action, Refusal):
        return go_on(Refused(index, None, action, position))
    move = action.move
    if move is not None and action.player == position.turn and position.unseen(position.turn):
        weighed = weigh(position, move)
        if isinstance(weighed, InDoubt):
            return position.doubted(move)
        refusal = weighed
    else:
        refusal = refuse_action(position, chance.source, action)
    if refusal is not None:
        if refusal.code == "card-not-held" and move and not all(map(is_seen, cards_of(move))):
            refusal = replace(refusal, text=phrase("faults", "no-unseen-card"))
        return go_on(Refused(index, action, refusal, position))
    return do(position, action)


@dataclass
class Foresight:
    """What the actions of a record tell of cards that were unseen when they came.

    `shown[n]`: cards that lay in the hand of who got cards by action n, once he had them.
    `in_stock[n]`: cards that lay in the stock before action n, for they were dealt or drawn later.
    `counted_out[n]`: cards that action n gave, for all that was left was given by it.
    `left_over[n]`: after action n, whose older unseen cards are all there were to be, and which.
    """

    shown: dict[int, list[Card]] = field(default_factory=lambda: defaultdict(list))
    in_stock: list[frozenset[Card]] = field(default_factory=list)
    counted_out: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    left_over: dict[int, tuple[str, tuple[Card, ...]]] = field(default_factory=dict)

    def applied(self, position: P, index: int, action: Action) -> tuple[P, Action]:
        """The position before an action and the action itself, with what is known from later."""
        position = position.changed(in_stock=self.in_stock[index])
        action = given_faces(_fitted(position, action), self.counted_out.get(index, ()))
        if action.kind is None or index not in self.shown:
            return position, action
        due, stock = position.due, position.stock
        waiting = () if due is None else [card for part in position.waiting(due) for card in part]
        recycled = set(waiting) - set(stock)
        shown = self.shown[index]
        fresh = set(stock) - stock.put_back  # so many of these are not in unseen hands
        room = max(0, len(fresh) - stock.unseen - len(fresh.intersection(action.cards)))
        never_dealt = [card for card in shown if card in fresh]
        put_back = [card for card in shown if card in recycled | stock.put_back]
        likely = [*put_back, *never_dealt]  # the rest must have been there already, if any was
        hidden = sum(not is_seen(card) for card in action.cards)
        older = position.unseen(action.player)
        drawn = min(hidden, max(len(put_back) + min(room, len(never_dealt)), len(shown) - older))
        came: list[Card] = []
        back = len(waiting) - len(seen(waiting))
        for card in likely:
            told = (*seen(action.cards), *came, card)
            if len(came) < drawn and stock.may_give(told, back):
                came.append(card)
        held = [card for card in likely if card not in came][:older]
        return _all_revealed(position, action.player or "", held), given_faces(action, came)

    def after(self, position: P, index: int) -> P:
        """The position after an action, with the unseen cards that it leaves no doubt about."""
        if index not in self.left_over:
            return position
        return _all_revealed(position, *self.left_over[index])


def foresee(
    position: P, chance: Chance, actions: Sequence[Action | Refusal], go_on: Callable[[Refused], P]
) -> Foresight | None:
    """What the actions of a record tell of its unseen cards, None if there are none."""
    if not any(_has_unseen(action) for action in actions):
        return None
    foresight = Foresight()
    exposed = _exposed_first(actions) if position.TURNED_IS_OUT else None
    changed = _changed_unseen(actions)
    since: dict[str, int] = {}
    dealt: list[tuple[frozenset[Card], bool]] = []
    for index, given in enumerate(actions):
        action, due = given, position.due
        if isinstance(given, Action):
            position, action, shown = learnt(position, given)
            for player, card in shown:
                foresight.shown[since[player]].append(card)
            if _has_unseen(action) and index > changed.get(action.player, -1):
                foresight.counted_out[index] = position.counted_out(action)
                action = given_faces(action, foresight.counted_out[index])
        recycled = due is not None and due.count > len(position.stock)
        holder, left = position.left_over(action) if isinstance(action, Action) else (None, ())
        try:
            position = step(position, chance, index, action, go_on)
        except Refused:
            break
        if holder is not None and index > changed.get(holder, -1):
            foresight.left_over[index] = holder, left
            position = _all_revealed(position, holder, left)
        cards = action.cards if isinstance(action, Action) else ()
        dealt.append((frozenset(seen(cards)), recycled))
        if isinstance(action, Action) and _has_unseen(action):
            since[action.player or ""] = index
            if exposed and index < exposed[0] and action.player == exposed[1]:
                position = position.revealed(*exposed[1:])
                foresight.shown[index].append(exposed[2])
    foresight.in_stock = _in_stock(dealt, len(actions))
    return foresight


def _changed_unseen(actions: Sequence[Action | Refusal]) -> dict[str | None, int]:
    """For each player the last action by which he puts away cards without anybody seeing which.

    Of two that he had before, nobody can say which of them it was.
    """
    moves = [
        (index, each.player, each.move)
        for index, each in enumerate(actions)
        if isinstance(each, Action) and each.move
    ]
    return {player: index for index, player, move in moves if not all(map(is_seen, cards_of(move)))}


def _exposed_first(actions: Sequence[Action | Refusal]) -> tuple[int, str, Card] | None:
    """Of two cards turned up the first, where, and who shows it later: it lay in his hand."""
    told = [(index, each) for index, each in enumerate(actions) if isinstance(each, Action)]
    turned = [(index, each) for index, each in told if each.kind is TableAction.TURN_UP]
    for index, first in turned[:-1][:1]:
        for _, action in told:
            if action.move and action.player and first.cards[0] in cards_of(action.move):
                return index, action.player, first.cards[0]
    return None


def _all_revealed(position: P, player: str, cards: Sequence[Card]) -> P:
    for card in cards:
        position = position.revealed(player, card)
    return position


def learnt(position: P, action: Action) -> tuple[P, Action, list[tuple[str, Card]]]:
    """The position before an action with what it shows, the action, and whose cards these are.

    They are cards that are put down and that must be among a player's unseen ones.
    """
    player, cards = position.shown_by(action)
    shown = []
    for card in cards:
        if player is not None and _was_unseen(position, player, card):
            position = position.revealed(player, card)
            shown.append((player, card))
    return position, _fitted(position, action), shown


def _was_unseen(position: Position, player: str, card: Card) -> bool:
    """Whether a card that a player shows must be one of his unseen ones."""
    unknown = is_seen(card) and card not in position.hands[player]
    return unknown and position.unseen(player) > 0 and card in position.unplaced()


def _has_unseen(action: Action | Refusal) -> bool:
    return isinstance(action, Action) and not all(map(is_seen, action.cards))


def _fitted(position: Position, action: Action) -> Action:
    """The action with the player's own unseen cards for those that it names without a face."""
    move = action.move
    if move is None or all(map(is_seen, cards_of(move))):
        return action
    hand = position.hands.get(action.player or "", ())
    hidden = iter([card for card in hand if not is_seen(card)])
    cards = tuple(card if is_seen(card) else next(hidden, card) for card in cards_of(move))
    return replace(action, move=replace(move, cards=cards))


def _in_stock(dealt: Sequence[tuple[frozenset[Card], bool]], number: int) -> list[frozenset[Card]]:
    """The cards known to be in the stock before each action: those that it still gave."""
    known: frozenset[Card] = frozenset()
    before = [known] * (number - len(dealt))
    for cards, recycled in reversed(dealt):
        known = frozenset() if recycled else known | cards
        before.insert(0, known)
    return before

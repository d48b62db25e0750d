"""Why an action may not come now: what any game refuses, whatever its own rules say."""

from collections.abc import Sequence

from evaluators.actions import Action
from evaluators.cards import Card, seen
from evaluators.chance import TABLE, Due, Source, TableAction
from evaluators.game import Move, Refusal
from evaluators.record import Position
from evaluators.texts import phrase

OVER = "deal-is-over"
"""The code of what is done when a deal is over."""


def refuse_action(position: Position, source: Source, action: Action) -> Refusal | None:
    """Why an action may not come now: the tests that all games share, then the game's own."""
    if action.move is not None:
        return refuse_move(position, action.player or "", action.move)
    if position.finished:
        another = action.kind is TableAction.DEAL
        clauses = (position.NEXT_DEAL,) if another else position.refuse_turn(TABLE).clauses
        return _refusal(OVER, *clauses)
    return _refuse_chance(position, source, action)


def refuse_move(position: Position, player: str, move: Move) -> Refusal | None:
    """Why a player may not make a move now: the deal is over, it is not his turn, or the rules."""
    if player == position.turn:
        return position.refuse(move)
    if position.finished:
        return _refusal(OVER, *position.refuse_turn(TABLE).clauses)
    return position.refuse_turn(player, move.action)


def _refuse_chance(position: Position, source: Source, action: Action) -> Refusal | None:
    """Why the table may not do this now."""
    due = position.due
    shuffle = action.kind is TableAction.SHUFFLE
    clauses = [
        position.table_clause(kind) for kind in position.TABLE_CLAUSES if kind is action.kind
    ]
    if source is Source.SEED or (source is Source.DECK and not shuffle):
        return _refusal("chance-is-derived", *clauses)
    if due is None or due.action is not action.kind:
        return _refusal("chance-not-due", *clauses)
    if due.player is not None and action.player != due.player:
        return _refusal("wrong-player", due.clause, player=due.player)
    if len(action.cards) != due.count:
        return _refusal("wrong-count", due.clause, min=due.count, count=len(action.cards))
    if not _may_come(position, due, action.cards):
        code = "not-the-shuffled-cards" if shuffle else "card-not-available"
        return _refusal(code, *position.unavailable(due, action.cards))
    return None


def _may_come(position: Position, due: Due, cards: Sequence[Card]) -> bool:
    """Whether the table can have done what is due with these cards, some of them unseen."""
    must, may = position.waiting(due)
    told, stock = set(seen(cards)), position.stock
    hidden = len(cards) - len(told)
    if len(set(must) - told) > hidden or not told <= {*must, *may}:
        return False
    if hidden and due.count > len(must) + len(may) - stock.unseen:
        return False  # there are not so many
    fresh, recycled = set(stock) - stock.put_back, len(may) - len(seen(may))
    if len(told & fresh) > len(fresh) + recycled - stock.unseen:
        return False  # the unseen cards that are still elsewhere are among these
    if not stock.may_give(told, recycled):
        return False
    if not stock.unseen or due.count <= len(stock):
        return True
    # All that is left is drawn; of the unseen cards only those that were discarded may come too.
    drawn = len(told.intersection(stock))
    return len(stock) - hidden <= drawn <= len(stock) + recycled


def _refusal(code: str, *clauses: str, **facts: object) -> Refusal:
    return Refusal(code, clauses, phrase("refusals", code, facts=facts))

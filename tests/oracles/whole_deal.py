"""What the oracles of whole deals have in common: their words, and counting with them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Protocol

Options = dict[str, Any]
Action = dict[str, Any]
"""Its name as `action`, its `player`, and what else belongs to it."""

Refusal = tuple[str, list[str] | None]
"""A code and the clauses that are broken; None where the oracle does not say which."""

View = dict[str, Any]
Shuffle = Callable[[int, list[str]], list[str]]
"""Cards as shuffle 0, 1, 2 … leaves them; shuffle 0 is that of the whole pack before the deal."""


class WholeDeal(Protocol):
    """A deal that goes on as actions are applied to it."""

    phase: str
    to_act: str | None

    @property
    def finished(self) -> bool:
        """Whether nothing can follow."""

    def legal(self) -> list[Action]:
        """All that the player to act may do, in the order of the rules."""

    def refusal(self, action: Action) -> Refusal | None:
        """Why a well-formed action is not allowed now; None if it is."""

    def apply(self, action: Action) -> None:
        """Go on to the position after an action that is allowed."""

    def view(self) -> View:
        """All that somebody sees from whom nothing is hidden."""


def count(deal: WholeDeal, depth: int) -> int:
    """How many sequences of so many actions there are from here, every bet and raise being of 1."""
    if depth == 0:
        return 1
    moves = deal.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        following = copy.deepcopy(deal)
        following.apply({**move, "amount": 1} if "amount" in move else move)
        total += count(following, depth - 1)
    return total

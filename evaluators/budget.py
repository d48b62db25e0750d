"""How much work an evaluation may do, counted so that the same question always costs the same.

A unit is an action replayed, a move weighed, one way to fill up a hand with unseen cards, a claim
held against one end of a record, a hand of a batch, ten cards that are read one by one: each takes
some microseconds. Loops that grow with the question `spend` as they go.
"""

from contextlib import AbstractContextManager
from contextvars import ContextVar

MOST_WORK = 1_000_000
"""The budget that lets every question pass which the other limits allow."""


class OverBudget(Exception):  # noqa: N818 - an answer to the caller, not an error of ours
    """Raised when an evaluation would do more than its `limit` of units."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"more than {limit} units of work")


class Budget:
    """What an evaluation may do, and what it has done, in units."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0


_budget: ContextVar[Budget] = ContextVar("budget")


class _Limited:
    __slots__ = ("_budget", "_token")

    def __init__(self, limit: int) -> None:
        self._budget = Budget(limit)

    def __enter__(self) -> Budget:
        self._token = _budget.set(self._budget)
        return self._budget

    def __exit__(self, *_: object) -> None:
        _budget.reset(self._token)


def limited(limit: int) -> AbstractContextManager[Budget]:
    """Let what is evaluated inside do `limit` units of work at most.

    >>> with limited(10) as budget:
    ...     spend(3)
    >>> budget.spent
    3
    """
    return _Limited(limit)


_UNLIMITED = Budget(2**63)


def spend(units: int) -> None:
    """Count work that is about to be done; raises `OverBudget`, never outside `limited`."""
    budget = _budget.get(_UNLIMITED)
    budget.spent += units
    if budget.spent > budget.limit:
        raise OverBudget(budget.limit)

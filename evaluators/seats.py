"""Seats around a table: the order of play is a cycle."""

from collections.abc import Sequence


def after(players: Sequence[str], player: str) -> tuple[str, ...]:
    """The players in turn after one of them, he himself last.

    >>> after(("n", "e", "s", "w"), "e")
    ('s', 'w', 'n', 'e')
    """
    place = players.index(player) + 1
    return (*players[place:], *players[:place])

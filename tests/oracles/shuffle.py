"""The published shuffle of a seeded deal, and the pack orders it starts from."""

from __future__ import annotations

import hashlib
import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RANKS = {
    "vinegret": "A23456789T",
    "ecarte": "789TAJQK",
    "solo-whist": "23456789TJQKA",
    "zhiletka": "6789TJQKA",
}
SUITS = "cdhs"
WORDS = 2**32


def pack_of(game: str) -> list[str]:
    """The whole pack of a game in its order."""
    return [rank + suit for suit in SUITS for rank in RANKS[game]]


def in_pack_order(game: str, cards: Iterable[str]) -> list[str]:
    """Cards of a game's pack in the order of the pack."""
    return sorted(cards, key=pack_of(game).index)


def seeded(game: str, seed: str, number: int, cards: Iterable[str]) -> list[str]:
    """The cards after shuffle `number`, 0 being the deck that is dealt.

    They are put into pack order; then, from the last place down to the second, the card of each
    place changes with that of a place up to it, which the next fair word of the seed names.
    """
    order = in_pack_order(game, cards)
    words = _words(f"card-arbiter/1/{game}/{number}/{seed}")
    for place in range(len(order) - 1, 0, -1):
        fair = WORDS - WORDS % (place + 1)
        word = next(words)
        while word >= fair:
            word = next(words)
        other = word % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def _words(name: str) -> Iterator[int]:
    """The words of 32 bits that SHA-256 makes of the name and a number, block after block."""
    for block in itertools.count():
        digest = hashlib.sha256(f"{name}/{block}".encode()).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")

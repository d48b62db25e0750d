"""Many hands in one question, answered in columns; a bad hand never loses the others."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from evaluators.budget import spend
from evaluators.cards import Pack
from evaluators.even_hands import EvenHands
from evaluators.forms import Column, Count, Most, Says, Unread
from evaluators.game import Answer
from evaluators.spelling import read_cards
from evaluators.tables import Indices, Positions, are_hands, read_positions
from evaluators.texts import Phrase

MOST_HANDS = 100_000

Hands = Annotated[
    tuple[object, ...],
    Unread("A hand: a list of cards, or one text. Anything else is a bad hand."),
    Count(0, MOST_HANDS),
    Most("hands"),
    Says("The hands, each a list of cards or one text."),
]
Words = Annotated[Sequence[str | None], Column(str)]
Flags = Annotated[Sequence[bool | None], Column(bool)]
Numbers = Annotated[Sequence[int | None], Column(int)]


@dataclass(frozen=True, slots=True)
class BadHand:
    """A hand that is null in every column, and the first thing wrong with it."""

    index: Annotated[int, Says("Its place among the hands, from 0.")]
    code: Annotated[str, Says("What is wrong with it, as a code.")]
    detail: Annotated[Phrase, Says("What is wrong with it, in words.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns(Answer):
    """The answer, in columns: each has an entry for every hand, null for a bad one."""

    count: Annotated[int, Says("How many hands there were.")]
    best: Annotated[Words, Says("The code of each hand's best combination, null if it has none.")]
    strength: Annotated[Numbers, Says("As in evaluate.")]
    pays: Annotated[Numbers, Says("As in evaluate; null where it has none.")]
    errors: Annotated[tuple[BadHand, ...], Says("The bad hands.")]

    def combinations_counted(self) -> Mapping[str, int]:
        """How many good hands have each combination as their best."""
        seen = self.best.counted if isinstance(self.best, Entered) else Counter(self.best)
        return {code: times for code, times in seen.items() if code and times}


@dataclass(frozen=True, slots=True)
class Group:
    """Hands of one size: their places in the question, their cards' places in the pack."""

    places: npt.NDArray[np.int64]
    positions: Positions


def read_hands(
    hands: Sequence[object], pack: Pack, sizes: Count
) -> tuple[list[Group], tuple[BadHand, ...]]:
    """The good hands by size, and the bad ones.

    Hands written in the canonical way are read all at once, the others one by one.
    """
    spend(len(hands))
    groups: list[Group] = []
    unread = np.ones(len(hands), bool)
    for size, places in _by_size(hands, sizes).items():
        some = hands if len(places) == len(hands) else [hands[place] for place in places]
        positions = read_positions(some, pack, size)
        group = Group(places, positions)
        good = are_hands(positions)
        if not good.all():
            group = Group(places[good], positions[good])
        unread[group.places] = False
        groups.append(group)
    errors = []
    otherwise: dict[int, str] = {}
    for place in np.flatnonzero(unread).tolist():
        reading = read_cards(hands[place], pack, sizes, first_only=True)
        if reading.faults:
            errors.append(BadHand(place, reading.faults[0].code, reading.faults[0].text))
        else:
            otherwise[place] = "".join(map(str, reading.cards))
    if otherwise:
        again, _ = read_hands(list(otherwise.values()), pack, sizes)
        places = np.array(list(otherwise))
        groups += (Group(places[group.places], group.positions) for group in again)
    return groups, tuple(errors)


def _by_size(hands: Sequence[object], sizes: Count) -> dict[int, npt.NDArray[np.int64]]:
    """The places of the hands that may be written in the canonical way, by number of cards."""
    if isinstance(hands, EvenHands):
        fits = sizes.low <= hands.size <= sizes.high
        return {hands.size: np.arange(len(hands))} if fits else {}
    kinds = set(map(type, hands))
    if kinds in ({str}, {list}):
        lengths = set(map(len, hands))  # type: ignore[arg-type]  # all texts or all lists
        if len(lengths) == 1:
            size = lengths.pop() // (2 if kinds == {str} else 1)
            return {size: np.arange(len(hands))} if sizes.low <= size <= sizes.high else {}
    by_size: dict[int, list[int]] = {}
    for place, hand in enumerate(hands):
        if isinstance(hand, str | list):
            size = len(hand) // 2 if isinstance(hand, str) else len(hand)
            if sizes.low <= size <= sizes.high:
                by_size.setdefault(size, []).append(place)
    return {size: np.array(places) for size, places in by_size.items()}


def identify(
    hands: Sequence[object], pack: Pack, sizes: Count, look_up: Callable[[Positions], Indices]
) -> tuple[Indices, tuple[BadHand, ...]]:
    """For each hand the index of its verdict, 0 for a bad one; and the bad hands.

    `look_up` tells the indices of hands of one size.
    """
    indices = np.zeros(len(hands), np.uint16)
    groups, errors = read_hands(hands, pack, sizes)
    for group in groups:
        indices[group.places] = look_up(group.positions)
    return indices, errors


class Entered(list[Any]):
    """A column that was filled with few different entries, and how often each stands in it."""

    def __init__(self, entries: Sequence[Any], indices: Indices) -> None:
        table = np.empty(len(entries), object)
        table[:] = [str(each) if isinstance(each, str) else each for each in entries]
        super().__init__(table[indices].tolist())
        self.counted: Counter[Any] = Counter()
        for entry, times in zip(entries, np.bincount(indices).tolist(), strict=False):
            self.counted[entry] += times


def column(entries: Sequence[Any], indices: Indices) -> Entered:
    """For each index its entry; words as plain texts."""
    return Entered(entries, indices)

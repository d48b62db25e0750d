"""Brute-force oracle for the card game Vinegret: the rules turned into code, clause by clause.

Nothing here is meant to be fast. Every row of the rules' table of combinations is one function that goes
through all subsets of a hand and keeps those that answer the row's description. The best combination is the
highest row that finds something, and two hands are compared one criterion after another, as the rules tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations as subsets
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RANKS = "A23456789T"
SUITS = "cdhs"
PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

FULL_HAND = 4
SMALLEST_HAND = 2
PRIME_LIMIT = 30

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Prices:
    """What each combination pays; `grand_prime_pays` None means that a grand prime pays as a prime."""

    point_pays: int
    prime_pays: int
    grand_prime_pays: int | None
    sequence_pays: int
    tricon_pays: int
    flux_pays: int
    fredon_pays: int


DOCUMENT = Prices(
    point_pays=1,
    prime_pays=2,
    grand_prime_pays=None,
    sequence_pays=3,
    tricon_pays=4,
    flux_pays=5,
    fredon_pays=80,
)
CLASSIC = Prices(
    point_pays=1,
    prime_pays=2,
    grand_prime_pays=3,
    sequence_pays=3,
    tricon_pays=4,
    flux_pays=5,
    fredon_pays=8,
)


@dataclass(frozen=True)
class Entry:
    """One combination of a hand, with the cards that form it, its points, its price and its clauses."""

    code: str
    cards: tuple[str, ...]
    points: int
    pays: int
    clauses: tuple[str, ...]


class Showdown(TypedDict):
    """Who wins a showdown, on what criterion, and by how much each ledger changes."""

    order: list[str]
    winner: str
    criterion: str | None
    payments: dict[str, int]


# What can be asked of a few cards.


def _pips(cards: Cards) -> int:
    """Sum of the numbers on the cards, an ace being 1 (`vinegret.pack`)."""
    return sum(RANKS.index(card[0]) + 1 for card in cards)


def _suits(cards: Cards) -> set[str]:
    return {card[1] for card in cards}


def _of_one_suit(cards: Cards) -> bool:
    return len(_suits(cards)) == 1


def _of_different_suits(cards: Cards) -> bool:
    return len(_suits(cards)) == len(cards)


def _of_one_rank(cards: Cards) -> bool:
    return len({card[0] for card in cards}) == 1


def _consecutive(cards: Cards) -> bool:
    """Whether the ranks follow one another without a gap: ten high, ace low, no wrap (`vinegret.pack`)."""
    return "".join(sorted((card[0] for card in cards), key=RANKS.index)) in RANKS


def _rest(hand: Cards, cards: Cards) -> Cards:
    """Return the cards of the hand that are not among the cards given."""
    return tuple(card for card in hand if card not in cards)


# The rows of the table, weakest first: each gives all sets of cards of the hand that answer its description.


def _points(hand: Cards) -> list[Cards]:
    """Two or three cards of one suit, being all that the hand has of that suit (`vinegret.point`)."""
    return [
        cards
        for size in (2, 3)
        for cards in subsets(hand, size)
        if _of_one_suit(cards) and not _suits(cards) & _suits(_rest(hand, cards))
    ]


def _primes(hand: Cards) -> list[Cards]:
    """Four cards of four different suits, 30 points or fewer (`vinegret.prime`)."""
    return [
        cards
        for cards in subsets(hand, 4)
        if _of_different_suits(cards) and _pips(cards) <= PRIME_LIMIT
    ]


def _grand_primes(hand: Cards) -> list[Cards]:
    """Four cards of four different suits, more than 30 points (`vinegret.grand-prime`)."""
    return [
        cards
        for cards in subsets(hand, 4)
        if _of_different_suits(cards) and _pips(cards) > PRIME_LIMIT
    ]


def _sequences(hand: Cards) -> list[Cards]:
    """Three consecutive cards of one suit; the fourth, if any, of another suit (`vinegret.sequence`)."""
    return [
        cards
        for cards in subsets(hand, 3)
        if _of_one_suit(cards)
        and _consecutive(cards)
        and not _suits(cards) & _suits(_rest(hand, cards))
    ]


def _tricons(hand: Cards) -> list[Cards]:
    """Three cards of one rank; the fourth, if any, repeats one of their suits (`vinegret.tricon`)."""
    return [
        cards
        for cards in subsets(hand, 3)
        if _of_one_rank(cards) and all(card[1] in _suits(cards) for card in _rest(hand, cards))
    ]


def _fluxes(hand: Cards) -> list[Cards]:
    """Four cards of one suit (`vinegret.flux`)."""
    return [cards for cards in subsets(hand, 4) if _of_one_suit(cards)]


def _tricon_primes(hand: Cards) -> list[Cards]:
    """Four cards, three of them of one rank and the last of the missing suit (`vinegret.double`)."""
    return [
        cards
        for cards in subsets(hand, 4)
        if _of_different_suits(cards) and any(_of_one_rank(three) for three in subsets(cards, 3))
    ]


def _flux_sequences(hand: Cards) -> list[Cards]:
    """Four cards of one suit, three or four of them consecutive (`vinegret.double`)."""
    return [
        cards
        for cards in subsets(hand, 4)
        if _of_one_suit(cards)
        and any(_consecutive(run) for size in (3, 4) for run in subsets(cards, size))
    ]


def _fredons(hand: Cards) -> list[Cards]:
    """Four cards of one rank (`vinegret.fredon`)."""
    return [cards for cards in subsets(hand, 4) if _of_one_rank(cards)]


TABLE: dict[str, Callable[[Cards], list[Cards]]] = {
    "point": _points,
    "prime": _primes,
    "grand-prime": _grand_primes,
    "sequence": _sequences,
    "tricon": _tricons,
    "flux": _fluxes,
    "tricon-prime": _tricon_primes,
    "flux-sequence": _flux_sequences,
    "fredon": _fredons,
}
CODES = tuple(TABLE)


# What is inside a double, and inside a fredon.


def _tricon_inside(cards: Cards) -> Cards:
    """Return the three cards of one rank of a tricon-prime."""
    (three,) = (three for three in subsets(cards, 3) if _of_one_rank(three))
    return three


def _sequence_inside(cards: Cards) -> Cards:
    """Return the longest run of a flux-sequence: of runs only the longest counts."""
    if _consecutive(cards):
        return cards
    (run,) = (run for run in subsets(cards, 3) if _consecutive(run))
    return run


def _prime_inside(cards: Cards) -> str:
    """Tell which of the two primes four cards of four different suits are."""
    return "grand-prime" if _pips(cards) > PRIME_LIMIT else "prime"


def _parts(code: str, cards: Cards) -> list[tuple[str, Cards]]:
    """Parts of a double or a fredon; a fredon counts no tricon, and a simple combination has no parts."""
    if code == "flux-sequence":
        return [("flux", cards), ("sequence", _sequence_inside(cards))]
    if code == "tricon-prime":
        return [("tricon", _tricon_inside(cards)), (_prime_inside(cards), cards)]
    if code == "fredon":
        return [(_prime_inside(cards), cards)]
    return []


def _points_of(code: str, cards: Cards) -> int:
    """Pips of the cards that form it; for a double, of those that decide inside its class."""
    if code == "tricon-prime":
        return _pips(_tricon_inside(cards))
    if code == "flux-sequence":
        return _pips(_sequence_inside(cards))
    return _pips(cards)


def _pays(code: str, cards: Cards, prices: Prices) -> int:
    """Price of a combination: a double pays what its parts would pay, a fredon its prime besides."""
    of_parts = sum(_pays(part, its_cards, prices) for part, its_cards in _parts(code, cards))
    grand_prime = prices.prime_pays if prices.grand_prime_pays is None else prices.grand_prime_pays
    own = {
        "point": prices.point_pays,
        "prime": prices.prime_pays,
        "grand-prime": grand_prime,
        "sequence": prices.sequence_pays,
        "tricon": prices.tricon_pays,
        "flux": prices.flux_pays,
        "tricon-prime": 0,
        "flux-sequence": 0,
        "fredon": prices.fredon_pays,
    }
    return own[code] + of_parts


def _clauses(code: str, cards: Cards) -> tuple[str, ...]:
    """Clauses that a combination rests on: its own, or `vinegret.double`, and those of its parts."""
    own = "double" if code in {"tricon-prime", "flux-sequence"} else code
    return tuple(
        f"vinegret.{clause}" for clause in (own, *(part for part, _ in _parts(code, cards)))
    )


def _checked(hand: Sequence[str], smallest: int) -> Cards:
    """Return the hand as a tuple, once it is known to be a possible one."""
    cards = tuple(hand)
    different_cards = len(set(cards)) == len(cards) and set(cards) <= set(PACK)
    if not different_cards or not smallest <= len(cards) <= FULL_HAND:
        message = f"not a hand of Vinegret: {cards}"
        raise ValueError(message)
    return cards


def _best(hand: Cards) -> tuple[str, Cards] | None:
    """Highest class that the hand has (`vinegret.best`); of two points the better, then suits c d h s."""
    for code in reversed(CODES):
        found = TABLE[code](hand)
        if found:
            most = max(_points_of(code, cards) for cards in found)
            equals = [cards for cards in found if _points_of(code, cards) == most]
            return code, min(equals, key=lambda cards: SUITS.index(cards[0][1]))
    return None


def combinations(hand: Sequence[str], prices: Prices) -> list[Entry]:
    """List the combinations of two, three or four cards: the best, its parts, and a point for each suit.

    The order is class, then points, both from the highest down, then suit c d h s; so the best is the first.
    The list is empty when the cards have no combination.
    """
    held = _checked(hand, SMALLEST_HAND)
    best = _best(held)
    if best is None:
        return []
    listed = [best, *_parts(*best)]
    listed += [("point", cards) for cards in _points(held) if ("point", cards) != best]
    listed.sort(
        key=lambda item: (-CODES.index(item[0]), -_points_of(*item), SUITS.index(item[1][0][1])),
    )
    return [
        Entry(
            code, cards, _points_of(code, cards), _pays(code, cards, prices), _clauses(code, cards)
        )
        for code, cards in listed
    ]


def _best_of_four(hand: Sequence[str]) -> tuple[str, Cards]:
    """Return the best of a full hand, which always has at least a point or a prime (`vinegret.best`)."""
    best = _best(_checked(hand, FULL_HAND))
    if best is None:
        message = f"four cards without a combination: {tuple(hand)}"
        raise AssertionError(message)
    return best


def _inside_the_class(code: str, a: Cards, b: Cards) -> list[tuple[str, int, int]]:
    """Criteria between two combinations of one class in the order they are tried, with what each side has."""
    if code == "point":
        return [("cards", len(a), len(b)), ("points", _pips(a), _pips(b))]
    if code == "flux-sequence":
        run_of_a, run_of_b = _sequence_inside(a), _sequence_inside(b)
        return [
            ("cards", len(run_of_a), len(run_of_b)),
            ("points", _pips(run_of_a), _pips(run_of_b)),
            ("points", _pips(a), _pips(b)),
        ]
    if code == "tricon-prime":
        return [("points", _pips(_tricon_inside(a)), _pips(_tricon_inside(b)))]
    return [("points", _pips(a), _pips(b))]


def _separate(a: Sequence[str], b: Sequence[str]) -> tuple[str, bool | None]:
    """Tell the first criterion on which two hands differ, and whether it speaks for the first of them."""
    code_of_a, cards_of_a = _best_of_four(a)
    code_of_b, cards_of_b = _best_of_four(b)
    if code_of_a != code_of_b:
        return "class", CODES.index(code_of_a) > CODES.index(code_of_b)
    for criterion, has_a, has_b in _inside_the_class(code_of_a, cards_of_a, cards_of_b):
        if has_a != has_b:
            return criterion, has_a > has_b
    return "seat", None


def beats(a: Sequence[str], b: Sequence[str]) -> bool | None:
    """Whether four-card hand a beats b before seats are looked at; None for an exact tie."""
    return _separate(a, b)[1]


def decided_by(a: Sequence[str], b: Sequence[str]) -> str:
    """Tell what separates two four-card hands: "class", "cards", "points", or "seat" for an exact tie."""
    return _separate(a, b)[0]


def counts() -> dict[str, int]:
    """Count the best combinations of all four-card hands.

    Points are told apart by their cards, as in "point/3", and flux-sequences by the cards in sequence.
    """
    found: dict[str, int] = {}
    for hand in subsets(PACK, FULL_HAND):
        code, cards = _best_of_four(hand)
        key = code
        if code == "point":
            key = f"{code}/{len(cards)}"
        elif code == "flux-sequence":
            key = f"{code}/{len(_sequence_inside(cards))}"
        found[key] = found.get(key, 0) + 1
    return found


def showdown(
    hands: Sequence[tuple[str, Sequence[str]]],
    others: Sequence[str],
    pool: int,
    prices: Prices,
) -> Showdown:
    """Settle a showdown: `hands` are those shown, in order of speaking, `others` the rest of the table.

    The best hand takes the pool, and every other player at the table, shown or not, pays its holder the price
    of his best combination (`vinegret.showdown`, `vinegret.payment`). An exact tie goes to the one who speaks
    first (`vinegret.tie`). The criterion is what separates the winner from the next best; None with one hand.
    """
    table = [*(player for player, _ in hands), *others]
    if not hands or len(set(table)) != len(table):
        message = f"a showdown needs a hand and players who are all different: {table}"
        raise ValueError(message)
    left = list(hands)
    ranked: list[tuple[str, Sequence[str]]] = []
    while left:
        ahead = left[0]
        for rival in left[1:]:
            if beats(rival[1], ahead[1]):
                ahead = rival
        ranked.append(ahead)
        left.remove(ahead)
    winner, winning_hand = ranked[0]
    criterion = None
    for _, next_best in ranked[1:2]:
        criterion = decided_by(winning_hand, next_best)
    code, cards = _best_of_four(winning_hand)
    price = _pays(code, cards, prices)
    payments = dict.fromkeys(table, -price)
    payments[winner] = pool + price * (len(table) - 1)
    return {
        "order": [player for player, _ in ranked],
        "winner": winner,
        "criterion": criterion,
        "payments": payments,
    }

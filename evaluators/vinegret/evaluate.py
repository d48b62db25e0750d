"""What a Vinegret hand is worth: its combinations, their prices, and how strong it is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, groupby, product
from typing import Annotated, NamedTuple

import numpy as np

from evaluators.cards import CARDS, Card, Suit
from evaluators.forms import Count, Form, Says
from evaluators.game import Answer, Combination
from evaluators.kept import Array, kept
from evaluators.vinegret.rules import FULL_HAND, PACK, PIPS, RULEBOOK, Options

Hand = tuple[Card, ...]


class Class(StrEnum):
    """The classes of combinations, weakest first."""

    POINT = "point"
    PRIME = "prime"
    GRAND_PRIME = "grand-prime"
    SEQUENCE = "sequence"
    TRICON = "tricon"
    FLUX = "flux"
    TRICON_PRIME = "tricon-prime"
    FLUX_SEQUENCE = "flux-sequence"
    FREDON = "fredon"


ORDER = {kind: place for place, kind in enumerate(Class)}
DOUBLES = frozenset({Class.TRICON_PRIME, Class.FLUX_SEQUENCE})
"""The combinations made of two others (`vinegret.double`)."""
GRAND_PRIME_ABOVE = 30
"""A prime of more points than this is a grand prime (`vinegret.grand-prime`)."""
RUN = 3
"""Cards in a sequence, at least (`vinegret.sequence`)."""
_SUITS = tuple(Suit)


class Found(NamedTuple):
    """A combination in a hand: its class, the cards that form it, its parts if it is a double.

    `decisive` are the cards whose number and points decide inside the class.
    """

    kind: Class
    cards: Hand
    decisive: Hand
    parts: tuple["Found", ...] = ()

    @property
    def points(self) -> int:
        """The pips of the decisive cards."""
        return points_of(self.decisive)


class Standing(NamedTuple):
    """What ranks one hand against another: compared field by field, the first difference decides.

    `length` counts where more cards beat fewer: the cards of a point, those in sequence of a
    flux-sequence. `flux_points` is the last test between two flux-sequences.
    """

    kind: int
    length: int
    points: int
    flux_points: int


def points_of(cards: Hand) -> int:
    """The sum of the cards' pips."""
    return sum(PIPS[card] for card in cards)


def _simple(kind: Class, cards: Hand) -> Found:
    return Found(kind, cards, cards)


def _by_suit(hand: Hand) -> Iterator[Hand]:
    """The cards of each suit that the hand has, in suit order."""
    suits = [card.suit for card in hand]
    for suit in _SUITS:
        if suit in suits:
            yield tuple([card for card in hand if card.suit is suit])


def _point(suits: Iterable[Hand]) -> Iterator[Found]:
    """`vinegret.point`: two or three cards of a suit, one point for each such suit."""
    for cards in suits:
        if 1 < len(cards) < FULL_HAND:
            yield _simple(Class.POINT, cards)


def _prime(hand: Hand) -> Iterator[Found]:
    """`vinegret.prime`, `vinegret.grand-prime`: four cards of four suits."""
    if len({card.suit for card in hand}) == FULL_HAND:
        grand = points_of(hand) > GRAND_PRIME_ABOVE
        yield _simple(Class.GRAND_PRIME if grand else Class.PRIME, hand)


def _sequence(suits: Iterable[Hand]) -> Iterator[Found]:
    """`vinegret.sequence`: three or four consecutive cards of one suit, the longest run only."""
    for of_suit in suits:
        if len(of_suit) < RUN:
            continue
        in_order = sorted(of_suit, key=PIPS.__getitem__)
        steps = groupby(enumerate(in_order), key=lambda place: PIPS[place[1]] - place[0])
        for _, run in steps:
            cards = {card for _, card in run}
            if len(cards) >= RUN:
                yield _simple(Class.SEQUENCE, tuple(card for card in of_suit if card in cards))


def _of_a_rank(hand: Hand, number: int) -> Iterator[Hand]:
    ranks = [card.rank for card in hand]
    if len(set(ranks)) > len(hand) - number + 1:
        return
    for place, rank in enumerate(ranks):
        if ranks.count(rank) == number and ranks.index(rank) == place:
            yield tuple([card for card in hand if card.rank is rank])


def _tricon(hand: Hand) -> Iterator[Found]:
    """`vinegret.tricon`: three cards of one rank."""
    for three in _of_a_rank(hand, 3):
        yield _simple(Class.TRICON, three)


def _flux(hand: Hand) -> Iterator[Found]:
    """`vinegret.flux`: four cards of one suit."""
    if len(hand) == FULL_HAND and len({card.suit for card in hand}) == 1:
        yield _simple(Class.FLUX, hand)


def _double(
    hand: Hand,
    tricons: Iterable[Found],
    primes: Iterable[Found],
    fluxes: Iterable[Found],
    sequences: Iterable[Found],
) -> Iterator[Found]:
    """`vinegret.double`: combinations made of two others."""
    for tricon in tricons:
        for prime in primes:
            yield Found(Class.TRICON_PRIME, hand, tricon.cards, (tricon, prime))
    for flux in fluxes:
        for sequence in sequences:
            yield Found(Class.FLUX_SEQUENCE, hand, sequence.cards, (flux, sequence))


def _fredon(hand: Hand, primes: tuple[Found, ...]) -> Iterator[Found]:
    """`vinegret.fredon`: four cards of one rank, which are a prime as well."""
    for four in _of_a_rank(hand, FULL_HAND):
        yield Found(Class.FREDON, four, four, primes)


def found_in(hand: Hand) -> tuple[Found, ...]:
    """All combinations of a hand of two to four cards, strongest first; the first is the hand's.

    Order: class, then points, then suit (`vinegret.best`).
    """
    suits = tuple(_by_suit(hand))
    primes, sequences = tuple(_prime(hand)), tuple(_sequence(suits))
    tricons, fluxes = tuple(_tricon(hand)), tuple(_flux(hand))
    doubles = _double(hand, tricons, primes, fluxes, sequences)
    simple = (*_point(suits), *primes, *sequences, *tricons, *fluxes)
    found = (*simple, *doubles, *_fredon(hand, primes))
    return tuple(sorted(found, key=lambda each: (ORDER[each.kind], each.points), reverse=True))


def standing(hand: Hand) -> Standing:
    """How a full hand ranks among all; equal exactly when the rules call it a tie."""
    return standing_of(found_in(hand)[0], hand)


def standing_of(best: Found, hand: Hand) -> Standing:
    """The same, where the hand's best combination is known."""
    counts_cards = best.kind in {Class.POINT, Class.FLUX_SEQUENCE}
    return Standing(
        kind=ORDER[best.kind],
        length=len(best.decisive) if counts_cards else 0,
        points=best.points,
        flux_points=points_of(hand) if best.kind is Class.FLUX_SEQUENCE else 0,
    )


@cache
def ranking() -> dict[Standing, int]:
    """Every standing a full hand can have, with its strength: 1 is the weakest."""
    standings = kept(f"{__name__}-standings", _standings).tolist()
    return {Standing(*each): strength for strength, each in enumerate(standings, 1)}


def _standings() -> Array:
    """The standings of all full hands, the weakest first, a row each."""
    return np.array(sorted({standing(hand) for hand in _hands_up_to_suits()}))


def _hands_up_to_suits() -> Iterator[Hand]:
    """Full hands such that every other full hand is one of them with the suits renamed."""
    one, two, three = (tuple(combinations(PACK.ranks, number)) for number in (1, 2, 3))
    pairs = combinations_with_replacement(one, 2)
    shapes = (
        ((four, "cccc") for four in combinations(PACK.ranks, 4)),
        ((a + b, "cccd") for a, b in product(three, one)),
        ((a + b, "ccdd") for a, b in combinations_with_replacement(two, 2)),
        ((a + b + c, "ccdh") for a, (b, c) in product(two, tuple(pairs))),
        ((four, "cdhs") for four in combinations_with_replacement(PACK.ranks, 4)),
    )
    for shape in shapes:
        for ranks, suits in shape:
            yield tuple(CARDS[rank + suit] for rank, suit in zip(ranks, suits, strict=True))


def pays(kind: Class, parts: Iterable[Class], options: Options) -> int:
    """The price of a combination in tokens, from each opponent; a double pays its parts."""
    of_parts = sum(pays(part, (), options) for part in parts)
    if kind is Class.FREDON:
        return options.fredon_pays + of_parts
    if kind in DOUBLES:
        return of_parts
    grand = options.grand_prime_pays
    prices = {
        Class.POINT: options.point_pays,
        Class.PRIME: options.prime_pays,
        Class.GRAND_PRIME: options.prime_pays if grand is None else grand,
        Class.SEQUENCE: options.sequence_pays,
        Class.TRICON: options.tricon_pays,
        Class.FLUX: options.flux_pays,
    }
    return prices[kind]


def _clauses(kind: Class, parts: tuple[Class, ...]) -> tuple[str, ...]:
    own = "double" if kind in DOUBLES else kind
    return (f"vinegret.{own}", *(f"vinegret.{part}" for part in parts))


def combination(found: Found, options: Options) -> Combination:
    """A combination with its name, price and clauses."""
    price, clauses = _told(found.kind, tuple([part.kind for part in found.parts]), options)
    return Combination(
        code=found.kind,
        name=RULEBOOK.combinations[found.kind],
        cards=found.cards,
        points=found.points,
        pays=price,
        clauses=clauses,
    )


@lru_cache(maxsize=1024)
def _told(kind: Class, parts: tuple[Class, ...], options: Options) -> tuple[int, tuple[str, ...]]:
    """The price of a combination, and its clauses."""
    return pays(kind, parts, options), _clauses(kind, parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A hand to be valued."""

    hand: Annotated[
        tuple[Card, ...],
        Count(2, FULL_HAND, ("vinegret.first-cards", "vinegret.second-cards")),
        Says("Two to four cards; fewer than four with what they contain so far."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(Answer):
    """What the hand contains and how strong it is."""

    hand: Annotated[tuple[Card, ...], Says("The hand, in the order it was given.")]
    best: Annotated[Combination | None, Says("The first of `combinations`, null if none.")]
    combinations: Annotated[tuple[Combination, ...], Says("All it contains, strongest first.")]
    strength: Annotated[
        int | None,
        Says("Rank among all full hands, 1 weakest; equal on a tie; null with fewer cards."),
    ]
    strength_max: Annotated[int, Says("The strength of the strongest hand.")]

    def combinations_seen(self) -> tuple[str, ...]:
        """The hand's best."""
        return (self.best.code,) if self.best else ()


def evaluate(question: Question, options: Options) -> Evaluation:
    """The combinations of a hand of two to four cards, their prices in tokens, and its strength."""
    hand = question.hand
    found = found_in(hand)
    combinations = tuple(combination(each, options) for each in found)
    full = len(hand) == FULL_HAND
    return Evaluation(
        hand=hand,
        best=combinations[0] if combinations else None,
        combinations=combinations,
        strength=ranking()[standing_of(found[0], hand)] if full else None,
        strength_max=len(ranking()),
    )

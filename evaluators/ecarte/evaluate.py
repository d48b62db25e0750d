"""What an Écarté hand is before play: its trumps, the king, and the hands to play by rule."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from evaluators.cards import Card, Rank, Suit
from evaluators.ecarte.rules import PACK, RULEBOOK, FullHand, Options, Role, Trump
from evaluators.forms import Form, Says
from evaluators.game import Answer, Combination
from evaluators.texts import Phrase

_COURTS = frozenset({Rank.KING, Rank.QUEEN, Rank.JACK})
_KING_OR_QUEEN = frozenset({Rank.KING, Rank.QUEEN})
CLAUSE = "ecarte.jeux-de-regle"


@dataclass(frozen=True, slots=True)
class _Sorted:
    """A hand parted into trumps and plain cards."""

    trumps: tuple[Card, ...]
    plain: tuple[Card, ...]

    def suits(self, at_least: int) -> Iterator[tuple[Card, ...]]:
        """The plain cards of each suit that has so many of them."""
        for suit in Suit:
            cards = tuple(card for card in self.plain if card.suit is suit)
            if len(cards) >= at_least:
                yield cards

    def ranks(self, ranks: frozenset[Rank]) -> int:
        """How many plain cards have one of these ranks."""
        return sum(card.rank in ranks for card in self.plain)


def _headed(cards: Sequence[Card], ranks: frozenset[Rank]) -> bool:
    """Whether the highest of the cards has one of the ranks."""
    return max(cards, key=PACK.height.__getitem__).rank in ranks


def _three_of_suit_and_court(hand: _Sorted) -> bool:
    for fifth in hand.plain:
        three = tuple(card for card in hand.plain if card is not fifth)
        one_suit = len({card.suit for card in three}) == 1
        if one_suit and _headed(three, _KING_OR_QUEEN) and fifth.rank in _KING_OR_QUEEN:
            return True
    return False


_JEUX: dict[str, Callable[[_Sorted], bool]] = {
    "three-trumps": lambda hand: len(hand.trumps) >= 3,
    "two-trumps-three-of-suit": lambda hand: len(hand.trumps) == 2 and any(hand.suits(3)),
    "two-trumps-guarded": lambda hand: (
        len(hand.trumps) == 2 and any(_headed(suit, _KING_OR_QUEEN) for suit in hand.suits(2))
    ),
    "one-trump-four-of-suit": lambda hand: (
        len(hand.trumps) == 1
        and any(_headed(suit, frozenset({Rank.KING})) for suit in hand.suits(4))
    ),
    "one-trump-tierce": lambda hand: (
        len(hand.trumps) == 1
        and any({card.rank for card in suit} >= _COURTS for suit in hand.suits(3))
    ),
    "one-trump-three-of-suit-and-court": lambda hand: (
        len(hand.trumps) == 1 and _three_of_suit_and_court(hand)
    ),
    "three-queens": lambda hand: not hand.trumps and hand.ranks(frozenset({Rank.QUEEN})) == 3,
    "four-courts": lambda hand: not hand.trumps and hand.ranks(_COURTS) >= 4,
}
"""The jeux de règle, in the order in which they are looked for (`ecarte.jeux-de-regle`)."""


def jeux(hand: Sequence[Card], trump: Suit) -> tuple[str, ...]:
    """The codes of all jeux de règle that a hand matches, in their order."""
    parted = _Sorted(
        tuple(card for card in hand if card.suit is trump),
        tuple(card for card in hand if card.suit is not trump),
    )
    return tuple(code for code, matches in _JEUX.items() if matches(parted))


def contained(hand: tuple[Card, ...], trump: Suit) -> tuple[Combination, ...]:
    """The jeux de règle that a hand matches, as combinations of all its cards."""
    return tuple(
        Combination(code, RULEBOOK.combinations[code], hand, None, None, (CLAUSE,))
        for code in jeux(hand, trump)
    )


def king_of(trump: Suit, hand: Sequence[Card]) -> bool:
    """Whether the hand holds the king of trumps."""
    return any(card.rank is Rank.KING and card.suit is trump for card in hand)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A hand of five, before play."""

    hand: FullHand
    trump: Trump
    role: Annotated[Role, Says("Whose hand it is; changes the advice only.")] = Role.ELDER


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(Answer):
    """What the hand is worth before play."""

    hand: Annotated[tuple[Card, ...], Says("The hand, in the order it was given.")]
    trump: Trump
    best: Annotated[Combination | None, Says("The first of `combinations`, null if none.")]
    combinations: Annotated[tuple[Combination, ...], Says("All jeux de règle it matches.")]
    trumps: Annotated[int, Says("How many trumps it holds.")]
    holds_king: Annotated[bool, Says("Whether it holds the king of trumps.")]
    king_exception: Annotated[
        bool, Says("A jeu de règle with the king of trumps: exchange all the same.")
    ]
    pays: Annotated[int, Says("Points the hand scores before play: 1 for the king, or 0.")]
    advice: Annotated[
        Phrase, Says("What the elder should say by rule; the rules advise no dealer.")
    ]
    clauses: Annotated[tuple[str, ...], Says("What the advice and the point rest on.")]
    strength: Annotated[int | None, Says("Null: hands of a trick game have no total order.")] = None
    strength_max: Annotated[int | None, Says("Null likewise.")] = None

    def combinations_seen(self) -> tuple[str, ...]:
        """The first jeu de règle."""
        return (self.best.code,) if self.best else ()


def evaluate(question: Question, options: Options) -> Evaluation:
    """The jeux de règle a hand matches, and the point for the king of trumps."""
    del options  # none of them changes what a hand is
    hand, trump = question.hand, question.trump
    found = contained(hand, trump)
    king = king_of(trump, hand)
    return Evaluation(
        hand=hand,
        trump=trump,
        best=found[0] if found else None,
        combinations=found,
        trumps=sum(card.suit is trump for card in hand),
        holds_king=king,
        king_exception=king and bool(found),
        pays=int(king),
        advice=_advice(question.role, by_rule=bool(found), king=king),
        clauses=(CLAUSE, "ecarte.king") if king else (CLAUSE,),
    )


def _advice(role: Role, *, by_rule: bool, king: bool) -> Phrase:
    """What the elder does by rule; the rules name no such hands for the dealer."""
    if role is Role.DEALER:
        return RULEBOOK.phrase("advice", "dealer")
    stand = "propose-with-king" if king else "play"
    return RULEBOOK.phrase("advice", stand if by_rule else "propose")

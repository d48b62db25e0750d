"""What may be done at a turn in Zhiletka, and why a move may not be made.

Each `refuse_…` function holds the rule of one kind of action and returns why a move breaks it, or
None. Whatever asks about legality asks here, situations and records.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations

from evaluators.cards import Card, Suit
from evaluators.game import Move, Refusal, refusal
from evaluators.tricks import beats
from evaluators.zhiletka.evaluate import alike
from evaluators.zhiletka.rules import MOST_LED, PACK, RULEBOOK


@dataclass(frozen=True, slots=True)
class Turn:
    """What counts at a player's turn: of an attack how many cards the defender holds."""

    phase: str
    hand: tuple[Card, ...]
    defender_cards: int = 0
    attack: tuple[Card, ...] = ()
    trump: Suit | None = None


PHASES: Mapping[str, tuple[str, ...]] = {"attack": ("attack",), "defence": ("beat", "take")}
"""The actions whose turn it is in each phase, in the order in which moves are listed."""

CLAUSE_OF: Mapping[str, str] = {
    "attack": "zhiletka.attack",
    "beat": "zhiletka.defence",
    "take": "zhiletka.defence",
}
"""The clause that describes each action."""


refusal_of = partial(refusal, RULEBOOK)
"""A refusal with the text of its code."""


def conceivable(turn: Turn) -> Iterator[Move]:
    """The moves a player might think of, in the order in which they are listed."""
    hand = PACK.in_order(turn.hand)
    if turn.phase == "attack":
        for number in range(1, MOST_LED + 1):
            yield from (Move("attack", cards=cards) for cards in combinations(hand, number))
    else:
        yield from (Move("beat", cards=cards) for cards in combinations(hand, len(turn.attack)))
        yield Move("take")


RESTING_ON: Mapping[str, tuple[str, ...]] = {
    "attack": ("zhiletka.attack", "zhiletka.attack-size"),
    "defence": ("zhiletka.defence", "zhiletka.beat", "zhiletka.defence-set", "zhiletka.take"),
}
"""The clauses that say what may be done in each phase."""


def refuse(move: Move, turn: Turn) -> Refusal | None:
    """Why a move may not be made, None if it may: its phase, then the tests of the action."""
    if refusal := refuse_phase(move.action, turn.phase):
        return refusal
    if move.cards is None:
        return None
    if turn.phase == "attack":
        return refuse_attack(move.cards, turn.hand, turn.defender_cards)
    return refuse_beat(move.cards, turn.hand, turn.attack, turn.trump)


def refuse_phase(action: str, phase: str) -> Refusal | None:
    """`wrong-phase`: an attack is not a defence."""
    if action in PHASES[phase]:
        return None
    return refusal_of("wrong-phase", CLAUSE_OF[action], action=action, phase=phase)


def refuse_attack(
    cards: Sequence[Card], hand: Sequence[Card], defender_cards: int
) -> Refusal | None:
    """Whether these cards may be led: one, or two of one suit or rank, and not too many."""
    if not cards:
        return refusal_of("wrong-count", "zhiletka.attack")
    if alike(cards) is None:
        return refusal_of("cards-not-alike", "zhiletka.attack")
    if len(cards) > MOST_LED:
        return refusal_of("too-many-cards", "zhiletka.attack")
    refusal = refuse_size(cards, defender_cards)
    return refusal or _refuse_unheld(cards, hand, "zhiletka.attack")


def refuse_size(cards: Sequence[Card], defender_cards: int) -> Refusal | None:
    """Whether the defender holds enough cards to answer so many (`zhiletka.attack-size`)."""
    if len(cards) <= defender_cards:
        return None
    counts = {"count": len(cards), "defender_cards": defender_cards}
    return refusal_of("more-than-defender-holds", "zhiletka.attack-size", **counts)


def refuse_beat(
    cards: Sequence[Card], hand: Sequence[Card], attack: Sequence[Card], trump: Suit | None
) -> Refusal | None:
    """Whether these cards beat all that was led, in some pairing (`zhiletka.defence-set`)."""
    if len(cards) != len(attack):
        return refusal_of("not-one-for-each", "zhiletka.defence", count=len(attack))
    if not any(
        all(beats(card, led, PACK, trump) for card, led in zip(some, attack, strict=True))
        for some in permutations(cards)
    ):
        return refusal_of("does-not-beat", "zhiletka.beat")
    return _refuse_unheld(cards, hand, "zhiletka.defence")


def _refuse_unheld(cards: Sequence[Card], hand: Sequence[Card], clause: str) -> Refusal | None:
    unheld = next((card for card in cards if card not in hand), None)
    return None if unheld is None else refusal_of("card-not-held", clause, card=unheld)

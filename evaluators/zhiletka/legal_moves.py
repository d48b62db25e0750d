"""What a Zhiletka player may do, from what he himself can know."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, Literal

from evaluators.cards import Card, Suit
from evaluators.faults import Fault, fault, miscounted
from evaluators.forms import ABSENT, Absent, Between, Count, Form, Given, Says
from evaluators.game import Move, Refusal
from evaluators.moves import LegalMoves, sorted_out
from evaluators.zhiletka.evaluate import alike
from evaluators.zhiletka.refusals import (
    refusal_of,
    refuse_attack,
    refuse_beat,
    refuse_phase,
    refuse_size,
)
from evaluators.zhiletka.rules import HAND_LIMITS, MOST_LED, PACK, Options

_MOST = HAND_LIMITS[1] - 1
_LIMIT = ("zhiletka.six",)
_Hand = Annotated[
    tuple[Card, ...], Count(1, _MOST, _LIMIT), Says("One card to one less than `hand_limit`.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Form):
    """The leader's turn."""

    phase: Literal["attack"]
    hand: _Hand
    defender_cards: Annotated[
        int, Between(1, _MOST), Says("Cards that the player to be attacked holds.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Defence(Form):
    """The turn of the player who is attacked."""

    phase: Literal["defence"]
    hand: _Hand
    attack: Annotated[
        tuple[Card, ...], Count(1, MOST_LED, ("zhiletka.attack",)), Says("The cards led.")
    ]
    trump: Annotated[Suit, Says("The trump suit.")]

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """An attack that could not have been made, or with a card that the player holds."""
        hand, attack = given.get("hand", ()), given.get("attack", ())
        for index, card in enumerate(attack):
            if card is not None and card in hand:
                facts = {"card": str(card), "place": index + 1}
                text = "card-also-in-hand"
                yield fault("duplicate-card", "attack", index, text=text, facts=facts)
        if None in attack or not attack:
            return
        if alike(attack) is None:
            yield _unlawful(refusal_of("cards-not-alike", "zhiletka.attack"))
        elif hand and None not in hand and (refusal := refuse_size(attack, len(hand))):
            yield _unlawful(refusal)


Situation = Attack | Defence


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A situation, and perhaps one move to be judged in it."""

    situation: Situation
    move: Annotated[Move | Absent, Says("A move to be judged.")] = ABSENT

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """More cards than a player still in the game can hold."""
        situation = given.get("situation") or {}
        most = options.hand_limit - 1
        held = len(situation.get("hand", (None,)))
        if not 1 <= held <= most:
            yield miscounted(1, most, held, text="wrong-number-of-cards", clauses=_LIMIT).at(
                "situation", "hand"
            )
        if not 1 <= situation.get("defender_cards", 1) <= most:
            facts = {"min": 1, "max": most}
            where = ("situation", "defender_cards")
            yield fault("out-of-range", *where, clauses=_LIMIT, facts=facts)


def _unlawful(refusal: Refusal) -> Fault:
    """The fault of a given attack that is refused."""
    return Fault(refusal.code, refusal.text, ("attack",), refusal.clauses)


def refuse(move: Move, situation: Situation) -> Refusal | None:
    """Why a move may not be made in a situation, None if it may."""
    if refusal := refuse_phase(move.action, situation.phase):
        return refusal
    match situation, move:
        case Attack(hand=hand, defender_cards=defender_cards), Move(cards=tuple(cards)):
            return refuse_attack(cards, hand, defender_cards)
        case Defence(hand=hand, attack=attack, trump=trump), Move(cards=tuple(cards)):
            return refuse_beat(cards, hand, attack, trump)
        case _:
            return None


def _conceivable(situation: Situation) -> Iterator[Move]:
    """The moves a player might think of in a situation, in the order in which they are listed."""
    hand = PACK.in_order(situation.hand)
    if isinstance(situation, Attack):
        for number in range(1, MOST_LED + 1):
            yield from (Move("attack", cards=cards) for cards in combinations(hand, number))
    else:
        number = len(situation.attack)
        yield from (Move("beat", cards=cards) for cards in combinations(hand, number))
        yield Move("take")


def legal_moves(question: Question, options: Options) -> LegalMoves:
    """Every move allowed in a situation, those refused, and the move asked about."""
    del options  # they limit the hands, which were checked
    situation = question.situation
    return sorted_out(
        _conceivable(situation),
        lambda move: refuse(move, situation),
        _RESTING_ON[situation.phase],
        question.move,
    )


_RESTING_ON: Mapping[str, tuple[str, ...]] = {
    "attack": ("zhiletka.attack", "zhiletka.attack-size"),
    "defence": ("zhiletka.defence", "zhiletka.beat", "zhiletka.defence-set"),
}
"""The clauses that say what may be done in each phase."""

"""What a Zhiletka player may do, from what he himself can know."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from evaluators.cards import Card, Suit
from evaluators.faults import Fault, fault, miscounted
from evaluators.forms import ABSENT, Absent, Between, Count, Form, Given, Says
from evaluators.game import Refusal
from evaluators.moves import LegalMoves, sorted_out
from evaluators.position import PHASE, SITUATION, MovesQuestion
from evaluators.zhiletka.evaluate import alike
from evaluators.zhiletka.position import DEALS, Record
from evaluators.zhiletka.refusals import (
    RESTING_ON,
    Turn,
    conceivable,
    refusal_of,
    refuse,
    refuse_size,
)
from evaluators.zhiletka.rules import HAND_LIMITS, MOST_LED, Options

_MOST = HAND_LIMITS[1] - 1
_LIMIT = ("zhiletka.six",)
_Hand = Annotated[
    tuple[Card, ...], Count(1, _MOST, _LIMIT), Says("One card to one less than `hand_limit`.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Form):
    """The leader's turn."""

    phase: Annotated[Literal["attack"], PHASE]
    hand: _Hand
    defender_cards: Annotated[
        int, Between(1, _MOST), Says("Cards that the player to be attacked holds.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Defence(Form):
    """The turn of the player who is attacked."""

    phase: Annotated[Literal["defence"], PHASE]
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
        if None in attack or not 1 <= len(set(attack)) == len(attack) <= MOST_LED:
            return  # told already
        if alike(attack) is None:
            yield _unlawful(refusal_of("cards-not-alike", "zhiletka.attack"))
        elif hand and None not in hand and (refusal := refuse_size(attack, len(hand))):
            yield _unlawful(refusal)


Situation = Annotated[Attack | Defence, SITUATION]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(MovesQuestion):
    """A situation, or a record and perhaps whose eyes see it; and perhaps one move to be judged."""

    situation: Situation | Absent = ABSENT
    record: Record | Absent = ABSENT

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


def legal_moves(question: Question, options: Options) -> LegalMoves:
    """Every move allowed in a situation, those refused, and the move asked about."""
    if question.situation is ABSENT:
        return DEALS.legal_moves(question, options)
    turn = _turn(question.situation)
    return sorted_out(
        conceivable(turn), lambda move: refuse(move, turn), RESTING_ON[turn.phase], question.move
    )


def _turn(situation: Situation) -> Turn:
    if isinstance(situation, Attack):
        return Turn(situation.phase, situation.hand, situation.defender_cards)
    return Turn(situation.phase, situation.hand, attack=situation.attack, trump=situation.trump)

"""What a Solo Whist hand is certain of, contract by contract."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from evaluators.cards import Card, Suit
from evaluators.forms import ABSENT, Absent, Clauses, Form, Says
from evaluators.game import Answer, Combination
from evaluators.solo_whist.bounds import (
    Holding,
    holdings,
    is_safe,
    is_safe_lead,
    sure_led_tricks,
    sure_trump_tricks,
)
from evaluators.solo_whist.rules import (
    RULEBOOK,
    TERMS,
    Contract,
    FullHand,
    Options,
    Trumps,
    TurnedSuit,
    trumps_of,
)
from evaluators.solo_whist.settle import price_clauses
from evaluators.texts import Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A hand of thirteen, before the auction."""

    hand: FullHand
    turned_suit: TurnedSuit


IN_CLUBS, IN_DIAMONDS, IN_HEARTS, IN_SPADES, IN_ALL = (
    Says(f"Whether it cannot be lost in {suits} that others lead.")
    for suits in ("clubs", "diamonds", "hearts", "spades", "any suit")
)


@dataclass(frozen=True, slots=True)
class Safety:
    """Whether a misère is safe in each suit; `overall`: in all four."""

    c: Annotated[bool, IN_CLUBS]
    d: Annotated[bool, IN_DIAMONDS]
    h: Annotated[bool, IN_HEARTS]
    s: Annotated[bool, IN_SPADES]
    overall: Annotated[bool, IN_ALL]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What the hand is certain of in one contract."""

    contract: Annotated[Contract, Says("The contract's code, in all languages.")]
    name: Annotated[Phrase, Says("What it is called, in the language of the answer.")]
    tricks_needed: Annotated[int, Says("Tricks the side must make; 0: it may make none.")]
    pays: Annotated[
        int, Says("What each opponent pays for the contract, over- and undertricks aside.")
    ]
    sure_tricks: Annotated[
        int | None, Says("Tricks the hand makes whatever the other hands are; null in a misère.")
    ]
    trumps: Annotated[Suit | Absent, Says("The suit to name, where the declarer names it.")] = (
        ABSENT
    )
    safe: Annotated[Safety | Absent, Says("In a misère: the suits that cannot lose it.")] = ABSENT
    certain: Annotated[bool, Says("The contract cannot be lost, whoever leads.")]
    clauses: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(Answer):
    """What the hand is certain of."""

    hand: Annotated[tuple[Card, ...], Says("The hand, in the order it was given.")]
    turned_suit: TurnedSuit
    contracts: Annotated[tuple[Prospect, ...], Says("The seven contracts in auction order.")]
    best: Annotated[Combination | None, Says("Null: a hand of this game has no combinations.")] = (
        None
    )
    combinations: Annotated[tuple[Combination, ...], Says("None likewise.")] = ()
    strength: Annotated[int | None, Says("Null: hands of a trick game have no total order.")] = None
    strength_max: Annotated[int | None, Says("Null likewise.")] = None


def evaluate(question: Question, options: Options) -> Evaluation:
    """The bounds of all contracts for a hand; the declarer alone, without his partner's tricks."""
    suits = holdings(question.hand)
    turned = question.turned_suit
    return Evaluation(
        hand=question.hand,
        turned_suit=turned,
        contracts=tuple(_prospect(contract, suits, turned, options) for contract in Contract),
    )


def _prospect(
    contract: Contract, suits: Mapping[Suit, Holding], turned: Suit, options: Options
) -> Prospect:
    needed = TERMS[contract].tricks
    bound = "solo-whist.sure-tricks" if needed else "solo-whist.safe"
    trumps: Suit | Absent = ABSENT
    safe: Safety | Absent = ABSENT
    sure: int | None = None
    match trumps_of(contract, options):
        case _ if needed == 0:
            safe = _safety(suits)
        case Trumps.TURNED:
            sure = sure_trump_tricks(suits[turned])
        case Trumps.CHOSEN:
            trumps = max(Suit, key=lambda suit: sure_trump_tricks(suits[suit]))
            sure = sure_trump_tricks(suits[trumps])
        case _:  # no trumps: winners led one after the other
            sure = sum(map(sure_led_tricks, suits.values()))
    return Prospect(
        contract=contract,
        name=RULEBOOK.combinations[contract],
        tricks_needed=needed,
        pays=options.units[contract] * options.unit_size,
        sure_tricks=sure,
        trumps=trumps,
        safe=safe,
        certain=is_safe_misere(suits) if sure is None else sure >= needed,
        clauses=(*price_clauses(contract, options), bound),
    )


def is_safe_misere(suits: Mapping[Suit, Holding]) -> bool:
    """Whether a misère cannot be lost, even by who leads: all suits safe, one safe to lead."""
    return all(map(is_safe, suits.values())) and any(map(is_safe_lead, suits.values()))


def _safety(suits: Mapping[Suit, Holding]) -> Safety:
    safe = {suit: is_safe(holding) for suit, holding in suits.items()}
    return Safety(
        c=safe[Suit.CLUBS],
        d=safe[Suit.DIAMONDS],
        h=safe[Suit.HEARTS],
        s=safe[Suit.SPADES],
        overall=all(safe.values()),
    )

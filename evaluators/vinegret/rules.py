"""Vinegret's pack, options, rulesets and actions."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from evaluators.cards import Card, Pack
from evaluators.forms import MILLION, Between, Count, PlayerName, Rests, Says
from evaluators.game import Ruleset
from evaluators.rulebook import load_rulebook

CODE = "vinegret"
RULEBOOK = load_rulebook(CODE)
PACK = Pack("A23456789T", clause="vinegret.pack")
PIPS: Mapping[Card, int] = {card: PACK.height[card] + 1 for card in PACK.cards}
"""The points of a card: its number, the ace one (`vinegret.pack`)."""
PLAYERS = (2, 6)
"""How many may play (`vinegret.players`)."""
FULL_HAND = 4
"""Cards in a full hand (`vinegret.second-cards`)."""

ACTIONS: Mapping[str, Mapping[str, type]] = {
    "vist": {},
    "exchange": {"cards": tuple},
    "pass": {},
    "bet": {"amount": int},
    "hold": {},
    "raise": {"amount": int},
    "redeal": {},
    "force": {},
}


class UnheldBet(StrEnum):
    """Who pays the player whose bet nobody held, and what (`vinegret.unheld-bet`)."""

    DEALER_PAYS_DOUBLE = "dealer-pays-double"
    LAST_REFUSER_PAYS_TWO = "last-refuser-pays-two"


_Price = Between(0, MILLION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What clubs differ on, all amounts in tokens. The defaults are the document's."""

    point_pays: Annotated[int, _Price, Rests(("vinegret.point",))] = 1
    prime_pays: Annotated[int, _Price, Rests(("vinegret.prime",))] = 2
    grand_prime_pays: Annotated[int | None, _Price, Rests(("vinegret.grand-prime",))] = None
    sequence_pays: Annotated[int, _Price, Rests(("vinegret.sequence",))] = 3
    tricon_pays: Annotated[int, _Price, Rests(("vinegret.tricon",))] = 4
    flux_pays: Annotated[int, _Price, Rests(("vinegret.flux",))] = 5
    fredon_pays: Annotated[int, _Price, Rests(("vinegret.fredon",))] = 80
    ante: Annotated[int, _Price, Rests(("vinegret.ante",))] = 1
    vist_stake: Annotated[int, _Price, Rests(("vinegret.vist",))] = 1
    force_stake: Annotated[int, _Price, Rests(("vinegret.all-pass",))] = 2
    max_stake: Annotated[int | None, Between(1, MILLION), Rests(("vinegret.max-stake",))] = None
    unheld_bet: Annotated[UnheldBet, Rests(("vinegret.unheld-bet",))] = UnheldBet.DEALER_PAYS_DOUBLE
    carry_over_ante: Annotated[int, _Price, Rests(("vinegret.carry-over",))] = 0


DOCUMENT = Ruleset("vinegret/document@1", Options())
CLASSIC = Ruleset(
    "vinegret/classic@1",
    Options(
        fredon_pays=8,
        grand_prime_pays=3,
        unheld_bet=UnheldBet.LAST_REFUSER_PAYS_TWO,
        carry_over_ante=1,
    ),
)
RULESETS = (DOCUMENT, CLASSIC)

FullHand = Annotated[
    tuple[Card, ...],
    Count(FULL_HAND, FULL_HAND, ("vinegret.second-cards",)),
    Says("The four cards of a full hand."),
]
Seats = Annotated[
    tuple[Annotated[str, PlayerName()], ...],
    Count(*PLAYERS, ("vinegret.players",)),
    Says("Everybody at the table, in order of speaking."),
]

"""Écarté's pack, options, rulesets and actions."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from evaluators.cards import Card, Pack, Suit
from evaluators.forms import MILLION, Between, Count, OneOf, Rests, Says
from evaluators.game import Ruleset
from evaluators.rulebook import load_rulebook

CODE = "ecarte"
RULEBOOK = load_rulebook(CODE)
PACK = Pack("789TAJQK", clause="ecarte.pack")
PLAYERS = (2, 2)
HAND = 5
"""Cards in a hand, and tricks in a deal (`ecarte.deal`)."""
STOCK = 21
"""Cards left after the deal and the turn-up (`ecarte.turn-up`)."""

ACTIONS: Mapping[str, Mapping[str, type]] = {
    "play-at-once": {},
    "propose": {},
    "accept": {},
    "refuse": {},
    "exchange": {"cards": tuple},
    "announce-king": {},
    "no-king": {},
    "play": {"card": Card},
    "throw-up": {},
}


class Role(StrEnum):
    """The two players: the elder, who is not the dealer, and the dealer."""

    ELDER = "elder"
    DEALER = "dealer"


class StockShort(StrEnum):
    """What happens when the stock is too small (`ecarte.recycle`, `ecarte.short-stock`)."""

    RECYCLE = "recycle"
    PLAY = "play"


class KingWindow(StrEnum):
    """When the king of trumps may be announced (`ecarte.king-window`)."""

    BEFORE_FIRST_LEAD = "before-first-lead"
    OWN_FIRST_CARD = "own-first-card"


class Stakes(StrEnum):
    """What the loser of the game pays (`ecarte.stakes`)."""

    SINGLE = "single"
    TRIPLE_DOUBLE_SINGLE = "triple-double-single"


_Packets = OneOf(((3, 2), (2, 3)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What clubs differ on. The defaults are the document's."""

    dealer_minimum_exchange: Annotated[int, Between(0, 1), Rests(("ecarte.dealer-exchange",))] = 1
    stock_short: Annotated[StockShort, Rests(("ecarte.recycle", "ecarte.short-stock"))] = (
        StockShort.RECYCLE
    )
    king_window: Annotated[KingWindow, Rests(("ecarte.king-window",))] = (
        KingWindow.BEFORE_FIRST_LEAD
    )
    game_points: Annotated[int, Between(1, 100), Rests(("ecarte.game",))] = 5
    stakes: Annotated[Stakes, Rests(("ecarte.stakes",))] = Stakes.SINGLE
    stake: Annotated[int, Between(1, MILLION), Rests(("ecarte.stakes",))] = 1
    deal_packets: Annotated[tuple[int, int], _Packets, Rests(("ecarte.deal",))] = (3, 2)


DOCUMENT = Ruleset("ecarte/document@1", Options())
CLASSIC = Ruleset(
    "ecarte/classic@1",
    Options(
        dealer_minimum_exchange=0,
        stock_short=StockShort.PLAY,
        king_window=KingWindow.OWN_FIRST_CARD,
    ),
)
RULESETS = (DOCUMENT, CLASSIC)

FullHand = Annotated[
    tuple[Card, ...], Count(HAND, HAND, ("ecarte.deal",)), Says("The five cards of a hand.")
]
Trump = Annotated[Suit, Says("The trump suit.")]
ELDER = Says("The player who does not deal; he speaks and leads first.")
DEALER = Says("The player who deals.")

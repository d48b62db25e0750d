"""Zhiletka's pack, options, ruleset and actions."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from evaluators.cards import Pack
from evaluators.forms import MILLION, Between, Rests
from evaluators.game import Ruleset
from evaluators.rulebook import load_rulebook

CODE = "zhiletka"
RULEBOOK = load_rulebook(CODE)
PACK = Pack("6789TJQKA", clause="zhiletka.pack")
PLAYERS = (2, 6)
"""How many may play (`zhiletka.players`)."""
SBOR = 3
"""Cards in a sbor, and in a hand when dealt (`zhiletka.sbor`, `zhiletka.deal`)."""
HAND_LIMITS = (4, 9)
"""The least and the greatest number of cards with which a player may be out (`zhiletka.six`)."""
MOST_LED = 2
"""Cards led at once, at most (`zhiletka.attack`)."""

ACTIONS: Mapping[str, Mapping[str, type]] = {
    "attack": {"cards": tuple},
    "beat": {"cards": tuple},
    "take": {},
}


class StockEmpty(StrEnum):
    """What happens when a card is needed and the stock is empty."""

    PLAY_ON = "play-on"
    RESHUFFLE = "reshuffle"


class SborKept(StrEnum):
    """Whether a sbor wins among more than three cards (`zhiletka.exactly-three`)."""

    EXACTLY_THREE = "exactly-three"
    CONTAINS = "contains"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What clubs differ on. The defaults are the document's and the house's."""

    ante: Annotated[int, Between(1, MILLION), Rests(("zhiletka.ante",))] = 1
    stock_empty: Annotated[StockEmpty, Rests(("zhiletka.play-on", "zhiletka.reshuffle"))] = (
        StockEmpty.PLAY_ON
    )
    sbor_kept: Annotated[SborKept, Rests(("zhiletka.exactly-three",))] = SborKept.EXACTLY_THREE
    hand_limit: Annotated[int, Between(*HAND_LIMITS), Rests(("zhiletka.six",))] = 6


DOCUMENT = Ruleset("zhiletka/document@1", Options())
RULESETS = (DOCUMENT,)

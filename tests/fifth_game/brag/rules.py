"""Brag's pack, options, rulesets and actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from evaluators.cards import Card, Pack
from evaluators.forms import MILLION, Between, Count, OneOf, Rests
from evaluators.game import Ruleset
from evaluators.rulebook import load_rulebook

CODE = "brag"
RULEBOOK = load_rulebook(CODE, Path(__file__).parents[1] / "rulebooks")
PACK = Pack("23456789TJQKA", clause="brag.pack")
PLAYERS = (2, 6)
HAND = 3

ACTIONS: Mapping[str, Mapping[str, type]] = {"fold": {}, "stake": {"amount": int}, "see": {}}


class Class(StrEnum):
    """The combinations, weakest first."""

    HIGH_CARD = "high-card"
    PAIR = "pair"
    FLUSH = "flush"
    RUN = "run"
    RUNNING_FLUSH = "running-flush"
    PRIAL = "prial"


class BestRun(StrEnum):
    """Which run is the best, flush or not."""

    ACE_TWO_THREE = "ace-two-three"
    ACE_KING_QUEEN = "ace-king-queen"


_PRICE = Between(0, MILLION)
_NO_BONUS = MappingProxyType(dict.fromkeys(Class, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One option of each kind there is."""

    ante: Annotated[int, Between(1, MILLION), Rests(("brag.ante",))] = 1
    max_stake: Annotated[int | None, Between(1, MILLION), Rests(("brag.max-stake",))] = None
    threes_highest: Annotated[bool, Rests(("brag.threes",))] = True
    best_run: Annotated[BestRun, Rests(("brag.best-run",))] = BestRun.ACE_TWO_THREE
    deal_packets: Annotated[tuple[int, ...], OneOf(((1, 1, 1), (3,))), Rests(("brag.deal",))] = (
        1,
        1,
        1,
    )
    bonus: Annotated[Mapping[Class, int], _PRICE, Rests(("brag.bonus",))] = field(
        default_factory=lambda: _NO_BONUS
    )


DOCUMENT = Ruleset("brag/document@1", Options())
PLAIN = Ruleset("brag/plain@1", Options(threes_highest=False, best_run=BestRun.ACE_KING_QUEEN))
RULESETS = (DOCUMENT, PLAIN)

FullHand = Annotated[tuple[Card, ...], Count(HAND, HAND, ("brag.deal",))]

"""Solo Whist's pack, calls, contracts, options, rulesets and actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated

from evaluators.cards import Card, Pack, Suit
from evaluators.forms import MILLION, Between, Count, Player, Rests, Says
from evaluators.game import Ruleset
from evaluators.rulebook import load_rulebook

CODE = "solo-whist"
RULEBOOK = load_rulebook(CODE)
PACK = Pack("23456789TJQKA", clause="solo-whist.pack")
PLAYERS = (4, 4)
HAND = 13
"""Cards in a hand, and tricks in a deal (`solo-whist.deal`)."""


class Call(StrEnum):
    """What may be said in the auction; the bids from `proposal` on, lowest first."""

    PASS = "pass"  # noqa: S105 - a call in the auction, no password
    PROPOSAL = "proposal"
    ACCEPT = "accept"
    SOLO = "solo"
    MISERE = "misere"
    ABUNDANCE = "abundance"
    TRUMP_ABUNDANCE = "trump-abundance"
    OPEN_MISERE = "open-misere"
    FULL_ABUNDANCE = "full-abundance"


class Contract(StrEnum):
    """What is played for, in the order of the auction."""

    PARTNERSHIP = "partnership"
    SOLO = "solo"
    MISERE = "misere"
    ABUNDANCE = "abundance"
    TRUMP_ABUNDANCE = "trump-abundance"
    OPEN_MISERE = "open-misere"
    FULL_ABUNDANCE = "full-abundance"


class Trumps(StrEnum):
    """Which suit is trumps in a contract."""

    TURNED = "turned"
    CHOSEN = "chosen"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a contract: tricks to make, whether by a pair, trumps, price for each opponent.

    `by_tricks`: over- and undertricks may be paid (`solo-whist.per-trick`).
    """

    tricks: int
    trumps: Trumps
    units: int
    by_tricks: bool = True
    partners: bool = False


TERMS: Mapping[Contract, Terms] = MappingProxyType(
    {
        Contract.PARTNERSHIP: Terms(8, Trumps.TURNED, 1, partners=True),
        Contract.SOLO: Terms(5, Trumps.TURNED, 1),
        Contract.MISERE: Terms(0, Trumps.NONE, 2, by_tricks=False),
        Contract.ABUNDANCE: Terms(9, Trumps.CHOSEN, 3),
        Contract.TRUMP_ABUNDANCE: Terms(9, Trumps.TURNED, 3),
        Contract.OPEN_MISERE: Terms(0, Trumps.NONE, 4, by_tricks=False),
        Contract.FULL_ABUNDANCE: Terms(HAND, Trumps.NONE, 6, by_tricks=False),
    }
)
"""The table of contracts; `trumps_of` minds the option of a full abundance."""

ACTIONS: Mapping[str, Mapping[str, type]] = {
    "call": {"call": Call},
    "name-trumps": {"suit": Suit},
    "play": {"card": Card},
}


class UnacceptedProposal(StrEnum):
    """What becomes of a proposal nobody accepts (`solo-whist.proposer-raises`)."""

    RAISE_OR_REDEAL = "raise-or-redeal"
    REDEAL = "redeal"


class FullAbundanceTrumps(StrEnum):
    """Whether the declarer of a full abundance names trumps."""

    NONE = "none"
    OWN = "own"


class Revoke(StrEnum):
    """What a revoke costs (`solo-whist.revoke`)."""

    THREE_TRICKS = "three-tricks"
    REPORT_ONLY = "report-only"


_PRICE = Between(1, MILLION)
_UNITS = MappingProxyType({contract: terms.units for contract, terms in TERMS.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What clubs differ on. The defaults are the document's."""

    units: Annotated[
        Mapping[Contract, int], _PRICE, Rests(("solo-whist.pay-lone", "solo-whist.pay-partners"))
    ] = field(default_factory=lambda: _UNITS)
    unit_size: Annotated[int, _PRICE, Rests(("solo-whist.per-trick",))] = 1
    per_trick: Annotated[int, Between(0, MILLION), Rests(("solo-whist.per-trick",))] = 0
    all_thirteen_doubles: Annotated[bool, Rests(("solo-whist.per-trick",))] = False
    unaccepted_proposal: Annotated[UnacceptedProposal, Rests(("solo-whist.proposer-raises",))] = (
        UnacceptedProposal.RAISE_OR_REDEAL
    )
    full_abundance_trumps: Annotated[
        FullAbundanceTrumps, Rests(("solo-whist.full-abundance", "solo-whist.name-trumps"))
    ] = FullAbundanceTrumps.NONE
    revoke: Annotated[Revoke, Rests(("solo-whist.revoke",))] = Revoke.THREE_TRICKS


def trumps_of(contract: Contract, options: Options) -> Trumps:
    """Which suit is trumps in a contract under the options in force."""
    own = options.full_abundance_trumps is FullAbundanceTrumps.OWN
    if contract is Contract.FULL_ABUNDANCE and own:
        return Trumps.CHOSEN
    return TERMS[contract].trumps


DOCUMENT = Ruleset("solo-whist/document@1", Options())
HOFFMANN = Ruleset(
    "solo-whist/hoffmann@1", Options(unit_size=6, per_trick=1, all_thirteen_doubles=True)
)
RULESETS = (DOCUMENT, HOFFMANN)

FullHand = Annotated[
    tuple[Card, ...], Count(HAND, HAND, ("solo-whist.deal",)), Says("The thirteen cards of a hand.")
]
TurnedSuit = Annotated[Suit, Says("The suit of the card turned up.")]
Seats = Annotated[
    tuple[Player, ...],
    Count(*PLAYERS, ("solo-whist.players",)),
    Says("The four players, the eldest first, then clockwise."),
]

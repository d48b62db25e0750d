"""Random hands, options, auctions, tricks and deals, as callers write them."""

import random
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.oracles import solo_whist as oracle
from tests.solo_whist.asking import call, play

MILLION = 1_000_000
SEATS = ("e", "s", "w", "d")
POLICIES = ("raise-or-redeal", "redeal")
LONGEST = 10
"""No auction has more calls."""

BOTH: dict[str, Any] = {
    "units": dict(zip(oracle.CONTRACTS, (1, 1, 2, 3, 3, 4, 6), strict=True)),
    "unaccepted_proposal": "raise-or-redeal",
    "full_abundance_trumps": "none",
    "revoke": "three-tricks",
}
RULES: dict[str, dict[str, Any]] = {
    "solo-whist/document@1": BOTH | {"unit_size": 1, "per_trick": 0, "all_thirteen_doubles": False},
    "solo-whist/hoffmann@1": BOTH | {"unit_size": 6, "per_trick": 1, "all_thirteen_doubles": True},
}
"""Every option of the two rulesets."""
NUMBERS = {"unit_size": (1, MILLION), "per_trick": (0, MILLION)}
WORDS = {
    "unaccepted_proposal": list(POLICIES),
    "full_abundance_trumps": ["none", "own"],
    "revoke": ["three-tricks", "report-only"],
}

units = st.integers(1, MILLION)
overrides: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.integers(*limits) for name, limits in NUMBERS.items()},
        **{name: st.sampled_from(words) for name, words in WORDS.items()},
        "all_thirteen_doubles": st.booleans(),
        "units": st.fixed_dictionaries({}, optional=dict.fromkeys(oracle.CONTRACTS, units)),
    },
)
rulesets = st.sampled_from(sorted(RULES))
rules = st.fixed_dictionaries({"ruleset": rulesets, "options": overrides})
"""A ruleset and overrides, as the fields of a question."""

suits = st.sampled_from(oracle.SUITS)
renamed_suits = st.permutations(oracle.SUITS).map(
    lambda names: dict(zip(oracle.SUITS, names, strict=True))
)
names = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=64).filter(
    lambda name: name != "table"
)
seats = st.lists(names, min_size=4, max_size=4, unique=True)


picks = st.integers(0, 2**32).map(random.Random)


def cards(number: int) -> st.SearchStrategy[list[str]]:
    """So many different cards."""
    return picks.map(lambda pick: pick.sample(oracle.PACK, number))


def _hand(pick: random.Random) -> list[str]:
    favoured = {*pick.sample((*oracle.SUITS, *oracle.RANKS), pick.randint(0, 6))}
    drawn = pick.sample(oracle.PACK, 52)
    return sorted(drawn, key=lambda card: not favoured & {*card})[:13]


hands = picks.map(_hand)
"""Thirteen cards, often most of them of a few suits or ranks."""


def resolved(ruleset: str, options: dict[str, Any]) -> dict[str, Any]:
    """All options in force when a ruleset is asked for with some of them overridden."""
    units = RULES[ruleset]["units"] | options.get("units", {})
    return RULES[ruleset] | options | {"units": units}


def prices(options: dict[str, Any]) -> oracle.Prices:
    """The oracle's prices out of all options."""
    return oracle.Prices(
        tuple(options["units"].values()),
        options["unit_size"],
        options["per_trick"],
        options["all_thirteen_doubles"],
    )


@cache
def every_auction(
    policy: str, longest: int = LONGEST
) -> list[tuple[tuple[oracle.Call, ...], oracle.Auction]]:
    """All auctions of so many calls, finished or not, with what the oracle says of each."""
    return list(oracle.every_auction(SEATS, longest, policy))


def bidding(said: tuple[oracle.Call, ...]) -> dict[str, Any]:
    """An auction as a situation."""
    calls = [{"player": player, "call": call} for player, call in said]
    return {"phase": "auction", "players": list(SEATS), "calls": calls}


@st.composite
def plays(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """A hand and the trick that lies before it."""
    lying = draw(st.integers(0, 3))
    dealt = draw(cards(lying + draw(st.integers(1, 13))))
    return dealt[lying:], dealt[:lying]


@st.composite
def situations(draw: st.DrawFn) -> dict[str, Any]:
    """A situation that can be, and the rules under which it can, as the fields of a question."""
    told: dict[str, Any] = draw(rules)
    policy = resolved(**told)["unaccepted_proposal"]
    if draw(st.booleans()):
        said, _ = draw(st.sampled_from(every_auction(policy)))
        return {"situation": bidding(said), **told}
    hand, trick = draw(plays())
    situation = {"phase": "play", "hand": hand} | ({"trick": trick} if trick else {})
    return {"situation": situation, **told}


def moves(held: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Any well-formed move, its card mostly one that is held."""
    card = st.sampled_from(held or oracle.PACK) | st.sampled_from(oracle.PACK)
    return st.one_of(
        st.sampled_from(oracle.CALLS).map(call),
        suits.map(lambda suit: {"action": "name-trumps", "suit": suit}),
        card.map(play),
    )


@st.composite
def tricks(draw: st.DrawFn) -> dict[str, Any]:
    """One to four cards that lie on the table, followed to or not."""
    number = draw(st.integers(1, 4))
    players = draw(st.lists(names, min_size=number, max_size=number, unique=True))
    pairs = zip(players, draw(cards(number)), strict=True)
    plays = [{"player": player, "card": card} for player, card in pairs]
    return {"trump": draw(st.none() | suits), "plays": plays}


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    """A contract that has been played."""
    contract = draw(st.sampled_from(oracle.CONTRACTS))
    players = draw(seats)
    declarers = draw(st.permutations(players))[: 2 if contract == "partnership" else 1]
    tricks = draw(st.integers(0, 13))
    return {"players": players, "contract": contract, "declarers": declarers, "tricks": tricks}

"""Random tables, hands, options and situations, as callers write them."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from tests.oracles import vinegret as oracle

RULESETS = ("vinegret/document@1", "vinegret/classic@1")
MILLION = 1_000_000
PRICES = (
    "point_pays",
    "prime_pays",
    "grand_prime_pays",
    "sequence_pays",
    "tricon_pays",
    "flux_pays",
    "fredon_pays",
)
STAKES = ("ante", "vist_stake", "force_stake", "carry_over_ante")
UNHELD_BETS = ("dealer-pays-double", "last-refuser-pays-two")
PHASES = ("first-exchange", "first-betting", "dealer-choice", "draw", "last-betting")
BETTINGS = ("first-betting", "last-betting")
ACTIONS = ("vist", "exchange", "pass", "bet", "hold", "raise", "redeal", "force")

amounts = st.integers(0, MILLION)
overrides: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys((*PRICES, *STAKES), amounts),
        "grand_prime_pays": st.none() | amounts,
        "max_stake": st.none() | st.integers(1, MILLION),
        "unheld_bet": st.sampled_from(UNHELD_BETS),
    },
)
rulesets = st.sampled_from(RULESETS)
rules = st.fixed_dictionaries({"ruleset": rulesets, "options": overrides})
"""A ruleset and overrides, as the fields of a question."""

names = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=64).filter(
    lambda name: name != "table"
)
pools = st.integers(0, 1_000_000_000)


def cards(number: int) -> st.SearchStrategy[list[str]]:
    """So many different cards."""
    return st.permutations(oracle.PACK).map(lambda pack: pack[:number])


hands = cards(4)


@dataclass(frozen=True)
class Showdown:
    """A table at the moment when hands are shown, in order of speaking."""

    hands: tuple[tuple[str, list[str]], ...]
    others: tuple[str, ...]
    pool: int

    @property
    def question(self) -> dict[str, Any]:
        """The fields that ask who wins."""
        return {
            "hands": [{"player": player, "hand": hand} for player, hand in self.hands],
            "others": list(self.others),
            "pool": self.pool,
        }

    @property
    def players(self) -> list[str]:
        """Everybody at the table."""
        return [*(player for player, _ in self.hands), *self.others]

    def decided(self, options: dict[str, Any]) -> oracle.Showdown:
        """What the oracle makes of it under the options in force."""
        return oracle.showdown(self.hands, self.others, self.pool, prices(options))


@st.composite
def showdowns(draw: st.DrawFn, shown: int = 1) -> Showdown:
    """Two to six players, of whom at least `shown` show their hands."""
    players = draw(st.lists(names, min_size=2, max_size=6, unique=True))
    showing = draw(st.integers(shown, len(players)))
    dealt = draw(cards(4 * showing))
    held = [dealt[start : start + 4] for start in range(0, len(dealt), 4)]
    hands = tuple(zip(players, held, strict=False))
    return Showdown(hands, tuple(players[showing:]), draw(pools))


def prices(options: dict[str, Any]) -> oracle.Prices:
    """The oracle's prices out of resolved options."""
    return oracle.Prices(**{name: options[name] for name in PRICES})


@st.composite
def situations(draw: st.DrawFn) -> dict[str, Any]:
    """What one player can know when it is his turn, no more than the phase needs."""
    situation: dict[str, Any] = {"phase": draw(st.sampled_from(PHASES))}
    if situation["phase"] in BETTINGS:
        situation["to_hold"] = draw(st.just(0) | st.integers(0, 1_000_000_000))
    if situation["phase"] in ("first-exchange", "draw"):
        situation["hand"] = draw(cards(2 if situation["phase"] == "first-exchange" else 4))
    return situation


@st.composite
def moves(draw: st.DrawFn, held: list[str]) -> dict[str, Any]:
    """Any well-formed move, its cards mostly those held, its amount mostly near a bound."""
    action = draw(st.sampled_from(ACTIONS))
    if action == "exchange":
        pick_held = draw(st.booleans())
        among = held if held and pick_held else oracle.PACK
        picked = st.lists(st.sampled_from(among), max_size=5, unique=True)
        return {"action": action, "cards": draw(picked)}
    if action in ("bet", "raise"):
        bounds = st.sampled_from([0, 1, MILLION, MILLION + 1])
        return {"action": action, "amount": draw(bounds | st.integers(-5, 20) | st.integers())}
    return {"action": action}

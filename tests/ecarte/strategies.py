"""Random hands, options, situations, moves and deals, as callers write them."""

from typing import Any

from hypothesis import strategies as st

from tests.oracles import ecarte as oracle

BOTH: dict[str, Any] = {
    "game_points": 5,
    "stakes": "single",
    "stake": 1,
    "deal_packets": [3, 2],
}
RULES: dict[str, dict[str, Any]] = {
    "ecarte/document@1": {
        "dealer_minimum_exchange": 1,
        "stock_short": "recycle",
        "king_window": "before-first-lead",
        **BOTH,
    },
    "ecarte/classic@1": {
        "dealer_minimum_exchange": 0,
        "stock_short": "play",
        "king_window": "own-first-card",
        **BOTH,
    },
}
"""Every option of the two rulesets."""
NUMBERS = {"dealer_minimum_exchange": (0, 1), "game_points": (1, 100), "stake": (1, 1_000_000)}
CHOICES: dict[str, list[Any]] = {
    "stock_short": ["recycle", "play"],
    "king_window": ["before-first-lead", "own-first-card"],
    "stakes": ["single", "triple-double-single"],
    "deal_packets": [[3, 2], [2, 3]],
}
BEGINNINGS = ("elder-played", "first-proposal-refused", "after-exchange")
ACTIONS: dict[str, str | None] = {
    "play-at-once": None,
    "propose": None,
    "accept": None,
    "refuse": None,
    "exchange": "cards",
    "announce-king": None,
    "no-king": None,
    "play": "card",
    "throw-up": None,
}
"""Every action and the field that belongs to it."""

suits = st.sampled_from(oracle.SUITS)
overrides: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.integers(*limits) for name, limits in NUMBERS.items()},
        **{name: st.sampled_from(choices) for name, choices in CHOICES.items()},
    },
)
rulesets = st.sampled_from(sorted(RULES))
rules = st.fixed_dictionaries({"ruleset": rulesets, "options": overrides})
"""A ruleset and overrides, as the fields of a question."""
names = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=64).filter(
    lambda name: name != "table"
)


def cards(number: int) -> st.SearchStrategy[list[str]]:
    """So many different cards."""
    return st.permutations(oracle.PACK).map(lambda pack: pack[:number])


hands = cards(5)
renamed_suits = st.permutations(oracle.SUITS).map(
    lambda names: dict(zip(oracle.SUITS, names, strict=True))
)


def in_force(question: dict[str, Any]) -> oracle.Options:
    """The options under which a question is asked."""
    options = RULES[question["ruleset"]] | question["options"]
    return oracle.Options(**{k: v for k, v in options.items() if k != "deal_packets"})


@st.composite
def situations(draw: st.DrawFn) -> dict[str, Any]:
    """A situation that can be, and the rules under which it can, as the fields of a question."""
    question: dict[str, Any] = draw(rules)
    options = in_force(question)
    early = options.king_window == "before-first-lead"
    phases = ["proposal", "answer", "elder-exchange", "dealer-exchange", "play", "play"]
    phase = draw(st.sampled_from([*phases, "king"] if early else phases))
    situation: dict[str, Any] = {"phase": phase}
    if phase.endswith("exchange") or phase == "king":
        situation["hand"] = draw(hands)
    if phase.endswith("exchange") or phase == "proposal":
        never_empty = phase != "proposal" and options.stock_short == "play"
        stock = draw(st.none() | st.integers(int(never_empty), 6) | st.just(21))
        situation |= {} if stock is None else {"stock": stock}
    if phase in {"king", "play"}:
        situation["trump"] = draw(suits)
    if phase == "play":
        led, *hand = draw(st.integers(2, 6).flatmap(cards))
        situation |= {"hand": hand} | ({"led": led} if draw(st.booleans()) else {})
        if not early and draw(st.booleans()):
            could_be = len(hand) < 5 or f"K{situation['trump']}" in hand
            situation["announced"] = could_be and draw(st.booleans())
    return {"situation": situation, **question}


def moves(held: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Any well-formed move, its cards mostly those held."""
    card = st.sampled_from(held or oracle.PACK) | st.sampled_from(oracle.PACK)
    some_cards = st.lists(card, max_size=6, unique=True)
    fields: dict[str, Any] = {"card": card, "cards": some_cards}

    def of(action: str) -> st.SearchStrategy[dict[str, Any]]:
        field = ACTIONS[action]
        return st.fixed_dictionaries(
            {"action": st.just(action)} | ({field: fields[field]} if field else {})
        )

    return st.sampled_from(sorted(ACTIONS)).flatmap(of)


@st.composite
def judged(draw: st.DrawFn) -> dict[str, Any]:
    """A situation and any well-formed move."""
    question = draw(situations())
    return {**question, "move": draw(moves(question["situation"].get("hand", [])))}


@st.composite
def tricks(draw: st.DrawFn) -> dict[str, Any]:
    """A trick that any two players played, legally or not."""
    players = draw(st.lists(names, min_size=2, max_size=2, unique=True))
    pairs = zip(players, draw(cards(2)), strict=True)
    return {"trump": draw(suits), "plays": [{"player": p, "card": card} for p, card in pairs]}


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    """A deal that has been played, or that a king ended, and the rules it was played under."""
    rules_told: dict[str, Any] = draw(rules)
    most = in_force(rules_told).game_points - 1
    elder, dealer = players = draw(st.lists(names, min_size=2, max_size=2, unique=True))
    points = st.just(most) | st.integers(0, most)
    score = {player: draw(points) for player in players}
    king = draw(st.sampled_from([elder, dealer, None]))
    deal: dict[str, Any] = {"elder": elder, "dealer": dealer, "king": king, "score": score}
    if king == dealer:
        deal["king_turned"] = draw(st.booleans())
    deal["play_began"] = draw(st.sampled_from(BEGINNINGS))
    made = draw(st.integers(0, 5))
    deal["tricks"] = {elder: made, dealer: 5 - made}
    if king is not None and score[king] == most and draw(st.booleans()):
        deal |= {"play_began": None, "tricks": {elder: 0, dealer: 0}}
    elif draw(st.booleans()):
        thrower = draw(st.sampled_from(players))
        rest = draw(st.integers(1, 5))
        made = draw(st.integers(0, 5 - rest))
        deal |= {"thrown_up": thrower, "tricks": {elder: made, dealer: 5 - rest - made}}
    return {**deal, **rules_told}

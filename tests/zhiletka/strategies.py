"""Hands, tables, options, situations and moves: random ones, and all hands that can be dealt."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from evaluators.cards import CARDS, Card
from tests.oracles.zhiletka import HAND_LIMITS, LARGEST_HAND, PACK, is_sbor

Hand = tuple[str, ...]
Question = dict[str, Any]

DEALT: list[Hand] = list(combinations(PACK, 3))
"""All hands of three cards, in pack order."""
SBORS = [hand for hand in DEALT if is_sbor(hand)]
MILLION, BILLION = 1_000_000, 1_000_000_000
STOCK_EMPTY = ("play-on", "reshuffle")
SBOR_KEPT = ("exactly-three", "contains")
ACTIONS = ("attack", "beat", "take")


def real(hand: Hand) -> tuple[Card, ...]:
    """The cards that are spelled so."""
    return tuple(CARDS[card] for card in hand)


def spelled(cards: tuple[Card, ...] | None) -> Hand:
    """How the cards of a combination or a move are spelled."""
    return tuple(map(str, cards or ()))


def renamed(hand: list[str], names: dict[str, str]) -> list[str]:
    """The same cards once suits have changed names."""
    return [card[0] + names[card[1]] for card in hand]


def alike_with(card: str) -> list[str]:
    """The cards that may be led together with one."""
    return [other for other in PACK if (other[0] == card[0]) != (other[1] == card[1])]


def random_hands(size: int, number: int) -> Iterator[Hand]:
    """So many hands of a size, their cards in any order; the same in every run."""
    pick = random.Random(size)
    return (tuple(pick.sample(PACK, size)) for _ in range(number))


def random_attacks(number: int) -> Iterator[tuple[Hand, Hand, str]]:
    """Hands of every size, lawful attacks on them, and trumps; the same in every run."""
    pick = random.Random(36)
    for _ in range(number):
        led = pick.choice(PACK)
        attack = (led, pick.choice(alike_with(led)))[: pick.randint(1, 2)]
        rest = [card for card in PACK if card not in attack]
        hand = pick.sample(rest, pick.randint(len(attack), LARGEST_HAND))
        yield tuple(hand), attack, pick.choice("cdhs")


hand_limits = st.sampled_from(HAND_LIMITS)
words = {"stock_empty": st.sampled_from(STOCK_EMPTY), "sbor_kept": st.sampled_from(SBOR_KEPT)}
unlimited = st.fixed_dictionaries({}, optional={"ante": st.integers(1, MILLION), **words})
"""Overrides of all options but the hand limit."""
limited = st.builds(lambda options, limit: options | {"hand_limit": limit}, unlimited, hand_limits)
overrides: st.SearchStrategy[dict[str, Any]] = unlimited | limited
letters = st.characters(exclude_categories=["Cc", "Cs"])
names = st.text(letters, min_size=1, max_size=64).filter(lambda name: name != "table")
tables = st.lists(names, min_size=2, max_size=6, unique=True)
suits = st.permutations("cdhs").map(lambda suits: dict(zip("cdhs", suits, strict=True)))
"""New names for the suits."""


def cards(low: int, high: int) -> st.SearchStrategy[list[str]]:
    """From `low` to `high` different cards."""
    return st.lists(st.sampled_from(PACK), min_size=low, max_size=high, unique=True)


@st.composite
def hands(draw: st.DrawFn) -> Question:
    """A hand of any size that its hand limit allows."""
    options = draw(limited)
    return {"hand": draw(cards(1, options["hand_limit"] + 1)), "options": options}


@st.composite
def deals(draw: st.DrawFn) -> list[Question]:
    """The hands of a table as dealt; about half of them are sbors."""
    rest, dealt = draw(st.permutations(PACK)), []
    for player in draw(tables):
        sbors = [hand for hand in SBORS if set(hand) <= set(rest)]
        hand = list(draw(st.sampled_from(sbors))) if draw(st.booleans()) else rest[:3]
        rest = [card for card in rest if card not in hand]
        dealt.append({"player": player, "hand": hand})
    return dealt


@st.composite
def outcomes(draw: st.DrawFn) -> Question:
    """The end of a deal that anybody or nobody has won."""
    players, pot, options = draw(tables), draw(st.integers(0, BILLION)), draw(overrides)
    winner = draw(st.none() | st.sampled_from(players))
    return {"players": players, "winner": winner, "pot": pot, "options": options}


@st.composite
def turns(draw: st.DrawFn) -> Question:
    """A leader's or a defender's turn."""
    options = draw(limited)
    most = options["hand_limit"] - 1
    hand = draw(cards(1, most))
    if draw(st.booleans()):
        led = [draw(st.sampled_from([card for card in PACK if card not in hand]))]
        more = [card for card in alike_with(led[0]) if card not in hand]
        if len(hand) > 1 and draw(st.booleans()):
            led.append(draw(st.sampled_from(more)))
        trump = draw(st.sampled_from("cdhs"))
        seen: Question = {"phase": "defence", "attack": led, "trump": trump}
    else:
        seen = {"phase": "attack", "defender_cards": draw(st.integers(1, most))}
    return {"situation": {**seen, "hand": hand}, "options": options}


@st.composite
def judged(draw: st.DrawFn) -> Question:
    """A turn and any well-formed move, its cards mostly those held."""
    question = draw(turns())
    move: dict[str, Any] = {"action": draw(st.sampled_from(ACTIONS))}
    if move["action"] != "take":
        among = question["situation"]["hand"] if draw(st.integers(0, 2)) else PACK
        move["cards"] = draw(st.lists(st.sampled_from(among), max_size=4, unique=True))
    return {**question, "move": move}

"""Many hands at once say what one hand says, however they are written; a bad one loses no other."""

import random

from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.settings import read_settings
from tests.ecarte.asking import Ask, places
from tests.ecarte.strategies import cards, hands, renamed_suits, suits
from tests.oracles.ecarte import PACK

MOST = 100_000
SPELLINGS = [
    "Qs8sKh7h9d",
    ["Qs", "8s", "Kh", "7h", "9d"],
    "Q♠ 8♠ K♥ 7♥ 9♦",
    ["q♠", "8S", "К♥", "7h", "9♦"],
    "🂭 🂨 🂾 🂷 🃉",
    " Qs,8s, Kh;7h 9d ",
]
"""One hand, a jeu de règle with spades for trumps."""
BAD = [
    ("", "wrong-count"),
    ("Qs8sKh7h", "wrong-count"),
    (["Qs", "8s", "Kh", "7h", "9d", "Td"], "wrong-count"),
    ("Qs8sKh7h6d", "not-a-card"),
    (["Qs", "8s", "Kh", "7h", None], "not-a-card"),
    ("Qs8sKh7hQs", "duplicate-card"),
    (7, "wrong-type"),
    (None, "wrong-type"),
    ({"hand": "Qs8sKh7h9d"}, "wrong-type"),
]

written = st.sampled_from([list, "".join, " ".join, lambda hand: [card.lower() for card in hand]])
of_any_size = hands | st.integers(0, 7).flatmap(cards)
good_or_bad = st.builds(lambda write, hand: write(hand), written, of_any_size) | st.sampled_from(
    [*SPELLINGS, *(hand for hand, _ in BAD)]
)


def test_a_hand_may_be_written_in_any_way(ask: Ask) -> None:
    columns = ask("evaluate/batch", hands=SPELLINGS, trump="s")
    assert columns["best"] == ["two-trumps-guarded"] * len(SPELLINGS)
    assert columns["errors"] == []


def test_bad_hands_are_null_and_told_with_their_places(ask: Ask) -> None:
    bad = [hand for hand, _ in BAD]
    columns = ask("evaluate/batch", hands=["Ks8s7sKh7h", *bad, "7c8c9cTcAc"], trump="s")
    assert columns["best"] == ["three-trumps", *[None] * len(bad), None]
    assert columns["pays"] == [1, *[None] * len(bad), 0]
    errors = [(error["index"], error["code"]) for error in columns["errors"]]
    assert errors == [(index, code) for index, (_, code) in enumerate(BAD, 1)]


@given(st.lists(good_or_bad, max_size=8), suits)
def test_a_batch_says_what_evaluate_says_hand_by_hand(
    ask: Ask, hands: list[object], trump: str
) -> None:
    columns = ask("evaluate/batch", hands=hands, trump=trump, role="dealer")
    alone = [ask.put("evaluate", {"hand": hand, "trump": trump})[1] for hand in hands]
    assert columns["count"] == len(hands)
    assert columns["best"] == [(body.get("best") or {}).get("code") for body in alone]
    assert columns["pays"] == [body.get("pays") for body in alone]
    assert columns["strength"] == [None] * len(hands)
    assert [(error["index"], error["code"]) for error in columns["errors"]] == [
        (index, body["errors"][0]["code"]) for index, body in enumerate(alone) if "errors" in body
    ]


@given(st.lists(hands, max_size=8), suits, renamed_suits)
def test_suits_may_change_names_with_the_trump(
    ask: Ask, hands: list[list[str]], trump: str, renamed: dict[str, str]
) -> None:
    others = [[card[0] + renamed[card[1]] for card in hand] for hand in hands]
    columns = ask("evaluate/batch", hands=hands, trump=trump)
    assert columns == ask("evaluate/batch", hands=others, trump=renamed[trump])


def test_no_hands_are_empty_columns(ask: Ask) -> None:
    columns = ask("evaluate/batch", hands=[], trump="s")
    assert (columns["count"], columns["best"], columns["strength"]) == (0, [], [])
    assert (columns["pays"], columns["errors"]) == ([], [])


def test_100000_hands_are_answered_and_one_more_is_refused() -> None:
    settings = read_settings({"ARBITER_MAX_BODY_BYTES": "4000000"})
    ask = Ask(create_app(settings).test_client())
    pick = random.Random(7)
    hands = ["".join(pick.sample(PACK, 5)) for _ in range(MOST)]
    columns = ask("evaluate/batch", hands=hands, trump="d")
    assert columns["count"] == len(columns["best"]) == MOST
    for index in pick.sample(range(MOST), 50):
        alone = ask("evaluate", hand=hands[index], trump="d")
        assert columns["best"][index] == (alone["best"] or {}).get("code")
    (error,) = ask.faults("evaluate/batch", hands=[*hands, hands[0]], trump="d")
    assert (error["pointer"], error["code"]) == ("/hands", "wrong-count")
    assert (error["max"], error["count"]) == (MOST, MOST + 1)


def test_a_faulty_batch_names_every_fault(ask: Ask) -> None:
    missing = "/hands missing-field, /trump missing-field"
    assert places(ask.faults("evaluate/batch")) == missing
    faulty = {"hands": "Qs8sKh7h9d", "trump": "x", "role": "anna", "hand": []}
    every = "/hand unknown-field, /hands wrong-type, /role not-one-of, /trump not-one-of"
    assert places(ask.faults("evaluate/batch", **faulty)) == every

"""Tricks: random ones against the oracle, Foster's published deals, and faulty questions."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.oracles import solo_whist as oracle
from tests.solo_whist.asking import Answer, Ask, auction, places, play
from tests.solo_whist.strategies import rules, tricks

FOSTER = json.loads((Path(__file__).parent.parent / "facts/solo_whist_foster.json").read_text())
MADE = {
    "solo": {"A": 2, "Y": 2, "B": 5, "Z": 4},
    "misere": {"A": 3, "Y": 2, "B": 4, "Z": 4},
}
"""The tricks each player made in the two deals."""
foster = pytest.mark.parametrize("deal", FOSTER["deals"], ids=MADE)


def plays(*cards: str) -> list[Answer]:
    """Cards played by players named n, e, s, w in turn."""
    return [{"player": "nesw"[place], "card": card} for place, card in enumerate(cards)]


@given(tricks(), rules)
def test_the_ranking_is_the_oracles(ask: Ask, trick: dict[str, Any], rules: dict[str, Any]) -> None:
    played = [(each["player"], each["card"]) for each in trick["plays"]]
    answer = ask("compare", **trick, **rules)
    assert answer["ranking"] == oracle.trick_ranking(played, trick["trump"])
    assert answer["winner"] == oracle.trick_winner(played, trick["trump"])
    assert answer["clauses"] == ["solo-whist.trick"]


@pytest.mark.parametrize(
    ("trump", "cards", "order"),
    [
        ("h", "9d Kd 2h As", [("s", 1), ("e", 2), ("n", 3), ("w", None)]),
        (None, "9d Kd 2h As", [("e", 1), ("n", 2), ("s", None), ("w", None)]),
        ("s", "9d Kd 2h As", [("w", 1), ("e", 2), ("n", 3), ("s", None)]),
        (None, "2c Ad As Ah", [("n", 1), ("e", None), ("s", None), ("w", None)]),
        ("h", "2h Ah 3h Kc", [("e", 1), ("s", 2), ("n", 3), ("w", None)]),
        ("h", "10♥ 9♥", [("n", 1), ("e", 2)]),
        ("c", "2d", [("n", 1)]),
    ],
)
def test_who_takes_a_trick(
    ask: Ask, trump: str | None, cards: str, order: list[tuple[str, int | None]]
) -> None:
    answer = ask("compare", trump=trump, plays=plays(*cards.split()))
    assert [(each["player"], each["place"]) for each in answer["ranking"]] == order


# Foster's deals.


@foster
def test_fosters_tricks_are_won_as_published(ask: Ask, deal: dict[str, Any]) -> None:
    trump = FOSTER["turned"][1] if deal["contract"] == "solo" else None
    leader, made = FOSTER["leader"], dict.fromkeys(FOSTER["seats"], 0)
    for trick in deal["tricks"]:
        assert trick["leader"] == leader
        seat = FOSTER["seats"].index(leader)
        in_turn = [*FOSTER["seats"][seat:], *FOSTER["seats"][:seat]]
        played = [{"player": player, "card": trick["cards"][player]} for player in in_turn]
        leader = ask("compare", trump=trump, plays=played)["winner"]
        assert leader == trick["winner"]
        made[leader] += 1
    assert made == MADE[deal["contract"]]


def test_fosters_misere_is_lost_at_the_twelfth_trick() -> None:
    _, misere = FOSTER["deals"]
    winners = [trick["winner"] for trick in misere["tricks"]]
    assert winners.index(misere["declarer"]) + 1 == 12


@foster
def test_fosters_players_followed_suit(ask: Ask, deal: dict[str, Any]) -> None:
    hands = {
        player: [trick["cards"][player] for trick in deal["tricks"]] for player in FOSTER["seats"]
    }
    for trick in deal["tricks"]:
        seat, lying = FOSTER["seats"].index(trick["leader"]), list[str]()
        for player in (*FOSTER["seats"][seat:], *FOSTER["seats"][:seat]):
            card = trick["cards"][player]
            situation = {"phase": "play", "hand": hands[player], "trick": lying}
            assert ask("legal-moves", situation=situation, move=play(card))["is_legal"]
            hands[player].remove(card)
            lying.append(card)


@foster
def test_fosters_auctions_end(ask: Ask, deal: dict[str, Any]) -> None:
    said = ", ".join(" ".join(call) for call in deal["calls"])
    answer = ask("legal-moves", situation=auction(said, "AYBZ"))
    assert answer["to_act"] is None
    assert answer["clauses"] == ["solo-whist.auction-end", f"solo-whist.{deal['contract']}"]


@foster
def test_fosters_contracts_are_paid(ask: Ask, deal: dict[str, Any]) -> None:
    contract, declarer = deal["contract"], deal["declarer"]
    question = {"players": FOSTER["seats"], "contract": contract, "declarers": [declarer]}
    answer = ask("settle", **question, tricks=MADE[contract][declarer])
    assert (answer["made"], answer["payments"]) == (deal["made"], deal["ledger"])


# Faulty questions.


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"plays": []}, "/plays wrong-count"),
        (
            {"plays": [*plays("2c", "3c", "4c", "5c"), {"player": "x", "card": "6c"}]},
            "/plays wrong-count",
        ),
        ({"plays": None}, "/plays wrong-type"),
        ({"plays": [None, "9d"]}, "/plays/0 wrong-type, /plays/1 wrong-type"),
        ({"plays": [{}]}, "/plays/0/card missing-field, /plays/0/player missing-field"),
        ({"plays": plays("9d", "1d")}, "/plays/1/card not-a-card"),
        ({"plays": plays("9d", "Kd", "9♦")}, "/plays/2/card duplicate-card"),
        (
            {"plays": [*plays("9d"), {"player": "n", "card": "Kd"}]},
            "/plays/1/player duplicate-player",
        ),
        (
            {"plays": [{"player": "table", "card": 9}]},
            "/plays/0/card not-a-card, /plays/0/player bad-name",
        ),
        ({"trump": "hearts"}, "/trump not-one-of"),
        ({"trump": 4}, "/trump wrong-type"),
        ({"trump": "", "hand": "2c"}, "/hand unknown-field, /trump not-one-of"),
    ],
)
def test_a_faulty_trick_names_its_faults(ask: Ask, changed: Answer, expected: str) -> None:
    question = {"trump": "h", "plays": plays("9d", "Kd")} | changed
    assert places(ask.faults("compare", **question)) == expected


def test_a_trick_needs_its_cards_and_its_trump(ask: Ask) -> None:
    missing = "/plays missing-field, /trump missing-field"
    assert places(ask.faults("compare")) == missing

"""What others have published: the shuffle's vectors, and two deals of Solo Whist."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.cards import CARDS
from evaluators.catalogue import GAMES
from evaluators.chance import shuffled
from tests.serving import ROOT

VECTORS = json.loads((ROOT / "tests/facts/shuffle_vectors.json").read_text("utf-8"))["vectors"]
FOSTER = json.loads((ROOT / "tests/facts/solo_whist_foster.json").read_text("utf-8"))
PACKS = {game.code: game.pack for game in GAMES}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['game']}-{v['shuffle']}-{v['seed']}")
def test_a_seed_gives_the_published_order(vector: dict[str, Any]) -> None:
    pack = PACKS[vector["game"]]
    named = vector.get("cards")
    cards = pack.in_order(CARDS[card] for card in named) if named else pack.cards
    order = shuffled(vector["game"], vector["seed"], vector["shuffle"], cards)
    assert [str(card) for card in order] == vector["deck"]


@pytest.mark.parametrize("deal", FOSTER["deals"], ids=lambda deal: deal["contract"])
def test_a_published_deal_told_card_by_card_ends_as_published(
    client: FlaskClient, deal: dict[str, Any]
) -> None:
    seats, dealer = FOSTER["seats"], FOSTER["dealer"]
    hands = {seat: [trick["cards"][seat] for trick in deal["tricks"]] for seat in seats}
    actions: list[dict[str, Any]] = [
        {"action": "deal", "player": seat, "cards": hands[seat]} for seat in seats
    ]
    actions.append({"action": "turn-up", "card": FOSTER["turned"]})
    actions += [{"player": seat, "action": "call", "call": call} for seat, call in deal["calls"]]
    for trick in deal["tricks"]:
        first = seats.index(trick["leader"])
        actions += [
            {"player": seat, "action": "play", "card": trick["cards"][seat]}
            for seat in (*seats[first:], *seats[:first])
        ]
    record = {"players": seats, "dealer": dealer, "actions": actions}
    told = client.post("/v1/games/solo-whist/position", json={"record": record}).get_json()
    assert [trick["winner"] for trick in told["played"]] == [t["winner"] for t in deal["tricks"]]
    assert told["outcome"]["result"] == ("made" if deal["made"] else "lost")
    assert told["ledger"] == deal["ledger"]
    assert told["finished"]

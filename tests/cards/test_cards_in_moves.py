"""A move that names one card, as games of tricks have it, is read like any other card."""

import pytest

from evaluators.cards import CARDS, Card
from evaluators.game import Move
from evaluators.moves import read_move
from tests.cards.spellings import FULL

ACTIONS = {"play": {"card": Card}}


@pytest.mark.parametrize("text", ["Kh", "К♥", "🂾", " kh "])
def test_a_card_to_be_played_is_read_in_any_spelling(text: str) -> None:
    move, faults = read_move({"action": "play", "card": text}, ACTIONS, FULL)
    assert (move, faults) == (Move("play", card=CARDS["Kh"]), ())


@pytest.mark.parametrize("given", ["♥K", "xx", "", None, 7, ["Kh"]])
def test_a_card_to_be_played_that_is_none_is_refused_at_its_place(given: object) -> None:
    move, faults = read_move({"action": "play", "card": given}, ACTIONS, FULL)
    assert move is None
    assert [(found.code, found.path) for found in faults] == [("not-a-card", ("card",))]

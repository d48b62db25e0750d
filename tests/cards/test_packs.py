"""Packs: which cards, in which order, and that there is one object for each card."""

import copy
import pickle

import pytest

from evaluators.cards import CARDS, Card, Pack
from evaluators.vinegret.rules import PACK as VINEGRET

ALL_PACKS = {
    "vinegret": "A23456789T",
    "piquet": "789TJQKA",
    "durak": "6789TJQKA",
    "whist": "23456789TJQKA",
}
packs = pytest.mark.parametrize("ranks", ALL_PACKS.values(), ids=ALL_PACKS)


def test_there_are_52_cards() -> None:
    assert len(set(CARDS.values())) == 52


@packs
def test_pack_order_is_suits_c_d_h_s_then_ranks_ascending(ranks: str) -> None:
    pack = Pack(ranks, clause="any.pack")
    assert "".join(map(str, pack.cards)) == "".join(r + s for s in "cdhs" for r in ranks)


@packs
def test_the_position_of_a_card_is_its_place_in_pack_order(ranks: str) -> None:
    pack = Pack(ranks, clause="any.pack")
    assert [pack.position[card] for card in pack.cards] == list(range(4 * len(ranks)))


@packs
def test_the_height_of_a_card_is_that_of_its_rank_in_every_suit(ranks: str) -> None:
    pack = Pack(ranks, clause="any.pack")
    assert [pack.height[card] for card in pack.cards] == [*range(len(ranks))] * 4


def test_cards_are_put_into_pack_order() -> None:
    hand = [CARDS[text] for text in ("Ts", "As", "Th", "Tc", "2c")]
    assert "".join(map(str, VINEGRET.in_order(hand))) == "2cTcThAsTs"


def test_the_vinegret_pack_is_ace_to_ten_in_four_suits() -> None:
    assert VINEGRET.ranks == "A23456789T"
    assert (len(VINEGRET.cards), VINEGRET.clause) == (40, "vinegret.pack")


@pytest.mark.parametrize("card", [CARDS["Th"], CARDS["As"]], ids=str)
def test_a_copied_card_is_the_same_object(card: Card) -> None:
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 - our own bytes


def test_a_card_shows_its_spelling_to_whoever_debugs() -> None:
    assert repr(CARDS["Th"]) == "<Th>"

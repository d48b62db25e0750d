"""Texts of cards: whatever is written, it is read rightly or refused with a fault that says why."""

import re
from functools import cache

from evaluators.cards import Card, Pack
from evaluators.catalogue import GAMES
from evaluators.faults import Fault
from evaluators.forms import Count
from evaluators.spelling import LONGEST_TEXT, Reading, pattern, read_card, read_cards
from evaluators.texts import Language

FAULTS = {"wrong-type", "too-long", "wrong-count", "not-a-card", "duplicate-card"}
PACKS = [game.pack for game in GAMES]


@cache
def _spelling(pack: Pack) -> re.Pattern[str]:
    return re.compile(pattern(pack))


def target(data: bytes) -> None:
    """The first byte chooses the pack, the rest is a text in UTF-8."""
    pack = PACKS[data[0] % len(PACKS)] if data else PACKS[0]
    text = data[1:].decode("utf-8", "replace")
    _check_one(text, pack)
    reading = read_cards(text, pack)
    _check_reading(reading, pack)
    _check_list(text, reading, pack)
    counted = read_cards(text, pack, Count(2, 4, (pack.clause,)), first_only=True, unseen=True)
    _check_faults(counted.faults)
    assert len(counted.faults) <= 2  # the count, and the first that is no card


def _check_one(text: str, pack: Pack) -> None:
    """A text is a card exactly if the pattern in the OpenAPI document says so, spaces aside."""
    card = read_card(text, pack)
    trimmed = text.strip(" \t\r\n\u00a0\u202f\u3000\ufeff")
    assert isinstance(card, Card) == bool(_spelling(pack).fullmatch(trimmed))
    if isinstance(card, Card):
        assert card in pack.position
        assert read_card(str(card), pack) is card
    else:
        assert card.code == "not-a-card"
        _check_faults([card])
        if nearest := card.facts.get("nearest"):
            assert isinstance(read_card(nearest, pack), Card)


def _check_reading(reading: Reading, pack: Pack) -> None:
    """What was read reads again as the same, as one text and card by card; the rest has a fault."""
    _check_faults(reading.faults)
    cards = [card for card in reading.cards if card is not None]
    assert set(cards) <= set(pack.cards)
    faulty = {fault.path[0] for fault in reading.faults if fault.path}
    missing = {index for index, card in enumerate(reading.cards) if card is None}
    assert missing <= faulty
    if not reading.faults:
        spelled = [str(card) for card in cards]
        assert len(set(cards)) == len(cards)
        assert read_cards("".join(spelled), pack) == reading
        assert read_cards(spelled, pack) == reading


def _check_list(text: str, reading: Reading, pack: Pack) -> None:
    """Where spaces part the cards of a text, it is read as a list of them is."""
    items = text.split(" ")
    if all(_spelling(pack).fullmatch(item) for item in items) and len(text) <= LONGEST_TEXT:
        assert read_cards(items, pack) == reading


def _check_faults(faults: "tuple[Fault, ...] | list[Fault]") -> None:
    for fault in faults:
        assert fault.code in FAULTS
        assert all(fault.text.say(language) for language in Language)

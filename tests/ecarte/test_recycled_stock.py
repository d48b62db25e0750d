"""Exchanges go on when the stock is empty: it is made anew of what was discarded before."""

import random

import pytest

from evaluators import ecarte
from evaluators.chance import Source
from tests.records.playing import play

IN_STOCK = 32 - 5 - 5 - 1
MANY = ("propose", "accept", "exchange")


@pytest.mark.parametrize("source", [Source.SEED, Source.DECK])
def test_more_cards_are_drawn_than_the_stock_had(source: Source) -> None:
    (ruleset,) = [each for each in ecarte.rulesets if each.options.stock_short == "recycle"]
    record = play(ecarte, ruleset.options, source, random.Random(1), MANY).record
    exchanged = [
        len(given["cards"]) for given in record["actions"] if given["action"] == "exchange"
    ]
    assert sum(exchanged) > IN_STOCK

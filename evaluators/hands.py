"""Checks on the hands of several players that are laid side by side."""

from collections.abc import Iterator

from evaluators import players
from evaluators.faults import Fault
from evaluators.forms import Given
from evaluators.spelling import shared_cards


def faults_of_hands(given: Given) -> Iterator[Fault]:
    """A name that stands twice among the `hands`, a card in two of them."""
    hands = [hand or {} for hand in given.get("hands", ())]
    for index, found in players.repeated([hand.get("player") for hand in hands]):
        yield found.below("hands", index, "player")
    for (place, index), found in shared_cards([hand.get("hand", ()) for hand in hands]):
        yield found.below("hands", place, "hand", index)

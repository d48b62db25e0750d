"""What others cost in this process: run with the peers' own environment, writes JSON.

phevaluator ranks hands of five cards written as texts; pokerkit plays hands of Texas hold'em in
which everybody checks or calls; OpenSpiel plays euchre at random. All in CPU time.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

import pyspiel
from phevaluator.evaluator import evaluate_cards
from pokerkit import Automation, NoLimitTexasHoldem

HANDS = 20_000
DEALS = 40
ROUNDS = 7


def _best(work: Callable[[], int]) -> float:
    """The least CPU time for one of what `work` counts, in nanoseconds."""
    costs = []
    for _ in range(ROUNDS):
        began = time.process_time()
        count = work()
        costs.append((time.process_time() - began) / count * 1e9)
    return min(costs)


def _phevaluator() -> int:
    for hand in _HANDS:
        evaluate_cards(*hand)
    return len(_HANDS)


def _pokerkit() -> int:
    actions = 0
    for number in range(DEALS):
        random.seed(number)
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 6)
        while state.status:
            state.check_or_call()
            actions += 1
    return actions


def _open_spiel() -> int:
    """Counted are the players' actions, as in the others; dealing takes time here as there."""
    rng = random.Random(1)
    actions = 0
    for _ in range(DEALS):
        state = _EUCHRE.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                choices, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(choices, chances)[0])
                continue
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    return actions


_EUCHRE = pyspiel.load_game("euchre")
_DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
_RNG = random.Random(1)
_HANDS = [_RNG.sample(_DECK, 5) for _ in range(HANDS)]

if __name__ == "__main__":
    packages = ("phevaluator", "pokerkit", "open_spiel")
    json.dump(
        {
            "phevaluator": _best(_phevaluator),
            "pokerkit": _best(_pokerkit),
            "open_spiel": _best(_open_spiel),
            "versions": {name: version(name) for name in packages},
        },
        sys.stdout,
    )

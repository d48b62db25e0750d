"""What replaying a finished deal costs an action, against pokerkit playing hands of poker.

pokerkit, too, keeps a state that checks every action. Its hands are played by calls of its methods;
ours are replayed from records as callers write them, each action read first. CPU time of the whole
deal, shuffles and all, divided by its actions; both in the same run and process.
"""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem

from evaluators.catalogue import GAMES, deals_of
from evaluators.game import Amounts, Game
from evaluators.record import Position

DEALS = 40
ROUNDS = 7
_MOST_ACTIONS = 400


def played(game: Game, number: int) -> dict[str, Any]:
    """A seeded deal that was played at random to its end, as callers write records."""
    rng = random.Random(number)
    deals = deals_of(game)
    players = tuple(f"player {seat}" for seat in range(game.players[1]))
    actions: list[dict[str, object]] = []
    while True:
        record = {"players": players, "seed": f"deal {number}", "actions": tuple(actions)}
        *_, position = deals.replay(deals.form(**record), game.rulesets[0].options)
        if position.finished or len(actions) == _MOST_ACTIONS:
            return record
        actions.append(_action(position, rng))


def _action(position: Position, rng: random.Random) -> dict[str, object]:
    legal = position.legal()
    kind = rng.choice(sorted({move.action for move in legal}))
    move = rng.choice([move for move in legal if move.action == kind])
    amount = {"amount": 1} if isinstance(move.amount, Amounts) else {}
    return {"player": position.turn, **move.written(), **amount}


def _replay(game: Game, records: list[Any]) -> None:
    deals, options = deals_of(game), game.rulesets[0].options
    for record in records:
        for _ in deals.replay(record, options):
            pass


def _poker_hands() -> int:
    """Play hands in which everybody checks or calls; how many actions that took."""
    actions = 0
    for number in range(DEALS):
        random.seed(number)
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation),
            True,
            0,
            (1, 2),
            2,
            200,
            6,
        )
        while state.status:
            state.check_or_call()
            actions += 1
    return actions


def _best(work: Callable[[], object]) -> float:
    """The least CPU time of several rounds, in microseconds."""
    return min(_spent(work) for _ in range(ROUNDS))


def _spent(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1e6


def main() -> None:
    """Measure, and print the cost of an action and its ratio to pokerkit's."""
    poker_actions = _poker_hands()
    poker = _best(_poker_hands) / poker_actions
    print(f"pokerkit, one action    {poker:7.1f} µs of CPU")
    for game, each, actions in _measured():
        print(f"{game:16} replay  {each:7.1f} µs of CPU an action, {actions} actions")
        print(f"ratio                   {each / poker:7.3f}")


def _measured() -> Iterator[tuple[str, float, int]]:
    for game in GAMES:
        written = [played(game, number) for number in range(DEALS)]
        records = [deals_of(game).form(**record) for record in written]
        actions = sum(len(record["actions"]) for record in written)
        yield game.code, _best(partial(_replay, game, records)) / actions, actions

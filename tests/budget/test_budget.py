"""The budget of an evaluation: what is counted, and that it ends what goes beyond it."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from evaluators import budget
from evaluators.budget import MOST_WORK, OverBudget
from evaluators.catalogue import GAMES
from evaluators.chance import Source
from evaluators.game import Game
from service.v1.schemas import GameSchemas
from tests.records.playing import play


def units(game: Game, operation: str, body: Mapping[str, Any], limit: int = MOST_WORK) -> int:
    """What a question costs."""
    asked = GameSchemas(game).read(operation, body)
    with budget.limited(limit) as spent:
        game.operations[operation].run(asked.question, asked.options)
    return spent.spent


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_the_same_question_costs_the_same(game: Game) -> None:
    for name, operation in game.operations.items():
        for body in operation.examples.values():
            costs = {units(game, name, body) for _ in range(3)}
            assert len(costs) == 1


def game_called(code: str) -> Game:
    return next(game for game in GAMES if game.code == code)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_a_longer_record_costs_more(game: Game) -> None:
    played = play(game, game.rulesets[0].options, Source.TOLD, random.Random(1))
    actions = played.record["actions"]
    costs = [
        units(game, "adjudicate", {"record": {**played.record, "actions": actions[:number]}})
        for number in range(len(actions) + 1)
    ]
    assert costs == sorted(set(costs))
    assert costs[-1] >= len(actions)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_cards_that_nobody_has_seen_cost_more(game: Game) -> None:
    played = play(game, game.rulesets[0].options, Source.TOLD, random.Random(1))
    hidden = [
        {**action, "cards": ["??"] * len(action["cards"])} if action["action"] == "deal" else action
        for action in played.record["actions"]
    ]
    costs = [
        units(game, "adjudicate", {"record": {**played.record, "actions": actions}})
        for actions in (played.record["actions"], hidden)
    ]
    assert costs[1] > 2 * costs[0]


def test_an_evaluation_ends_at_its_budget() -> None:
    game = game_called("vinegret")
    body = {"hands": ["ThTsTd3c"] * 11}
    assert units(game, "evaluate/batch", body, limit=11) == 11
    with pytest.raises(OverBudget) as raised:
        units(game, "evaluate/batch", body, limit=10)
    assert raised.value.limit == 10


def test_a_budget_ends_with_its_block() -> None:
    with budget.limited(5):
        with budget.limited(100) as inner:
            budget.spend(50)
        assert inner.spent == 50
        with pytest.raises(OverBudget):
            budget.spend(6)
    budget.spend(10**9)


def test_a_hundred_claims_are_held_against_all_completions_within_the_budget() -> None:
    actions = [
        {"action": "deal", "player": "anna", "cards": "9s 8s ??"},
        {"action": "deal", "player": "boris", "cards": "Kh Kd ??"},
        {"action": "turn-up", "card": "6c"},
    ]
    record = {"players": ["anna", "boris"], "actions": actions}
    claims = [{"claim": "ledger", "ledger": {"anna": 100 + index}} for index in range(100)]
    game = game_called("zhiletka")
    one = units(game, "adjudicate", {"record": record, "claims": claims[:1]})
    same = units(game, "adjudicate", {"record": record, "claims": claims[:1] * 100})
    assert one == same
    assert one < units(game, "adjudicate", {"record": record, "claims": claims}) < MOST_WORK // 2

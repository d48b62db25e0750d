"""Three-card Brag, offered as `evaluators.game.Game` asks."""

from collections.abc import Mapping
from typing import Any

from evaluators.batch import Columns
from evaluators.cards import CARDS
from evaluators.game import Operation
from evaluators.moves import LegalMoves
from tests.fifth_game.brag import batch, compare, evaluate, legal_moves, settle
from tests.fifth_game.brag.rules import (
    ACTIONS,
    CODE,
    DOCUMENT,
    PACK,
    PLAYERS,
    RULEBOOK,
    RULESETS,
    Class,
)

code = CODE
pack = PACK
players = PLAYERS
rulesets = RULESETS
rulebook = RULEBOOK
actions = ACTIONS

operations: Mapping[str, Operation[Any, Any, Any]] = {
    "evaluate": Operation(
        summary="What a hand is worth.",
        question=evaluate.Question,
        answer=evaluate.Evaluation,
        run=evaluate.evaluate,
        by_get=True,
        examples={"a pair": {"hand": ["7h", "7s", "2c"]}},
    ),
    "evaluate/batch": Operation(
        summary="What many hands are worth, in columns.",
        question=batch.Question,
        answer=Columns,
        run=batch.evaluate_batch,
        examples={"two hands": {"hands": ["7h7s2c", ["Ah", "2h", "3h"]]}},
    ),
    "compare": Operation(
        summary="Which of the last two hands wins.",
        question=compare.Question,
        answer=compare.Comparison,
        run=compare.compare,
        examples={
            "a prial": {
                "hands": [
                    {"player": "anna", "hand": "3c3d3h"},
                    {"player": "boris", "hand": "AcAdAh"},
                ],
                "pot": 9,
            }
        },
    ),
    "legal-moves": Operation(
        summary="What a player may do now.",
        question=legal_moves.Question,
        answer=LegalMoves,
        run=legal_moves.legal_moves,
        examples={
            "too early to see": {"situation": {"phase": "staking", "stake": 3}},
            "too little": {
                "situation": {"phase": "last-two", "stake": 3},
                "move": {"action": "stake", "amount": 2},
            },
        },
    ),
    "settle": Operation(
        summary="Who pays whom.",
        question=settle.Question,
        answer=settle.Settlement,
        run=settle.settle,
        examples={
            "a bonus": {
                "players": ["anna", "boris", "vera"],
                "winner": "vera",
                "hand": "7h7s2c",
                "pot": 9,
                "options": {"bonus": {"pair": 2}},
            }
        },
    ),
}


def self_test() -> bool:
    """Three threes are a prial, one by one and in columns."""
    hand = tuple(CARDS[spelling] for spelling in ("3c", "3d", "3h"))
    best = evaluate.evaluate(evaluate.Question(hand=hand), DOCUMENT.options).best
    columns = batch.evaluate_batch(batch.Question(hands=("3c3d3h",)), DOCUMENT.options)
    return best is not None and best.code == Class.PRIAL == columns.best[0]

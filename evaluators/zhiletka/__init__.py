"""Zhiletka (Жилетка), offered as `evaluators.game.Game` asks."""

from collections.abc import Mapping
from typing import Any

from evaluators.batch import Columns
from evaluators.cards import CARDS
from evaluators.game import Operation
from evaluators.moves import LegalMoves
from evaluators.zhiletka import adjudicate, batch, compare, evaluate, legal_moves, position, settle
from evaluators.zhiletka.rules import ACTIONS, CODE, DOCUMENT, PACK, PLAYERS, RULEBOOK, RULESETS

code = CODE
pack = PACK
players = PLAYERS
rulesets = RULESETS
rulebook = RULEBOOK
actions = ACTIONS

operations: Mapping[str, Operation[Any, Any, Any]] = {
    "evaluate": Operation(
        summary="What a hand contains: the sbors, and the pairs that may be led.",
        question=evaluate.Question,
        answer=evaluate.Evaluation,
        run=evaluate.evaluate,
        by_get=True,
        examples={
            "a sbor": {"hand": ["8c", "9c", "Tc"]},
            "one among four": {"hand": "8♣ 9♣ 10♣ K♥"},
        },
    ),
    "evaluate/batch": Operation(
        summary="What many hands are worth, in columns.",
        question=batch.Question,
        answer=Columns,
        run=batch.evaluate_batch,
        examples={"some hands": {"hands": ["8c9cTc", "8c9cTcKh", "7h7d", "10♥ J♥ 6c"]}},
    ),
    "compare": Operation(
        summary="Who takes the pot with a sbor that was dealt.",
        question=compare.Question,
        answer=compare.Comparison,
        run=compare.compare,
        examples={
            "two sbors": {
                "hands": [
                    {"player": "anna", "hand": ["6c", "7h", "As"]},
                    {"player": "boris", "hand": ["9c", "9d", "9h"]},
                    {"player": "vera", "hand": ["Js", "Qs", "Ks"]},
                ],
            },
        },
    ),
    "legal-moves": Operation(
        summary="What a player may do now, and what he may not and why.",
        question=legal_moves.Question,
        answer=LegalMoves,
        run=legal_moves.legal_moves,
        examples={
            "attack": {
                "situation": {"phase": "attack", "hand": ["7h", "7d", "Ks"], "defender_cards": 3},
            },
            "defence": {
                "situation": {
                    "phase": "defence",
                    "hand": ["9h", "6s", "8c"],
                    "attack": ["7h", "7d"],
                    "trump": "s",
                },
                "move": {"action": "beat", "cards": ["9h", "8c"]},
            },
            "from a record": {
                "record": {
                    "players": ["anna", "boris", "vera"],
                    "seed": "table 3, 30 November 2026",
                    "actions": [{"player": "anna", "action": "attack", "cards": ["7h"]}],
                },
                "move": {"action": "beat", "cards": ["Ks"]},
            },
        },
    ),
    "settle": Operation(
        summary="Who gets what at the end of a deal.",
        question=settle.Question,
        answer=settle.Settlement,
        run=settle.settle,
        examples={
            "won": {"players": ["anna", "boris", "vera"], "winner": "boris", "pot": 3},
            "void": {"players": ["anna", "boris", "vera"], "winner": None},
        },
    ),
    "position": Operation(
        summary="Where a deal stands after all actions of its record, for everybody or one player.",
        question=position.Question,
        answer=position.Standing,
        run=position.position,
        examples={
            "a seeded deal, for one of the players": {
                "record": {
                    "players": ["anna", "boris", "vera"],
                    "seed": "table 3, 30 November 2026",
                    "actions": [
                        {"player": "anna", "action": "attack", "cards": ["7h"]},
                        {"player": "boris", "action": "beat", "cards": ["Jd"]},
                    ],
                },
                "viewer": "boris",
            },
            "a deal that is told": {
                "record": {
                    "players": ["anna", "boris"],
                    "pot": 2,
                    "actions": [
                        {"action": "deal", "player": "anna", "cards": "7h8hTh"},
                        {"action": "deal", "player": "boris", "cards": "6cJdKs"},
                        {"action": "turn-up", "card": "As"},
                    ],
                },
            },
        },
    ),
    "adjudicate": Operation(
        summary="Who is right: claims about a record, a situation or hands, and every breach.",
        question=adjudicate.Question,
        answer=adjudicate.Judgement,
        run=adjudicate.adjudicate,
        certified=True,
        examples={
            "a beat that does not beat": {
                "record": {
                    "players": ["anna", "boris"],
                    "actions": [
                        {"action": "deal", "player": "anna", "cards": "9h7d8s"},
                        {"action": "deal", "player": "boris", "cards": "8h7cJs"},
                        {"action": "turn-up", "card": "6s"},
                        {"player": "anna", "action": "attack", "cards": "9h"},
                        {"player": "boris", "action": "beat", "cards": "8h"},
                    ],
                },
                "claims": [{"claim": "legal", "action": 4}],
            },
            "two dealt sbors": {
                "hands": [
                    {"player": "anna", "hand": "7h8hKh"},
                    {"player": "boris", "hand": "9c9d9s"},
                ],
                "claims": [{"claim": "winner", "player": "boris"}],
            },
        },
    ),
}


def self_test() -> bool:
    """Three clubs are a sbor, one by one and in columns, also beside a fourth card."""
    hand = tuple(CARDS[spelling] for spelling in ("8c", "9c", "Tc"))
    answer = evaluate.evaluate(evaluate.Question(hand=hand), DOCUMENT.options)
    hands = ("8c9cTc", "8c9cTcKh")
    columns = batch.evaluate_batch(batch.Question(hands=hands), DOCUMENT.options)
    return answer.is_sbor and columns.best == ["sbor-suit", "sbor-suit"]

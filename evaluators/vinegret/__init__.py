"""Vinegret (Винегрет, L'Ambigu), offered as `evaluators.game.Game` asks."""

from collections.abc import Mapping
from typing import Any

from evaluators.cards import CARDS
from evaluators.game import Operation
from evaluators.moves import LegalMoves
from evaluators.vinegret import adjudicate, batch, compare, evaluate, legal_moves, position, settle
from evaluators.vinegret.evaluate import Class
from evaluators.vinegret.rules import ACTIONS, CODE, DOCUMENT, PACK, PLAYERS, RULEBOOK, RULESETS

code = CODE
pack = PACK
players = PLAYERS
rulesets = RULESETS
rulebook = RULEBOOK
actions = ACTIONS

operations: Mapping[str, Operation[Any, Any, Any]] = {
    "evaluate": Operation(
        summary="What a hand is worth: its combinations ranked, and what each pays.",
        question=evaluate.Question,
        answer=evaluate.Evaluation,
        run=evaluate.evaluate,
        by_get=True,
        examples={
            "tricon with prime": {"hand": ["Th", "Ts", "Td", "3c"]},
            "text": {"hand": "2♠ 3♠ 4♠ 7♠", "ruleset": "vinegret/classic@1"},
            "two cards": {"hand": ["9h", "Th"]},
        },
    ),
    "evaluate/batch": Operation(
        summary="What many hands are worth, in columns.",
        question=batch.Question,
        answer=batch.Evaluations,
        run=batch.evaluate_batch,
        examples={
            "some hands": {"hands": ["ThTsTd3c", "2s3s4s7s", ["9h", "Th", "Ah", "5c"], "KhKsKd3c"]}
        },
    ),
    "compare": Operation(
        summary="A showdown: who wins, what decided it, and who pays whom.",
        question=compare.Question,
        answer=compare.Comparison,
        run=compare.compare,
        examples={
            "four in sequence beat three": {
                "hands": [
                    {"player": "anna", "hand": ["8d", "9d", "Td", "6d"]},
                    {"player": "boris", "hand": ["As", "2s", "3s", "4s"]},
                ],
                "others": ["vera"],
                "pool": 7,
            },
        },
    ),
    "legal-moves": Operation(
        summary="What a player may do now, and what he may not and why.",
        question=legal_moves.Question,
        answer=LegalMoves,
        run=legal_moves.legal_moves,
        examples={
            "first exchange": {"situation": {"phase": "first-exchange", "hand": ["9h", "3c"]}},
            "betting": {"situation": {"phase": "first-betting", "to_hold": 3}},
            "all have passed": {"situation": {"phase": "dealer-choice"}},
            "the draw": {
                "situation": {"phase": "draw", "hand": "ThTsTd3c"},
                "move": {"action": "exchange", "cards": ["3c"]},
            },
            "one move": {
                "situation": {"phase": "last-betting", "to_hold": 0},
                "move": {"action": "bet", "amount": 2},
            },
            "from a record": {
                "record": {
                    "players": ["anna", "boris", "vera"],
                    "seed": "table 3, 30 November 2026",
                    "actions": [{"player": "anna", "action": "vist"}],
                },
                "move": {"action": "exchange", "cards": ["8d"]},
            },
        },
    ),
    "settle": Operation(
        summary="Who pays whom when a deal has a winner.",
        question=settle.Question,
        answer=settle.Settlement,
        run=settle.settle,
        examples={
            "won with a fredon": {
                "players": ["anna", "boris", "vera"],
                "winner": "vera",
                "hand": ["7c", "7d", "7h", "7s"],
                "pool": 12,
            },
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
                        {"player": "anna", "action": "vist"},
                        {"player": "boris", "action": "exchange", "cards": ["8d"]},
                    ],
                },
                "viewer": "vera",
            },
            "a deal that is told": {
                "record": {
                    "ruleset": "vinegret/classic@1",
                    "players": ["anna", "boris"],
                    "actions": [
                        {"action": "deal", "player": "anna", "cards": ["Ah", "Th"]},
                        {"action": "deal", "player": "boris", "cards": "2c7s"},
                        {"player": "anna", "action": "vist"},
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
            "a hold before any stake": {
                "record": {
                    "players": ["anna", "boris"],
                    "actions": [
                        {"action": "deal", "player": "anna", "cards": "ThTs"},
                        {"action": "deal", "player": "boris", "cards": "9h9s"},
                        {"player": "anna", "action": "vist"},
                        {"player": "boris", "action": "vist"},
                        {"action": "deal", "player": "anna", "cards": "Td3c"},
                        {"action": "deal", "player": "boris", "cards": "8h7h"},
                        {"player": "anna", "action": "hold"},
                    ],
                },
                "claims": [
                    {"claim": "illegal", "action": 6},
                    {"claim": "combination", "player": "anna", "code": "tricon"},
                ],
            },
            "whose hand is better": {
                "hands": [
                    {"player": "anna", "hand": "ThTsTd3c"},
                    {"player": "boris", "hand": "9h8h6h2h"},
                ],
                "claims": [{"claim": "winner", "player": "boris"}],
            },
        },
    ),
}


def self_test() -> bool:
    """Three tens with the missing suit are a tricon with prime, one by one and in columns."""
    hand = tuple(CARDS[spelling] for spelling in ("Th", "Ts", "Td", "3c"))
    answer = evaluate.evaluate(evaluate.Question(hand=hand), DOCUMENT.options)
    best = answer.best
    hands = ("9hTh", "ThTsTd", "ThTsTd3c")  # a hand of each size, for each has its table
    columns = batch.evaluate_batch(batch.Question(hands=hands), DOCUMENT.options)
    return (
        best is not None
        and (best.code, best.pays, answer.strength_max) == (Class.TRICON_PRIME, 6, 178)
        and columns.best == [Class.POINT, Class.TRICON, Class.TRICON_PRIME]
    )

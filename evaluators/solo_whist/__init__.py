"""Solo Whist (вист-соло), offered as `evaluators.game.Game` asks."""

from collections.abc import Mapping
from typing import Any

from evaluators.cards import CARDS, Suit
from evaluators.game import Operation
from evaluators.moves import LegalMoves
from evaluators.solo_whist import (
    adjudicate,
    batch,
    compare,
    evaluate,
    legal_moves,
    position,
    settle,
)
from evaluators.solo_whist.rules import (
    ACTIONS,
    CODE,
    DOCUMENT,
    HAND,
    PACK,
    PLAYERS,
    RULEBOOK,
    RULESETS,
    Contract,
)
from evaluators.trick_compare import TrickComparison

code = CODE
pack = PACK
players = PLAYERS
rulesets = RULESETS
rulebook = RULEBOOK
actions = ACTIONS

operations: Mapping[str, Operation[Any, Any, Any]] = {
    "evaluate": Operation(
        summary="What a hand is certain of, contract by contract.",
        question=evaluate.Question,
        answer=evaluate.Evaluation,
        run=evaluate.evaluate,
        by_get=True,
        examples={
            "five sure trumps": {
                "hand": [
                    "Ah",
                    "Kh",
                    "Qh",
                    "Jh",
                    "Th",
                    "2c",
                    "3c",
                    "4c",
                    "2d",
                    "3d",
                    "2s",
                    "3s",
                    "4s",
                ],
                "turned_suit": "h",
            },
            "a safe misère": {"hand": "2c3c5c7c2d4d6d2h4h6h2s4s6s", "turned_suit": "c"},
        },
    ),
    "evaluate/batch": Operation(
        summary="What many hands are worth, in columns.",
        question=batch.Question,
        answer=batch.Evaluations,
        run=batch.evaluate_batch,
        examples={
            "some hands": {
                "hands": ["2c4c6c8c2d4d6d2h4h6h2s4s6s", "AhKhQhJhTh2c3c4c2d3d2s3s4s"],
                "turned_suit": "h",
            }
        },
    ),
    "compare": Operation(
        summary="Who takes a trick.",
        question=compare.Question,
        answer=TrickComparison,
        run=compare.compare,
        examples={
            "trumped": {
                "trump": "h",
                "plays": [
                    {"player": "n", "card": "9d"},
                    {"player": "e", "card": "Kd"},
                    {"player": "s", "card": "2h"},
                    {"player": "w", "card": "As"},
                ],
            },
        },
    ),
    "legal-moves": Operation(
        summary="What a player may call or play now, and what he may not and why.",
        question=legal_moves.Question,
        answer=LegalMoves,
        run=legal_moves.legal_moves,
        examples={
            "the eldest returns": {
                "situation": {
                    "phase": "auction",
                    "players": ["e", "s", "w", "d"],
                    "calls": [
                        {"player": "e", "call": "pass"},
                        {"player": "s", "call": "proposal"},
                        {"player": "w", "call": "pass"},
                        {"player": "d", "call": "pass"},
                    ],
                },
            },
            "following suit": {
                "situation": {"phase": "play", "hand": ["3d", "As", "2h"], "trick": ["9d", "Kd"]},
                "move": {"action": "play", "card": "As"},
            },
            "from a record": {
                "record": {
                    "players": ["anna", "boris", "vera", "gleb"],
                    "seed": "table 3, 30 November 2026",
                    "actions": [{"player": "anna", "action": "call", "call": "misere"}],
                },
                "move": {"action": "call", "call": "solo"},
            },
        },
    ),
    "settle": Operation(
        summary="Who pays whom when a contract has been made or lost.",
        question=settle.Question,
        answer=settle.Settlement,
        run=settle.settle,
        examples={
            "a solo made": {
                "players": ["a", "b", "c", "d"],
                "contract": "solo",
                "declarers": ["b"],
                "tricks": 5,
            },
            "all thirteen": {
                "ruleset": "solo-whist/hoffmann@1",
                "players": ["a", "b", "c", "d"],
                "contract": "partnership",
                "declarers": ["a", "c"],
                "tricks": 13,
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
                    "players": ["anna", "boris", "vera", "gleb"],
                    "seed": "table 3, 30 November 2026",
                    "actions": [
                        {"player": "anna", "action": "call", "call": "pass"},
                        {"player": "boris", "action": "call", "call": "proposal"},
                        {"player": "vera", "action": "call", "call": "accept"},
                        {"player": "gleb", "action": "call", "call": "pass"},
                        {"player": "anna", "action": "play", "card": "Ac"},
                    ],
                },
                "viewer": "boris",
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
            "an acceptance over a higher bid": {
                "record": {
                    "players": ["e", "s", "w", "d"],
                    "seed": "table 3, 30 November 2026",
                    "actions": [
                        {"player": "e", "action": "call", "call": "pass"},
                        {"player": "s", "action": "call", "call": "proposal"},
                        {"player": "w", "action": "call", "call": "solo"},
                        {"player": "d", "action": "call", "call": "accept"},
                    ],
                },
                "claims": [{"claim": "legal", "action": 3}],
            },
            "no duty to trump": {
                "situation": {"phase": "play", "hand": "2c3cKs", "trick": "9d"},
                "claims": [{"claim": "legal", "move": {"action": "play", "card": "2c"}}],
            },
        },
    ),
}


def self_test() -> bool:
    """A whole suit is certain of the solo in it and of the full abundance, in columns too."""
    hand = tuple(CARDS[f"{rank}s"] for rank in PACK.ranks)
    question = evaluate.Question(hand=hand, turned_suit=Suit.SPADES)
    prospects = evaluate.evaluate(question, DOCUMENT.options).contracts
    sure = {prospect.contract: prospect.sure_tricks for prospect in prospects if prospect.certain}
    hands = ("".join(map(str, hand)),)
    many = batch.Question(hands=hands, turned_suit=Suit.SPADES)
    columns = batch.evaluate_batch(many, DOCUMENT.options).contracts
    return all(
        sure.get(contract) == HAND and columns[contract].certain == [True]
        for contract in (Contract.SOLO, Contract.FULL_ABUNDANCE)
    )

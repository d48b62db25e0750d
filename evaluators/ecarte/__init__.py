"""Écarté (Экарте), offered as `evaluators.game.Game` asks."""

from collections.abc import Mapping
from typing import Any

from evaluators.batch import Columns
from evaluators.cards import CARDS, Suit
from evaluators.ecarte import adjudicate, batch, compare, evaluate, legal_moves, position, settle
from evaluators.ecarte.rules import ACTIONS, CODE, DOCUMENT, PACK, PLAYERS, RULEBOOK, RULESETS
from evaluators.game import Operation
from evaluators.moves import LegalMoves
from evaluators.trick_compare import TrickComparison

code = CODE
pack = PACK
players = PLAYERS
rulesets = RULESETS
rulebook = RULEBOOK
actions = ACTIONS

operations: Mapping[str, Operation[Any, Any, Any]] = {
    "evaluate": Operation(
        summary="What a hand is before play: trumps, the king, the hands to play by rule.",
        question=evaluate.Question,
        answer=evaluate.Evaluation,
        run=evaluate.evaluate,
        by_get=True,
        examples={
            "two trumps, guarded": {"hand": ["Qs", "8s", "Kh", "7h", "9d"], "trump": "s"},
            "the dealer, with the king": {
                "hand": "K♠ 8♠ 7♠ Q♥ 7♦",
                "trump": "s",
                "role": "dealer",
            },
        },
    ),
    "evaluate/batch": Operation(
        summary="What many hands are worth, in columns.",
        question=batch.Question,
        answer=Columns,
        run=batch.evaluate_batch,
        examples={"some hands": {"hands": ["Qs8sKh7h9d", "7c8c9cTcAc"], "trump": "s"}},
    ),
    "compare": Operation(
        summary="Who takes a trick.",
        question=compare.Question,
        answer=TrickComparison,
        run=compare.compare,
        examples={
            "the ace is below the jack": {
                "trump": "h",
                "plays": [{"player": "anna", "card": "Ad"}, {"player": "boris", "card": "Jd"}],
            },
        },
    ),
    "legal-moves": Operation(
        summary="What a player may do now, and what he may not and why.",
        question=legal_moves.Question,
        answer=LegalMoves,
        run=legal_moves.legal_moves,
        examples={
            "the elder's word": {"situation": {"phase": "proposal"}},
            "the dealer's word": {"situation": {"phase": "answer"}},
            "the elder changes": {
                "situation": {
                    "phase": "elder-exchange",
                    "hand": ["7c", "8c", "9d", "Th", "As"],
                    "stock": 2,
                },
                "move": {"action": "exchange", "cards": ["7c", "8c", "9d"]},
            },
            "holding the king of trumps": {
                "situation": {
                    "phase": "king",
                    "hand": ["8d", "Qh", "Kh", "7s", "Jc"],
                    "trump": "h",
                },
            },
            "answering a lead": {
                "situation": {
                    "phase": "play",
                    "hand": ["Kd", "8d", "7s", "Qh"],
                    "trump": "h",
                    "led": "9d",
                },
            },
            "one move": {
                "situation": {
                    "phase": "dealer-exchange",
                    "hand": ["7c", "8c", "9d", "Th", "As"],
                },
                "move": {"action": "exchange", "cards": []},
            },
            "from a record": {
                "record": {
                    "players": ["anna", "boris"],
                    "seed": "table 3, 30 November 2026",
                    "actions": [{"player": "anna", "action": "play-at-once"}],
                },
                "move": {"action": "announce-king"},
            },
        },
    ),
    "settle": Operation(
        summary="What a deal scores, and what the loser of the game pays.",
        question=settle.Question,
        answer=settle.Settlement,
        run=settle.settle,
        examples={
            "the elder played at once and failed": {
                "elder": "anna",
                "dealer": "boris",
                "tricks": {"anna": 2, "boris": 3},
                "play_began": "elder-played",
                "king": "boris",
                "score": {"anna": 3, "boris": 2},
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
                    "players": ["anna", "boris"],
                    "score": {"anna": 3, "boris": 4},
                    "seed": "table 3, 30 November 2026",
                    "actions": [
                        {"player": "anna", "action": "propose"},
                        {"player": "boris", "action": "refuse"},
                    ],
                },
                "viewer": "anna",
            },
            "a deal that is told": {
                "record": {
                    "players": ["anna", "boris"],
                    "actions": [
                        {"action": "deal", "player": "anna", "cards": "7c8dAdKdJs"},
                        {"action": "deal", "player": "boris", "cards": "Kc8h9h8s9s"},
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
            "she had to beat": {
                "record": {
                    "players": ["boris", "anna"],
                    "actions": [
                        {"action": "deal", "player": "boris", "cards": "9d8h7h8c7c"},
                        {"action": "deal", "player": "anna", "cards": "Kd7s8s9sTs"},
                        {"action": "turn-up", "card": "Qh"},
                        {"player": "boris", "action": "play-at-once"},
                        {"player": "boris", "action": "no-king"},
                        {"player": "anna", "action": "no-king"},
                        {"player": "boris", "action": "play", "card": "9d"},
                        {"player": "anna", "action": "play", "card": "7s"},
                        {"player": "boris", "action": "play", "card": "8h"},
                    ],
                },
                "claims": [{"claim": "illegal", "action": 7}],
            },
            "one move": {
                "situation": {
                    "phase": "play",
                    "hand": ["Kd", "8d", "7s", "Qh"],
                    "trump": "h",
                    "led": "9d",
                },
                "claims": [{"claim": "legal", "move": {"action": "play", "card": "Qh"}}],
            },
        },
    ),
}


def self_test() -> bool:
    """The queen of trumps with a guarded king beside is a hand to play by rule, in columns too."""
    hand = tuple(CARDS[spelling] for spelling in ("Qs", "8s", "Kh", "7h", "9d"))
    question = evaluate.Question(hand=hand, trump=Suit.SPADES)
    best = evaluate.evaluate(question, DOCUMENT.options).best
    columns = batch.evaluate_batch(
        batch.Question(hands=("Qs8sKh7h9d",), trump=Suit.SPADES), DOCUMENT.options
    )
    return best is not None and best.code == columns.best[0] == "two-trumps-guarded"

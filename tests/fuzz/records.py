"""Records of every game: asked as a caller asks, and what is answered must agree with itself.

A record that `position` accepts: every beginning of it is accepted too; what `legal-moves` lists
may follow; cards and tokens are conserved; `adjudicate` finds no breach in it, and upholds its
ledger. Every answer and every problem is as the OpenAPI document has it.
A record that is refused: everything before the refused action is accepted, what would have been
legal is, and `adjudicate` finds its first breach there.
"""

import json
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from evaluators.cards import SIGNS, UNSEEN, is_seen
from evaluators.catalogue import GAMES, deals_of
from evaluators.faults import Faults
from evaluators.game import Game
from evaluators.record import Position
from evaluators.texts import Language
from service import problems, strict_json
from service.v1.schemas import GameSchemas
from tests.contract.document import document, schema_check
from tests.fuzz.choices import Choices
from tests.fuzz.record_maker import Json, Maker
from tests.records.playing import cards_of

CHECKS = 4
"""Of so many checks, one is made of each input: its first choice says which."""
UNNOTICED = {"played-with-wrong-count"}
"""Breaches by actions that are allowed: only a hand that was misdealt makes them some."""


class Desk:
    """One game as callers meet it: a question in JSON gets an answer in JSON, or faults."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.schemas = GameSchemas(game)
        self.documented = {name: _documented(game, name) for name in game.operations}
        self.problem = schema_check({"$ref": "#/components/schemas/Problem"})

    def ask(self, operation: str, **question: object) -> Json:
        """The answer after it has travelled; raises `Faults`, which all languages can tell."""
        body = _travelled(question)
        try:
            asked = self.schemas.read(operation, body)
            answer = self.game.operations[operation].run(asked.question, asked.options)
        except Faults as faults:
            for language in Language:
                problem = problems.document(
                    422,
                    "invalid-input",
                    errors=faults.faults,
                    body=body,
                    language=language,
                    request_id="",
                )
                assert problem["error_count"] > 0
                self.problem.validate(_travelled(problem))
            raise
        written = self.schemas.write(operation, asked, answer, body)
        told: Json = _travelled(written)
        self.documented[operation].validate(told)
        return told

    def last(self, record: Json) -> Position:
        """The last position of a record that is accepted."""
        asked = self.schemas.read("position", {"record": record})
        *_, last = deals_of(self.game).replay(asked.question.record, asked.options)
        assert isinstance(last, Position)
        return last


def _documented(game: Game, operation: str) -> Draft202012Validator:
    """The answer of an operation as the OpenAPI document has it."""
    post = document()["paths"][f"/v1/games/{game.code}/{operation}"]["post"]
    return schema_check(post["responses"]["200"]["content"]["application/json"]["schema"])


def _travelled(value: Any) -> Any:
    """A value after it was written as JSON and read again, from which the same would be written."""
    written = json.dumps(value, ensure_ascii=False)
    read = strict_json.loads(written.encode("utf-8"))
    assert json.dumps(read, ensure_ascii=False) == written
    return read


def target(game: Game) -> Callable[[bytes], None]:
    """The target for the records of a game."""
    return partial(_check, game)


@cache
def _desk(code: str) -> tuple[Desk, Maker]:
    desk = Desk(next(game for game in GAMES if game.code == code))
    return desk, Maker(desk.game, desk.schemas)


def _check(game: Game, data: bytes) -> None:
    desk, maker = _desk(game.code)
    choices = Choices(data)
    probe = [choices.below(256) for _ in range(3)]
    record = _travelled(maker.make(choices))
    try:
        standing = desk.ask("position", record=record)
    except Faults as refused:
        _check_refused(desk, record, refused, probe)
    else:
        _check_accepted(desk, record, standing, probe)


def _check_accepted(desk: Desk, record: Json, standing: Json, probe: list[int]) -> None:
    """One of the checks; each costs a replay or two."""
    checks = (_check_beginning, _check_view, _check_moves, _check_ruling)
    checks[probe[0] % CHECKS](desk, record, standing, probe)


def _check_beginning(desk: Desk, record: Json, _: Json, probe: list[int]) -> None:
    """What is so at every moment is so, and every beginning of the record is one too."""
    carried = record.get("pool", 0) + record.get("pot", 0)
    _check_conserved(desk.game, desk.last(record), carried)
    actions = record["actions"]
    desk.ask("position", record={**record, "actions": actions[: probe[1] % (len(actions) + 1)]})


def _check_conserved(game: Game, last: Any, carried: int) -> None:
    """Every card is in one place, every token is somebody's, every refusal cites a clause.

    `carried`: the tokens that lay there before the deal.
    """
    counts = Counter(cards_of(last))
    assert max(counts.values()) == 1
    faced = [card for card in counts if is_seen(card)]
    assert set(faced) <= set(game.pack.cards)
    if game.code != "ecarte":  # where discards are not kept apart
        assert len(faced) == len(game.pack.cards)
    kept = {"vinegret": lambda: sum(last.bets.values()) + last.pool, "zhiletka": lambda: last.pot}
    assert sum(last.ledger.values()) + kept.get(game.code, lambda: 0)() == carried
    if last.turn is not None:
        for move in last.conceivable():
            refusal = last.refuse(move)
            assert refusal is None or refusal.clauses


def _check_view(desk: Desk, record: Json, standing: Json, probe: list[int]) -> None:
    """A player is told his own hand, and nothing else of what is public changes."""
    viewer = record["players"][probe[1] % len(record["players"])]
    seen = desk.ask("position", record=record, viewer=viewer)
    assert seen["hands"][viewer] == standing["hands"][viewer]
    for name in ("phase", "to_act", "finished", "ledger"):
        assert seen[name] == standing[name]
    if standing["to_act"] in {viewer, "table", None}:
        # Where the deal may be over nothing is told to be legal, but to who cannot know that.
        may_be_over = "undecided" in standing and not standing["legal_moves"]
        assert may_be_over or seen["legal_moves"] == standing["legal_moves"]
    else:
        assert seen["legal_moves"] == []


def _check_moves(desk: Desk, record: Json, standing: Json, probe: list[int]) -> None:
    """The record in other spellings stands where it stood; what it lists may follow."""
    moves = desk.ask("legal-moves", record=_respelled(record))
    assert moves["legal"] == standing["legal_moves"]
    assert moves["to_act"] == standing["to_act"]
    may_follow = moves["legal"] or moves.get("undecided", [])
    if UNSEEN not in standing["hands"].get(moves["to_act"], []):  # else he may have others
        assert (may_follow == []) == standing["finished"]
    if moves["legal"]:
        _check_may_follow(desk, record, moves["to_act"], moves["legal"], probe[1])


def _respelled(record: Json) -> Json:
    """The same record as people write it: cards with signs, several in one text."""
    return {**record, "actions": [_with_signs(given) for given in record["actions"]]}


def _with_signs(given: object) -> object:
    if not isinstance(given, dict) or not isinstance(given.get("cards"), list):
        return given
    cards = given["cards"]
    if not cards or not all(isinstance(card, str) for card in cards):
        return given
    signed = [card[:-1] + SIGNS.get(card[-1:], card[-1:]) for card in cards]
    return {**given, "cards": ", ".join(signed)}


def _check_may_follow(desk: Desk, record: Json, to_act: str, legal: list[Json], probe: int) -> None:
    """One of the legal moves is accepted as the next action."""
    if to_act == "table":
        return  # whose moves name no cards
    move = legal[probe % len(legal)]
    if isinstance(amounts := move.get("amount"), dict):
        limits = [amounts["min"], amounts["max"] or amounts["min"] + 1_000]
        move = {**move, "amount": limits[probe % 2]}
    after = {**record, "actions": [*record["actions"], {"player": to_act, **move}]}
    desk.ask("position", record=after)


def _claims(desk: Desk, record: Json, probe: list[int]) -> list[Json]:
    """One claim of each kind."""
    players, actions = record["players"], record["actions"]
    player = players[probe[2] % len(players)]
    codes = list(desk.game.rulebook.combinations) or ["flush"]
    return [
        *([{"claim": "legal", "action": probe[1] % len(actions)}] if actions else []),
        {"claim": "winner", "player": player},
        {"claim": "combination", "player": player, "code": codes[probe[1] % len(codes)]},
        {"claim": "trick", "number": 1 + probe[2] % 5, "winner": player},
        {"claim": "rest", "player": player, "tricks": 1},
        {"claim": "score", "score": {player: 3}},
    ]


def _check_ruling(desk: Desk, record: Json, standing: Json, probe: list[int]) -> None:
    claims = _claims(desk, record, probe)
    if standing["ledger"] is not None:
        claims.append({"claim": "ledger", "ledger": standing["ledger"]})
    judged = desk.ask("adjudicate", record=record, claims=claims)
    noticed = {breach["code"] for breach in judged["breaches"]}
    assert noticed <= UNNOTICED
    if noticed:
        return
    assert judged["stopped_at"] is None
    assert judged["outcome"] == standing["outcome"]
    for claim, ruling in zip(claims, judged["rulings"], strict=True):
        if claim["claim"] == "ledger":
            assert ruling["verdict"] == "upheld"
        if claim["claim"] == "legal":
            assert ruling["verdict"] in {"upheld", "undecidable"}


def _check_refused(desk: Desk, record: Json, refused: Faults, probe: list[int]) -> None:
    """One of the checks; whatever is wrong with the set-up, all operations find."""
    fault = refused.faults[0]
    index = fault.path[-1]
    of_action = fault.path[:-1] == ("record", "actions") and isinstance(index, int)
    if not of_action or probe[0] % CHECKS == 0:
        _check_same_faults(desk, "legal-moves", record, refused)
    if not of_action:
        _check_same_faults(desk, "adjudicate", record, refused)
    elif probe[0] % 2:
        _check_breach(desk, record, int(index), fault.code, probe)
    else:
        before = {**record, "actions": record["actions"][: int(index)]}
        to_act = desk.ask("position", record=before)["to_act"]
        legal = fault.facts["legal"]
        assert isinstance(legal, list)
        if legal and to_act is not None:
            _check_may_follow(desk, before, to_act, legal, probe[1])


def _check_breach(desk: Desk, record: Json, index: int, code: str, probe: list[int]) -> None:
    """An action that is refused is the first breach, and was illegal."""
    claims: list[Json] = [{"claim": "illegal", "action": index}, *_claims(desk, record, probe)]
    judged = desk.ask("adjudicate", record=record, claims=claims)
    if not judged["breaches"]:  # the deal may have been over for long
        assert index in {each["action"] for each in judged["undecided"]}
        assert judged["rulings"][0]["verdict"] != "rejected"
        return
    first = judged["breaches"][0]
    if first["code"] not in UNNOTICED:
        assert (first["action"], first["code"]) == (index, code)
        assert judged["rulings"][0]["verdict"] == "upheld"


def _check_same_faults(desk: Desk, operation: str, record: Json, refused: Faults) -> None:
    """Another operation finds the same faults."""
    with pytest.raises(Faults) as again:
        desk.ask(operation, record=record)
    assert [(each.path, each.code) for each in again.value.faults] == [
        (each.path, each.code) for each in refused.faults
    ]

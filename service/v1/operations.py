"""The operations: a question read, put to its game, and the answer written."""

import json
import re
import time
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any

from flask import Blueprint, Response, g, request
from gunicorn.http.errors import ParseException
from prometheus_client import Counter
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    RequestEntityTooLarge,
    UnsupportedMediaType,
)

from evaluators import budget
from evaluators.faults import Fault, Faults
from evaluators.game import Answer, Game
from evaluators.options import options_of
from evaluators.texts import Language, Phrase
from service import caching, deprecation, metrics, repeating, strict_json, tracing
from service.json_answers import json_response, json_text
from service.languages import current_language, speaking
from service.messages import http_fault, message
from service.settings import Settings
from service.v1.schemas import Asked, GameSchemas

_WHOLE = r"-?(?:0|[1-9][0-9]{0,99})"
_LITERAL = re.compile(rf"{_WHOLE}|null|true|false")
_LIST = re.compile(rf"{_WHOLE}(?:,{_WHOLE}){{1,9}}")
"""What is read as more than a text in a query parameter."""
_LITTLE_WORK = 2000
"""A question that takes more units of work is not answered by its body alone."""
_WORTH_KEEPING = 20
"""An answer that took more units of work is kept."""
_DEEPEST = 10
"""In how many groups an option may lie, one in another; there is one that lies in one."""


def offer(blueprint: Blueprint, game: Game, settings: Settings) -> None:
    """Add the routes of all operations of a game."""
    schemas = GameSchemas(game, {"hands": settings.max_hands, "actions": settings.max_actions})
    for name, operation in game.operations.items():
        ask = _asker(game, name, schemas, settings.max_work)
        methods = ["POST", "QUERY", *(["GET"] if operation.by_get else [])]
        path = f"/games/{game.code}/{name}"
        blueprint.add_url_rule(path, f"{game.code}-{name}", ask, methods=methods)


def _asker(
    game: Game, operation: str, schemas: GameSchemas, max_work: int
) -> Callable[[], Response]:
    run = game.operations[operation].run
    lists = {name for name, option in options_of(schemas.options).items() if option.lists}
    seconds = metrics.EVALUATION_TIME.labels(game.code, operation)
    outcomes = {
        outcome: metrics.EVALUATIONS.labels(game.code, operation, outcome)
        for outcome in ("answered", "not-modified", "invalid", "failed")
    }

    def ask() -> Response:
        outcome = "failed"
        try:
            repeated: list[Fault] = []
            if request.method in {"GET", "HEAD"}:
                g.body, repeated = _from_query(request.args, lists)
            else:
                g.body = _body()
            deprecation.note_ruleset(game, g.body)
            asked = _read(schemas, operation, repeated)
            if caching.is_kept():
                caching.tag_question(schemas.canonical(operation, asked, g.body))
            evaluating = tracing.evaluation(g.span, game.code, operation)
            with evaluating, seconds.time(), budget.limited(max_work):
                answer = run(asked.question, asked.options)
            response = json_response(schemas.write(operation, asked, answer, g.body))
            outcome = "answered"
        except caching.NotModified:
            outcome = "not-modified"
            raise
        except (Faults, budget.OverBudget, strict_json.NotJson, HTTPException):
            outcome = "invalid"
            raise
        finally:
            outcomes[outcome].inc()
        counts = [*_counts(game, answer)]
        for count in counts:
            count.inc()
        repeating.may_be_repeated(
            [outcomes["answered"], *counts], partial(at_once, current_language())
        )
        return response

    def at_once(language: Language, body: bytes) -> repeating.Worked | None:
        """The answer to a question in which nothing is wrong or unusual, nor takes much work.

        All else is left to `ask`, which finds all that can be found.
        """
        try:
            value = strict_json.loads(body)
            asked = schemas.read_at_once(operation, value)
            if asked is None or asked.ruleset.superseded:
                return None
            with speaking(language), budget.limited(min(max_work, _LITTLE_WORK)) as work:
                began = time.perf_counter()
                answer = run(asked.question, asked.options)
                took = time.perf_counter() - began
                written = json_text(schemas.write(operation, asked, answer, value)) + b"\n"
        except Exception:  # noqa: BLE001 - the ordinary way meets it again, and tells it
            return None
        seconds.observe(took)
        counts = (outcomes["answered"], *_counts(game, answer))
        return repeating.Worked(written, counts, dear=work.spent > _WORTH_KEEPING)

    return ask


def _read(schemas: GameSchemas, operation: str, repeated: list[Fault]) -> Asked:
    """What is asked; raises `Faults`, those of repeated parameters among them."""
    try:
        asked = schemas.read(operation, g.body)
    except Faults as others:
        raise Faults((*repeated, *others.faults)) from None
    if repeated:
        raise Faults(repeated)
    return asked


def _counts(game: Game, answer: Answer) -> Iterator[Counter]:
    """What an answer counts: each of its combinations and of the clauses of its refusals."""
    for code in answer.combinations_seen():
        yield metrics.COMBINATIONS.labels(game.code, code)
    for refusal in answer.refusals_given():
        for clause in refusal.clauses:
            yield metrics.REFUSALS.labels(game.code, clause)


def refuse_parameters(text: Phrase) -> None:
    """Query parameters where none are read are `unknown-field`, with the given text."""
    if request.args:
        raise Faults(Fault("unknown-field", text, (name,)) for name in request.args)


def _body() -> Any:
    refuse_parameters(message("faults", "parameter-beside-body"))
    encoded = request.content_encoding not in {None, "", "identity"}
    if request.mimetype != "application/json" or encoded:
        raise UnsupportedMediaType
    if request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        raise UnsupportedMediaType
    data = _sent()
    if not data.strip():
        raise strict_json.NotJson(http_fault("empty-body"))
    return strict_json.loads(data)


def _sent() -> bytes:
    try:
        data = request.get_data(cache=False)
        # A body that comes in chunks is cut off at the limit without a word.
        if len(data) == request.max_content_length and request.environ["wsgi.input"].read(1):
            raise RequestEntityTooLarge
        g.received = len(data)
    except ParseException:  # chunks that are none, found only as they are read
        raise BadRequest from None
    if len(data) < (request.content_length or 0):  # the client stopped sending
        raise BadRequest
    return data


def _from_query(
    parameters: MultiDict[str, str], lists: Collection[str]
) -> tuple[dict[str, Any], list[Fault]]:
    """The question that query parameters ask: each a field, `options.ante` an option.

    Of a parameter that appears twice, which is a fault, the first is taken.

    An option that looks like a whole number, several (`3,2`), true, false or null is that; of
    options set one by one each has a parameter (`options.units.solo`). An option in `lists` is a
    list of whole numbers even where it has but one.
    """
    question: dict[str, Any] = {}
    options: dict[str, Any] = {}
    faults = []
    for name, values in parameters.lists():
        head, *path = name.split(".")
        if len(values) > 1:
            faults.append(http_fault("repeated-parameter", path=(head, *path[:_DEEPEST])))
        if 0 < len(path) <= _DEEPEST and head == "options":
            *groups, option = path
            inner = options
            for group in groups:
                inner = inner.setdefault(group, {})
                if not isinstance(inner, dict):
                    break
            else:
                value = _literal(values[0])
                alone = path[0] in lists and type(value) is int
                inner[option] = [value] if alone else value
        else:
            question[name] = values[0]
    return ({"options": options, **question} if options else question), faults


def _literal(text: str) -> object:
    if _LIST.fullmatch(text):
        return [int(each) for each in text.split(",")]
    return json.loads(text) if _LITERAL.fullmatch(text) else text

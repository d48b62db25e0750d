"""The operations: a question read, put to its game, and the answer written."""

import json
import re
import time
from collections.abc import Callable, Collection, Iterator
from functools import cache, partial
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
from evaluators.forms import Unread, fields_of
from evaluators.game import Answer, Game
from evaluators.options import options_of
from evaluators.texts import Language, Phrase
from service import caching, deprecation, even_hands, metrics, repeating, strict_json, tracing
from service.json_answers import json_response, json_text
from service.languages import Speaking, current_language
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
"""In how many groups, one in another, a query parameter may place an option."""


def offer(blueprint: Blueprint, game: Game, settings: Settings) -> None:
    """Add the routes of all operations of a game."""
    schemas = GameSchemas(game, {"hands": settings.max_hands, "actions": settings.max_actions})
    for name, operation in game.operations.items():
        ask = _Asking(game, name, schemas, settings.max_work).ask
        methods = ["POST", "QUERY", *(["GET"] if operation.by_get else [])]
        path = f"/games/{game.code}/{name}"
        blueprint.add_url_rule(path, f"{game.code}-{name}", ask, methods=methods)


class _Asking:
    """One operation, asked by requests."""

    def __init__(self, game: Game, operation: str, schemas: GameSchemas, max_work: int) -> None:
        self._game = game
        self._operation = operation
        self._schemas = schemas
        self._max_work = max_work
        self._run = game.operations[operation].run
        form: type = game.operations[operation].question
        unread = any(field.mark(Unread) for field in fields_of(form))
        self._loads = even_hands.loads if unread else strict_json.loads
        self._lists = {name for name, option in options_of(schemas.options).items() if option.lists}
        self._seconds = metrics.EVALUATION_TIME.labels(game.code, operation)
        self._outcomes = {
            outcome: metrics.EVALUATIONS.labels(game.code, operation, outcome)
            for outcome in ("answered", "not-modified", "invalid", "failed")
        }

    def ask(self) -> Response:
        """Answer the request."""
        outcome = "failed"
        try:
            repeated: list[Fault] = []
            if request.method in {"GET", "HEAD"}:
                g.body, repeated = _from_query(request.args, self._lists)
            else:
                # What may be kept has a tag, for which all is written out.
                g.body = _body(strict_json.loads if caching.is_kept() else self._loads)
            deprecation.note_ruleset(self._game, g.body)
            asked = _read(self._schemas, self._operation, repeated)
            if caching.is_kept():
                question = self._schemas.canonical(self._operation, asked, g.body)
                caching.tag_question(question, max_work=self._max_work)
            evaluating = tracing.evaluation(g.span, self._game.code, self._operation)
            with evaluating, self._seconds.time(), budget.limited(self._max_work):
                answer = self._run(asked.question, asked.options)
            response = json_response(self._schemas.write(self._operation, asked, answer, g.body))
            outcome = "answered"
        except caching.NotModified:
            outcome = "not-modified"
            raise
        except (Faults, budget.OverBudget, strict_json.NotJson, HTTPException):
            outcome = "invalid"
            raise
        finally:
            self._outcomes[outcome].inc()
        counts = [*_counts(self._game, answer)]
        for counter, times in counts:
            counter.inc(times)
        repeating.may_be_repeated(
            [(self._outcomes["answered"], 1), *counts], partial(self._at_once, current_language())
        )
        return response

    def _at_once(self, language: Language, body: bytes) -> repeating.Worked | None:
        """The answer to a question in which nothing is wrong or unusual, nor takes much work.

        All else is left to `ask`, which finds all that can be found.
        """
        try:
            value = self._loads(body)
            asked = self._schemas.read_at_once(self._operation, value)
            if asked is None or asked.ruleset.superseded:
                return None
            little = min(self._max_work, _LITTLE_WORK)
            with Speaking(language), budget.limited(little) as work:
                began = time.perf_counter()
                answer = self._run(asked.question, asked.options)
                took = time.perf_counter() - began
                told = self._schemas.write(self._operation, asked, answer, value)
            written = json_text(told) + b"\n"
        except Exception:  # noqa: BLE001 - the ordinary way meets it again, and tells it
            return None
        self._seconds.observe(took)
        counts = ((self._outcomes["answered"], 1), *_counts(self._game, answer))
        return repeating.Worked(written, counts, dear=work.spent > _WORTH_KEEPING)


def _read(schemas: GameSchemas, operation: str, repeated: list[Fault]) -> Asked:
    """What is asked; raises `Faults`, those of repeated parameters among them."""
    try:
        asked = schemas.read(operation, g.body)
    except Faults as others:
        raise Faults((*repeated, *others.faults)) from None
    if repeated:
        raise Faults(repeated)
    return asked


@cache
def _combinations(game: str, code: str) -> Counter:
    return metrics.COMBINATIONS.labels(game, code)


def _counts(game: Game, answer: Answer) -> Iterator[repeating.Count]:
    """What an answer counts: each of its combinations and of the clauses of its refusals."""
    for code, times in answer.combinations_counted().items():
        yield _combinations(game.code, code), times
    for refusal in answer.refusals_given():
        for clause in refusal.clauses:
            yield metrics.REFUSALS.labels(game.code, clause), 1


def refuse_parameters(text: Phrase) -> None:
    """Query parameters where none are read are `unknown-field`, with the given text."""
    if request.args:
        raise Faults(Fault("unknown-field", text, (name,)) for name in request.args)


class _Encoded(UnsupportedMediaType):
    """The body has a Content-Encoding, and none is taken (RFC 9110, 15.5.16)."""

    def get_headers(self, *request: Any) -> list[tuple[str, str]]:
        return [*super().get_headers(*request), ("Accept-Encoding", "identity")]


def _body(loads: Callable[[bytes], Any]) -> Any:
    refuse_parameters(message("faults", "parameter-beside-body"))
    if request.content_encoding not in {None, "", "identity"}:
        raise _Encoded
    if request.mimetype != "application/json":
        raise UnsupportedMediaType
    if request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        raise UnsupportedMediaType
    data = _sent()
    if not data.strip():
        raise strict_json.NotJson(http_fault("empty-body"))
    return loads(data)


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

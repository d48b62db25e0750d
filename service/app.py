"""The application, put together."""

import platform
import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from flask import Blueprint, Flask, Response, request
from werkzeug.exceptions import BadRequest, NotAcceptable, NotFound
from werkzeug.exceptions import NotImplemented as NotImplemented_

import evaluators
from evaluators.catalogue import GAMES
from evaluators.game import Game
from service import access, caching, deprecation, metrics, observation, problems
from service.docs import docs
from service.health import health
from service.languages import current_language
from service.messages import message
from service.repeating import Repeating
from service.settings import Settings
from service.v1 import catalogue, limits, operations

_JSON = "application/json"
_JSON_UTF_8 = "application/json;charset=utf-8"


class _Application(Flask):
    def make_default_options_response(self) -> Response:
        response = super().make_default_options_response()
        response.headers["Allow"] = ", ".join(sorted(response.allow))
        del response.headers["Content-Type"]  # nothing is there, and no HTML
        return response


def create_app(
    settings: Settings,
    games: Sequence[Game] = GAMES,
    deprecated: Mapping[str, deprecation.Notice] = deprecation.DEPRECATED,
) -> Flask:
    """The application, with the given games in its catalogue, and some routes `deprecated`."""
    app = _Application(__name__, static_folder=None)
    app.config.update(GAMES=tuple(games), MAX_CONTENT_LENGTH=settings.max_body_bytes)
    app.url_map.merge_slashes = False
    observation.register(app)
    if settings.rate_limit:
        from service import rate_limits  # noqa: PLC0415 - most start without what it needs

        rate_limits.register(app, settings)  # before keys are looked at: guesses count too
    access.register(app, settings)
    caching.register(app, settings)
    deprecation.register(app)
    problems.register(app)
    app.register_blueprint(health)
    app.register_blueprint(docs)
    app.register_blueprint(_version_1(games, settings))
    for route, notice in deprecated.items():
        deprecation.declare(app, route, notice)
    _refuse_what_is_refused(app)
    _want_host(app)
    access.answer_preflights(app, settings)
    _tell_unknown_games(app, tuple(game.code for game in games))
    if settings.looks_at_questions_alone:
        app.wsgi_app = Repeating(app.wsgi_app, settings.max_body_bytes)  # type: ignore[method-assign]  # as Flask documents
    deprecation.count_from_0(games)
    for game in games:
        game.self_test()  # builds its tables, once for all workers
    metrics.BUILD.labels(evaluators.__version__, platform.python_version()).set(1)
    return app


def _refuse_what_is_refused(app: Flask) -> None:
    @app.before_request
    def refuse() -> None:
        """Tell what has been found about a request before all of it was there."""
        if refused := request.environ.get(problems.REFUSED):
            status, code = refused
            again = {"Retry-After": "1"} if status == HTTPStatus.SERVICE_UNAVAILABLE else {}
            raise problems.Problem(status, code, headers={"Connection": "close", **again})


def _want_host(app: Flask) -> None:
    @app.before_request
    def want_host() -> None:
        """What RFC 9112 demands of HTTP/1.1, and gunicorn does not look for."""
        host = request.environ.get("HTTP_HOST", "")
        needed = request.environ["SERVER_PROTOCOL"] == "HTTP/1.1"
        if not _HOST.fullmatch(host) or (needed and not host):
            raise BadRequest
        if request.environ.get("HTTP_TRANSFER_ENCODING", "chunked").lower() != "chunked":
            raise NotImplemented_  # what is packed in the chunks would be taken for the body


# RFC 3986 (3.2.2): a name or an IPv4 address, or one of IPv6 in brackets; and a port.
_HOST = re.compile(r"(?:[\w.~!$&'()*+,;=%-]*|\[[0-9A-Fa-f:.v]+\])(?::[0-9]*)?", re.ASCII)


def _tell_unknown_games(app: Flask, games: tuple[str, ...]) -> None:
    @app.before_request
    def tell_unknown_game() -> None:
        if isinstance(request.routing_exception, NotFound):
            match request.path.split("/"):
                case ["", "v1", "games", game, *_] if game and game not in games:
                    raise problems.Problem(404, "unknown-game", facts={"games": games})


def _is_operation() -> bool:
    return request.url_rule is not None and "QUERY" in (request.url_rule.methods or ())


def _version_1(games: Sequence[Game], settings: Settings) -> Blueprint:
    v1 = Blueprint("v1", __name__, url_prefix="/v1")

    @v1.before_request
    def admit_json() -> None:
        accept = request.accept_mimetypes
        exactly = {kind.lower().replace(" ", ""): quality for kind, quality in accept}
        if accept and not exactly.get(_JSON_UTF_8, accept.quality(_JSON)):
            raise NotAcceptable

    @v1.after_request
    def name_language(response: Response) -> Response:
        response.headers["Content-Language"] = current_language()
        response.vary.update(["Accept", "Accept-Language"])
        if _is_operation():
            response.headers["Accept-Query"] = "application/json"
        return response

    @v1.before_request
    def refuse_parameters() -> None:
        if not _is_operation():  # these read their own
            operations.refuse_parameters(message("faults", "no-parameter"))

    catalogue.offer(v1, games)
    limits.offer(v1, settings)
    for game in games:
        operations.offer(v1, game, settings)
    return v1

"""What will not be here for ever, and says so: deprecated routes, superseded rulesets.

Answers carry `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links to what is to be used instead;
every use is counted. `docs/versioning.md` tells when to declare what.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from flask import Flask, Response, g, request
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.http import http_date

from evaluators.game import Game
from service import metrics


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """That a route is deprecated: since when, until when it is answered if that is known.

    Days begin at midnight UTC. `successor` is the address of what takes its place, `reasons` of a
    page that tells more; an address that begins with a slash is one of this service.
    """

    since: date
    sunset: date | None = None
    successor: str | None = None
    reasons: str | None = None

    def __post_init__(self) -> None:
        if self.sunset and self.sunset < self.since:
            raise ValueError(f"the sunset, {self.sunset}, is before the deprecation, {self.since}")


DEPRECATED: Mapping[str, Notice] = {}
"""The deprecated routes of this version of the service."""


def register(app: Flask) -> None:
    """Have answers say that what was asked is deprecated, errors included, and count it."""
    app.extensions["deprecation"] = {}

    @app.after_request
    def tell(response: Response) -> Response:
        route = _route_asked(app) if notices(app) else ""
        if notice := notices(app).get(route):
            metrics.DEPRECATED_REQUESTS.labels(route).inc()
            _say(response, notice)
        elif notice := g.get("superseded"):
            _say(response, notice)
        return response


def _route_asked(app: Flask) -> str:
    """The rule that the path has, whatever the method; empty if it has none."""
    if request.url_rule:
        return request.url_rule.rule
    refused, adapter = request.routing_exception, app.create_url_adapter(request)
    if adapter and isinstance(refused, MethodNotAllowed) and refused.valid_methods:
        rule, _ = adapter.match(method=next(iter(refused.valid_methods)), return_rule=True)
        return rule.rule
    return ""


def declare(app: Flask, route: str, notice: Notice) -> None:
    """Deprecate a route, whatever its methods; LookupError where there is none of this rule."""
    if route not in {rule.rule for rule in app.url_map.iter_rules()}:
        raise LookupError(f"there is no route {route}")
    notices(app)[route] = notice
    metrics.DEPRECATED_REQUESTS.labels(route)  # told as 0 from the start: a rate needs that


def notices(app: Flask) -> dict[str, Notice]:
    """The deprecated routes of an application, by rule."""
    declared: dict[str, Notice] = app.extensions["deprecation"]
    return declared


def count_from_0(games: Iterable[Game]) -> None:
    """Have the metrics tell of every superseded ruleset from the start."""
    for game in games:
        for ruleset in game.rulesets:
            if ruleset.superseded:
                metrics.SUPERSEDED_RULESETS.labels(game.code, ruleset.id)


def note_ruleset(game: Game, body: object) -> None:
    """Have the answer say that the ruleset a question names is superseded, if it is."""
    named = _ruleset_named(body)
    for ruleset in game.rulesets:
        if ruleset.superseded and ruleset.id == named:
            metrics.SUPERSEDED_RULESETS.labels(game.code, ruleset.id).inc()
            described = f"/v1/games/{game.code}"
            g.superseded = Notice(since=ruleset.superseded.since, reasons=described)


def _ruleset_named(body: object) -> object:
    """The ruleset in a question or in its record, whatever else is wrong with it."""
    if not isinstance(body, dict):
        return None
    return body.get("ruleset") or _ruleset_named(body.get("record"))


def _say(response: Response, notice: Notice) -> None:
    response.headers["Deprecation"] = f"@{int(_begin(notice.since).timestamp())}"
    if notice.sunset:
        response.headers["Sunset"] = http_date(_begin(notice.sunset))
    for relation, address in (
        ("successor-version", notice.successor),
        ("deprecation", notice.reasons),
    ):
        if address:
            here = request.script_root if address.startswith("/") else ""
            response.headers.add("Link", f'<{here}{address}>; rel="{relation}"')


def _begin(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)

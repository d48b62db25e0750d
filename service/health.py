"""Whether this instance is alive, ready, and of which version."""

import platform
from threading import Event

from flask import Blueprint, Response, current_app

import evaluators
from service import metrics
from service.json_answers import json_response
from service.problems import Problem

health = Blueprint("health", __name__)

draining = Event()
"""Set when this worker is about to stop and wants no new work."""


@health.get("/livez")
def livez() -> Response:
    """The process answers."""
    return json_response({"status": "alive"})


@health.get("/readyz")
def readyz() -> Response:
    """The tables are built and every game answers its self-test hand; 503 otherwise."""
    if draining.is_set():
        raise Problem(503, "draining", headers={"Retry-After": "1"})
    failing = tuple(game.code for game in current_app.config["GAMES"] if not game.self_test())
    if failing:
        raise Problem(503, "not-ready", facts={"games": failing}, headers={"Retry-After": "1"})
    return json_response({"status": "ready"})


@health.get("/version")
def version() -> Response:
    """The version of the rules and the service, and of Python."""
    return json_response({"version": evaluators.__version__, "python": platform.python_version()})


@health.get("/metrics")
def expose() -> Response:
    """What the service has counted, in Prometheus' text format."""
    body, content_type = metrics.exposition()
    return Response(body, content_type=content_type)

"""What an instance says of itself."""

import platform
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

import evaluators
from service.app import create_app
from service.health import draining
from service.settings import read_settings
from tests.service.shape import problem_in


def test_it_is_alive(client: FlaskClient) -> None:
    assert client.get("/livez").get_json() == {"status": "alive"}


def test_it_is_ready(client: FlaskClient) -> None:
    assert client.get("/readyz").get_json() == {"status": "ready"}


def test_it_knows_its_version(client: FlaskClient) -> None:
    assert client.get("/version").get_json() == {
        "version": evaluators.__version__,
        "python": platform.python_version(),
    }


@pytest.fixture
def stopping() -> Iterator[None]:
    draining.set()
    yield
    draining.clear()


@pytest.mark.usefixtures("stopping")
def test_an_instance_that_is_about_to_stop_is_not_ready_but_works(client: FlaskClient) -> None:
    answer = client.get("/readyz")
    problem_in(answer, 503, "draining")
    assert answer.headers["Retry-After"] == "1"
    assert client.get("/livez").status_code == 200
    assert client.get("/v1/games/vinegret/evaluate?hand=ThTs").status_code == 200


@pytest.fixture
def broken() -> Flask:
    """An application one of whose games fails its self-test."""
    app = create_app(read_settings({}))
    whist = SimpleNamespace(code="whist", self_test=lambda: False)
    app.config["GAMES"] = (*app.config["GAMES"], whist)
    return app


def test_an_instance_whose_game_fails_its_self_test_is_not_ready(broken: Flask) -> None:
    answer = broken.test_client().get("/readyz")
    problem = problem_in(answer, 503, "not-ready")
    assert "whist" in problem["detail"]
    assert "vinegret" not in problem["detail"]
    assert answer.headers["Retry-After"] == "1"


def test_metrics_are_in_the_format_of_prometheus(client: FlaskClient) -> None:
    client.get("/livez")
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.mimetype == "text/plain"
    families = {family.name for family in text_string_to_metric_families(answer.text)}
    assert {"arbiter_http_requests", "arbiter_build_info"} <= families

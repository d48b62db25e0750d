"""The API's own description, and the page to try it on, which needs nobody else's server."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import read_settings
from tests.service.shape import problem_in
from tests.serving import ROOT

ADDRESS = re.compile(r"""(?:https?:)?//[^\s"'<>]+""")


class _Needs(HTMLParser):
    """What a page refers to, and the scripts written into it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.inline: list[str] = []
        self._in_script = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_script = tag == "script"
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href"}]
        self.inline += [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        if self._in_script and data.strip():
            self.inline.append(data)


def test_the_document_is_the_one_in_the_repository(client: FlaskClient) -> None:
    answer = client.get("/openapi.yaml")
    assert answer.mimetype == "application/yaml"
    assert answer.data == Path(ROOT, "openapi.yaml").read_bytes()


def test_json_and_yaml_are_the_same_document(client: FlaskClient) -> None:
    answer = client.get("/openapi.json")
    assert answer.mimetype == "application/json"
    assert answer.get_json() == yaml.load(client.get("/openapi.yaml").text, yaml.CSafeLoader)


def test_behind_a_prefix_the_documents_paths_are_below_it() -> None:
    client = create_app(read_settings({"ARBITER_TRUSTED_PROXIES": "1"})).test_client()
    told = client.get("/openapi.json", headers={"X-Forwarded-Prefix": "/cards"}).get_json()
    assert told["servers"] == [{"url": "/cards"}]
    assert client.get("/openapi.json").get_json()["servers"] == [{"url": "/"}]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_root_leads_to_the_page(client: FlaskClient, method: str) -> None:
    answer = client.open("/", method=method)
    assert (answer.status_code, answer.headers["Location"], answer.data) == (302, "/docs", b"")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Request-ID"]
    assert "Content-Type" not in answer.headers
    assert client.open("/", method=method, follow_redirects=True).mimetype == "text/html"


def test_behind_a_prefix_the_root_leads_to_the_page_below_it() -> None:
    client = create_app(read_settings({"ARBITER_TRUSTED_PROXIES": "1"})).test_client()
    answer = client.get("/", headers={"X-Forwarded-Prefix": "/cards"})
    assert answer.headers["Location"] == "/cards/docs"


def test_an_address_without_a_path_is_the_root(client: FlaskClient) -> None:
    answer = client.get("/", environ_overrides={"PATH_INFO": ""})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs")


def test_the_root_is_asked_by_no_other_method(client: FlaskClient) -> None:
    answer = client.post("/", json={})
    problem_in(answer, 405, "method-not-allowed")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_the_page_needs_only_what_is_served_here(client: FlaskClient) -> None:
    needs = _Needs(client.get("/docs").text)
    assert sorted(needs.addresses) == [
        "docs/favicon-32x32.png",
        "docs/start.js",
        "docs/swagger-ui-bundle.js",
        "docs/swagger-ui.css",
    ]
    assert needs.inline == []
    for address in needs.addresses:
        with client.get(f"/{address}") as answer:
            assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/docs", "/docs/start.js"])
def test_the_page_names_no_other_host(client: FlaskClient, path: str) -> None:
    assert ADDRESS.findall(client.get(path).text) == []


def test_the_page_may_load_nothing_from_elsewhere(client: FlaskClient) -> None:
    policy = client.get("/docs").headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == "'self'"
    assert directives["connect-src"] == "'self'"
    sources = {source for value in directives.values() for source in value.split()}
    assert sources == {"'none'", "'self'", "'unsafe-inline'", "data:"}
    assert "'unsafe-inline'" not in directives["script-src"]


@pytest.mark.parametrize(
    ("name", "mimetype"),
    [
        ("swagger-ui.css", "text/css"),
        ("swagger-ui-bundle.js", "text/javascript"),
        ("start.js", "text/javascript"),
        ("favicon-32x32.png", "image/png"),
    ],
)
def test_a_file_of_the_page_has_its_type(client: FlaskClient, name: str, mimetype: str) -> None:
    with client.get(f"/docs/{name}") as answer:
        assert answer.status_code == 200
        assert answer.mimetype == mimetype
        assert len(answer.data) > 50


@pytest.mark.parametrize(
    "name", ["index.html", "swagger-ui-es-bundle.js", "..%2f__init__.py", "%2e%2e", "start.js/"]
)
def test_no_other_file_is_served(client: FlaskClient, name: str) -> None:
    problem_in(client.get(f"/docs/{name}"), 404, "not-found")

"""Who may ask and from where; what every answer tells a browser."""

import hashlib

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import BadSettings, read_settings
from tests.service.shape import problem_in

HAND = "/v1/games/vinegret/evaluate?hand=ThTsTd3c"
KEYS = ("the first key", "another key")
HASHES = ",".join(hashlib.sha256(key.encode()).hexdigest() for key in KEYS)
OPEN = ["/livez", "/readyz", "/version", "/metrics", "/docs", "/openapi.yaml"]
ORIGIN = "https://club.example"
QUIET = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def client_with(**settings: str) -> FlaskClient:
    """Requests to an application with some settings."""
    given = {f"ARBITER_{name.upper()}": value for name, value in settings.items()}
    return create_app(read_settings(given)).test_client()


# Keys


@pytest.mark.parametrize("key", KEYS)
def test_a_known_key_opens(key: str) -> None:
    client = client_with(api_keys=HASHES)
    for headers in (
        {"X-API-Key": key},
        {"Authorization": f"Bearer {key}"},
        {"Authorization": f"bearer   {key}"},
    ):
        assert client.get(HAND, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-API-Key": ""},
        {"X-API-Key": "a third key"},
        {"Authorization": "Bearer a third key"},
        {"Authorization": "Basic the first key"},
        {"Authorization": KEYS[0]},
        {"X-API-Key": HASHES.partition(",")[0]},
    ],
)
def test_no_other_key_does(headers: dict[str, str]) -> None:
    client = client_with(api_keys=HASHES)
    for path in (HAND, "/v1/games", "/v1/nothing"):
        response = client.get(path, headers=headers)
        problem_in(response, 401, "key-wanted")
        assert response.headers["WWW-Authenticate"] == "Bearer"
        assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", OPEN)
def test_probes_and_documents_need_no_key(path: str) -> None:
    assert client_with(api_keys=HASHES).get(path).status_code == 200


def test_without_keys_everybody_may_ask(client: FlaskClient) -> None:
    assert client.get(HAND).status_code == 200


@pytest.mark.parametrize("keys", ["secret", "ABC", f"{HASHES},secret", "0" * 63, "G" * 64])
def test_a_key_itself_is_no_setting(keys: str) -> None:
    with pytest.raises(BadSettings, match=r"ARBITER_API_KEYS: .* is no SHA-256") as refused:
        read_settings({"ARBITER_API_KEYS": keys})
    assert "secret" not in str(refused.value)  # a key that was set by mistake is not told on


def test_the_hash_of_nothing_is_no_key() -> None:
    nothing = hashlib.sha256(b"").hexdigest().upper()
    with pytest.raises(BadSettings, match=r"^ARBITER_API_KEYS: .* nothing"):
        read_settings({"ARBITER_API_KEYS": f"{HASHES},{nothing}"})


def test_a_key_may_have_letters_of_all_languages() -> None:
    key = "ключ"
    client = client_with(api_keys=hashlib.sha256(key.encode()).hexdigest())
    headers = {"X-API-Key": key.encode().decode("latin-1")}  # as bytes of UTF-8 arrive
    assert client.get(HAND, headers=headers).status_code == 200


# Origins


@pytest.mark.parametrize(("origins", "told"), [(ORIGIN, ORIGIN), ("*", "*")])
@pytest.mark.parametrize(
    ("path", "status"), [(HAND, 200), ("/v1/nothing", 404), (f"{HAND}&hand=no", 422)]
)
def test_an_origin_that_is_listed_may_read_answers_and_errors(
    origins: str, told: str, path: str, status: int
) -> None:
    response = client_with(cors_origins=origins).get(path, headers={"Origin": ORIGIN})
    assert response.status_code == status
    assert response.headers["Access-Control-Allow-Origin"] == told
    assert "ETag" in response.headers["Access-Control-Expose-Headers"]


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://club.example", "null"])
def test_another_origin_may_not(origin: str) -> None:
    client = client_with(cors_origins=f"{ORIGIN},http://127.0.0.1:5173")
    response = client.get(HAND, headers={"Origin": origin})
    assert response.status_code == 200
    assert "Access-Control-Allow-Origin" not in response.headers


def test_what_depends_on_the_origin_says_so() -> None:
    client = client_with(cors_origins=f"{ORIGIN},http://127.0.0.1:5173")
    response = client.get(HAND, headers={"Origin": ORIGIN})
    assert "origin" in ", ".join(response.headers.getlist("Vary")).lower()


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", ""])
def test_what_another_origin_may_not_read_depends_on_it_as_well(origin: str) -> None:
    client = client_with(cors_origins=f"{ORIGIN},http://127.0.0.1:5173")
    response = client.get(HAND, headers={"Origin": origin} if origin else {})
    vary = response.headers["Vary"].lower()
    assert {"origin", "accept", "accept-language"} <= set(vary.split(", "))
    assert response.headers.get("Access-Control-Allow-Origin") != origin


def test_everybody_standing_alone_lets_everybody_read() -> None:
    with pytest.raises(BadSettings, match="stands alone"):
        read_settings({"ARBITER_CORS_ORIGINS": f"*,{ORIGIN}"})


def test_a_preflight_request_needs_no_key_and_names_what_may_be_sent() -> None:
    client = client_with(cors_origins=ORIGIN, api_keys=HASHES)
    headers = {
        "Origin": ORIGIN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type,x-api-key,traceparent",
    }
    response = client.options("/v1/games/vinegret/evaluate", headers=headers)
    assert response.status_code == 200
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert {"x-api-key", "traceparent"} <= set(
        response.headers["Access-Control-Allow-Headers"].lower().split(", ")
    )


@pytest.mark.parametrize("path", ["/v1", "/v1/nothing", "/v1/games/whist/evaluate", "/v1/games/"])
def test_a_page_may_ask_for_what_is_not_there_and_read_so(path: str) -> None:
    client = client_with(cors_origins=ORIGIN, api_keys=HASHES)
    asks = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-api-key"}
    response = client.options(path, headers={"Origin": ORIGIN, **asks})
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert response.headers["Access-Control-Allow-Headers"].lower() == "x-api-key"
    read = client.post(path, headers={"Origin": ORIGIN, "X-API-Key": KEYS[0]}, json={})
    problem_in(read, 404)
    assert read.headers["Access-Control-Allow-Origin"] == ORIGIN


def test_no_other_preflight_is_answered_for_what_is_not_there() -> None:
    client = client_with(cors_origins=ORIGIN)
    asks = {"Access-Control-Request-Method": "POST"}
    other = client.options("/v1/nothing", headers={"Origin": "https://elsewhere.example", **asks})
    assert not [name for name, _ in other.headers if name.startswith("Access-Control")]
    problem_in(client.options("/v1/nothing", headers={"Origin": ORIGIN}), 404, "not-found")
    problem_in(client.options("/nothing", headers={"Origin": ORIGIN, **asks}), 404, "not-found")
    bad_host = {"Origin": ORIGIN, "Host": "not a host", **asks}
    problem_in(client.options("/v1/nothing", headers=bad_host), 400, "bad-request")
    alone = client_with()
    problem_in(alone.options("/v1/nothing", headers={"Origin": ORIGIN, **asks}), 404, "not-found")


def test_no_origin_may_read_by_default(client: FlaskClient) -> None:
    response = client.get(HAND, headers={"Origin": ORIGIN})
    assert not [name for name, _ in response.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("origins", ["club.example", "https://club.example/", "ftp://club", "**"])
def test_what_is_no_origin_is_no_setting(origins: str) -> None:
    with pytest.raises(BadSettings, match=r"ARBITER_CORS_ORIGINS: .* is no origin"):
        read_settings({"ARBITER_CORS_ORIGINS": origins})


# Headers


@pytest.mark.parametrize("path", [HAND, "/v1/nothing", "/livez", "/docs"])
def test_every_answer_tells_browsers_to_guess_nothing(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in QUIET} == QUIET
    assert "default-src 'none'" in headers["Content-Security-Policy"]


# Proxies


@pytest.mark.parametrize("prefix", ["//evil.example", "/", "https://evil.example", "/a//b", "/a b"])
def test_a_prefix_leads_nowhere_else(prefix: str) -> None:
    client = client_with(trusted_proxies="1")
    answer = client.get("/", headers={"X-Forwarded-Prefix": prefix})
    problem_in(answer, 400, "bad-request")
    answer = client.get("/", headers={"X-Forwarded-Prefix": "/cards/of-mine"})
    assert answer.headers["Location"] == "/cards/of-mine/docs"


@pytest.mark.parametrize(("proxies", "host"), [("0", "localhost"), ("1", "cards.example")])
def test_a_proxy_is_trusted_only_as_set(proxies: str, host: str) -> None:
    client = client_with(trusted_proxies=proxies)
    seen = []
    app = client.application

    @app.before_request
    def look() -> None:
        from flask import request  # noqa: PLC0415 - of this request

        seen.append(request.host)

    client.get("/livez", headers={"X-Forwarded-Host": "cards.example"})
    assert seen == [host]

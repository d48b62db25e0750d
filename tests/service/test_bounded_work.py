"""The largest body that is taken costs seconds at most, however bad it is."""

import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.shape import strictly

SECONDS = 10
"""Far above what any of these takes, and far below what one of them took when work grew squared."""


def as_large_as_taken(item: str) -> str:
    return ",".join([item] * (1_000_000 // (len(item) + 1)))


@pytest.mark.parametrize(
    ("operation", "template", "item"),
    [
        ("compare", '{"hands": [%s]}', "0"),
        ("compare", '{"hands": [%s]}', "{}"),
        (
            "compare",
            '{"hands": [%s]}',
            '{"player":"anna","hand":"x x x x x x x x x x x x x x x x"}',
        ),
        ("compare", '{"hands": [{"player": "a", "hand": "Ts"}], "others": [%s]}', '"anna"'),
        ("settle", '{"players": [%s], "winner": "x", "hand": "ThTsTdTc"}', '"anna"'),
        ("settle", '{"players": [%s], "winner": "x", "hand": "ThTsTdTc"}', "1"),
        ("evaluate", '{"hand": [%s]}', '"x"'),
        ("evaluate", '{"hand": [[%s], "Th"]}', "0"),
        ("evaluate", '{"hand": "%s"}', "Th"),
        ("evaluate", '{"hand": "%s"}', "hT"),
        ("evaluate", '{"hand": [%s]}', "9" * 4000),
        ("evaluate", "{%s}", '"a":NaN'),
        ("evaluate", "[%s]", r'"\ud800"'),
        ("legal-moves", '{"situation": {"phase": "draw", "hand": [%s]}}', '"x"'),
    ],
)
def test_a_body_as_large_as_is_taken(
    client: FlaskClient, operation: str, template: str, item: str
) -> None:
    body = template % as_large_as_taken(item)
    began = time.perf_counter()
    answer = client.post(
        f"/v1/games/vinegret/{operation}", data=body, content_type="application/json"
    )
    assert time.perf_counter() - began < SECONDS
    assert answer.status_code in {400, 422}
    assert len(answer.data) < 100_000


@pytest.mark.parametrize("where", ["", "options", "move"])
def test_very_many_unknown_fields(client: FlaskClient, where: str) -> None:
    many = {str(index): 1 for index in range(50_000)}
    body: dict[str, Any] = {"situation": {"phase": "dealer-choice"}}
    body |= {where: {"action": "pass", **many}} if where else many
    began = time.perf_counter()
    answer = client.post("/v1/games/vinegret/legal-moves", json=body)
    assert time.perf_counter() - began < SECONDS
    assert strictly(answer.data)["error_count"] >= len(many)


def test_a_list_with_a_few_too_many_is_still_read_item_by_item(client: FlaskClient) -> None:
    players = ["anna", "", "vera", "anna", "gleb", "dima", "zoja", 8]
    body = {"players": players, "winner": "vera", "hand": "ThTsTdTc"}
    answer = client.post("/v1/games/vinegret/settle", json=body)
    found = [(error["pointer"], error["code"]) for error in answer.get_json()["errors"]]
    assert found == [
        ("/players", "wrong-count"),
        ("/players/1", "bad-name"),
        ("/players/7", "wrong-type"),
        ("/players/3", "duplicate-player"),
    ]

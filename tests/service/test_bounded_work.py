"""The largest body that is taken costs seconds at most, however bad it is."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators import spelling
from evaluators.faults import Fault
from evaluators.vinegret.rules import PACK
from service.strict_json import MAX_CONTAINERS, MAX_FAULTS, MAX_MEMBERS
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


@pytest.mark.parametrize("where", ["", "/options", "/move"])
def test_an_object_with_very_many_fields_is_not_read(client: FlaskClient, where: str) -> None:
    many = {str(index): 1 for index in range(MAX_MEMBERS)}
    body: dict[str, Any] = {"situation": {"phase": "dealer-choice"}}
    body |= {where[1:]: {"action": "pass", **many}} if where else many
    answer = client.post("/v1/games/vinegret/legal-moves", json=body)
    (error,) = strictly(answer.data)["errors"]
    assert (error["pointer"], error["code"]) == (where, "too-many-members")
    assert error["max"] == MAX_MEMBERS


def test_an_object_with_many_fields_is_read(client: FlaskClient) -> None:
    body = {str(index): 1 for index in range(MAX_MEMBERS - 1)} | {"hand": "ThTs"}
    problem = strictly(client.post("/v1/games/vinegret/evaluate", json=body).data)
    assert problem["error_count"] == MAX_MEMBERS - 1
    assert {error["code"] for error in problem["errors"]} == {"unknown-field"}


@pytest.mark.parametrize("item", ["[]", "{}"])
def test_very_many_lists_and_objects_are_not_read(
    client: FlaskClient, item: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.strict_json._parse", None)  # the costly part
    body = f"[{','.join([item] * MAX_CONTAINERS)}]"
    answer = client.post("/v1/games/vinegret/evaluate", data=body, content_type="application/json")
    (error,) = strictly(answer.data)["errors"]
    assert (error["code"], error["max"]) == ("too-many-containers", MAX_CONTAINERS)


def test_of_very_many_faults_of_a_text_a_thousand_are_looked_for(client: FlaskClient) -> None:
    body = f"[{','.join(['NaN'] * 3000)}]"
    answer = client.post("/v1/games/vinegret/evaluate", data=body, content_type="application/json")
    assert strictly(answer.data)["error_count"] == MAX_FAULTS


def test_a_long_name_is_not_repeated_for_every_fault_in_it(client: FlaskClient) -> None:
    name = "a" * 100_000
    body = f'{{"{name}": [{",".join(["NaN"] * 100)}]}}'
    answer = client.post("/v1/games/vinegret/evaluate", data=body, content_type="application/json")
    problem = strictly(answer.data)
    assert problem["errors"][7]["pointer"] == f"/{'a' * 200}…/7"
    assert len(answer.data) < len(name)


def test_of_a_text_of_cards_without_a_count_only_the_first_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = []
    pieces = spelling._pieces  # noqa: SLF001 - its work is counted

    def counting(text: str) -> Iterator[str]:
        for piece in pieces(text):
            looked_at.append(piece)
            yield piece

    monkeypatch.setattr(spelling, "_pieces", counting)
    reading = spelling.read_cards("x " * 1900, PACK)
    assert len(reading.faults) == len(looked_at) == len(PACK.cards) + 1


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


@pytest.mark.parametrize("depth", [11, 1900])
def test_a_parameter_of_very_many_parts_is_unknown(client: FlaskClient, depth: int) -> None:
    name = "options" + ".a" * depth
    answer = client.get(f"/v1/games/vinegret/evaluate?hand=ThTsTd3c&{name}=1")
    assert answer.status_code == 422
    (error,) = strictly(answer.data)["errors"]
    assert error["code"] == "unknown-field"


def test_of_a_card_that_is_very_many_cards_two_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    card = spelling._card  # noqa: SLF001 - its work is counted

    def counting(match: Any) -> Any:
        read.append(match)
        return card(match)

    monkeypatch.setattr(spelling, "_card", counting)
    found = spelling.read_card("Th" * 100_000, PACK)
    assert isinstance(found, Fault)
    assert found.facts["nearest"] == "Th"
    assert len(read) == 2

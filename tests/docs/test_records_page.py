"""docs/records.md is executed: its deals are asked about, its script is run, its words compared."""

import importlib
import json
import random
import re
import runpy
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.actions import TABLE_ACTIONS
from evaluators.cards import CARDS
from evaluators.catalogue import GAMES, deals_of
from evaluators.chance import Source, TableAction
from evaluators.forms import Named, fields_of
from evaluators.game import Game
from tests.records.playing import play
from tests.serving import ROOT

_PAGE = (ROOT / "docs/records.md").read_text("utf-8")
_BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
_ASKED = re.compile(r"`POST (/v1/games/\S+)`\n\n```json\n(.*?)```\n\n```json\n(.*?)```", re.DOTALL)
"""A sentence that ends with an operation, the question it gets, and part of the answer."""
_EXAMPLES = [match.groups() for match in _ASKED.finditer(_PAGE)]
_VECTORS = json.loads((ROOT / "tests/facts/shuffle_vectors.json").read_text("utf-8"))["vectors"]
_RULEBOOKS = ROOT / "evaluators/rulebooks"
_OTHER_TEXTS = {"no-stake-yet-last": "no-stake-yet", "auction-over": "deal-is-over"}
"""Texts of refusals that stand for a code of another name."""


def test_every_json_block_is_a_question_or_its_answer() -> None:
    blocks = [text for kind, text in _BLOCK.findall(_PAGE) if kind == "json"]
    asked = [text for _, question, answer in _EXAMPLES for text in (question, answer)]
    assert blocks == asked
    assert {url.split("/")[3] for url, _, _ in _EXAMPLES} == {game.code for game in GAMES}


@pytest.mark.parametrize(("url", "question", "answer"), _EXAMPLES)
def test_what_is_shown_of_an_answer_is_what_is_answered(
    client: FlaskClient, url: str, question: str, answer: str
) -> None:
    told = client.post(url, json=json.loads(question)).get_json()
    shown = json.loads(answer)
    assert {name: told.get(name, "not there") for name in shown} == shown


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_a_deal_of_each_game_is_played_to_its_outcome(game: Game) -> None:
    shown = [json.loads(answer) for url, _, answer in _EXAMPLES if f"/{game.code}/position" in url]
    assert any(answer.get("outcome") for answer in shown)


def test_unseen_cards_are_told_of_as_the_page_says(client: FlaskClient) -> None:
    assert '`["9d", "??", "??"]`, or `"9d ?? ??"`' in _PAGE
    record: dict[str, Any] = {
        "players": ["anna", "boris"],
        "actions": [
            {"action": "deal", "player": "anna", "cards": ["Kd", "??", "??", "??", "??"]},
            {"action": "deal", "player": "boris", "cards": "?? ?? ?? ?? 7c"},
            {"action": "turn-up", "card": "9h"},
            {"player": "anna", "action": "play-at-once"},
            {"player": "anna", "action": "no-king"},
            {"player": "boris", "action": "no-king"},
            {"player": "anna", "action": "play", "card": "Kd"},
        ],
    }
    seven: dict[str, Any] = {"action": "play", "card": "7c"}
    asked: dict[str, Any] = {"record": record, "move": seven}
    told = client.post("/v1/games/ecarte/legal-moves", json=asked).get_json()
    assert (told["undecided"], told["is_legal"]) == ([seven], None)
    lost = {**seven, "card": "9h"}  # it lies on the table
    told = client.post("/v1/games/ecarte/legal-moves", json=asked | {"move": lost}).get_json()
    assert told["refusal"]["code"] == "card-not-held"
    record["actions"].append({"player": "boris", **seven})
    for viewer, counted in ((None, [{"player": "boris", "count": 4}]), ("anna", None)):
        asked = {"record": record, "viewer": viewer}
        told = client.post("/v1/games/ecarte/position", json=asked).get_json()
        assert told.get("undecided") == counted
    assert told["hands"] == {"anna": ["??"] * 4, "boris": {"count": 4}}


Script = dict[str, Any]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """What the page's script defines, once it has run."""
    (code,) = (text for kind, text in _BLOCK.findall(_PAGE) if kind == "python")
    assert re.findall(r"^ *(?:from|import) (\w+)", code, re.MULTILINE) == ["hashlib"]
    file = tmp_path / "script.py"
    file.write_text(code, "utf-8")
    return runpy.run_path(str(file))


def test_the_script_prints_what_the_page_says_and_the_service_deals(
    capsys: pytest.CaptureFixture[str], script: Script, client: FlaskClient
) -> None:
    printed = capsys.readouterr().out
    assert f"```text\n{printed}```" in _PAGE
    hands = {line.split()[0]: set(line.split()[1:]) for line in printed.splitlines()}
    (seed,) = set(re.findall(r'"seed": "(table .*?)"', _PAGE))
    assert script["deck"] == script["shuffled"]("ecarte", 0, seed, _pack("ecarte"))
    record = {"players": ["anna", "boris"], "seed": seed}
    told = client.post("/v1/games/ecarte/position", json={"record": record}).get_json()
    assert {player: set(cards) for player, cards in told["hands"].items()} == {
        player: hands[player] for player in record["players"]
    }
    assert told["turn_up"] in hands["turned"]


def test_the_script_makes_all_published_orders(script: Script) -> None:
    for vector in _VECTORS:
        pack = _pack(vector["game"])
        cards = [card for card in pack if card in vector.get("cards", pack)]
        order = script["shuffled"](vector["game"], vector["shuffle"], vector["seed"], cards)
        assert order == vector["deck"]


def test_the_vectors_of_the_page_are_the_published_ones() -> None:
    shown = [text for kind, text in _BLOCK.findall(_PAGE) if kind == "text"][-1]
    published = [
        "\n".join(
            (
                f"{vector['game']} {vector['shuffle']} {vector['seed']}",
                *("".join(vector[name]) for name in ("cards", "deck") if name in vector),
            )
        )
        for vector in _VECTORS
    ]
    told = re.split(r"\n(?=\S+ \d )", shown.strip())
    assert len(told) == 3
    assert set(told) <= set(published)


def _pack(code: str) -> list[str]:
    (pack,) = (game.pack for game in GAMES if game.code == code)
    return [str(card) for card in pack.cards]


def _named(game: Game) -> set[str]:
    """The words that the page says of a game, or of all games."""
    before, *sections = re.split(r"^## ", _PAGE, flags=re.MULTILINE)
    titles = {_rulebook(each.code)["game"]: each for each in GAMES}
    own = [text for text in sections if titles.get(text.split("\n")[0], game) is game]
    return set(re.findall(r"`([\w-]+)`", "\n".join((before, *own))))


def _rulebook(code: str) -> dict[str, Any]:
    return tomllib.loads((_RULEBOOKS / f"{code}.en.toml").read_text("utf-8"))


def _phases(game: Game) -> Iterator[str]:
    """Those of the players as they are declared, those of the table as they come up."""
    package = importlib.import_module(f"evaluators.{game.code.replace('-', '_')}.refusals")
    yield from package.PHASES
    deals, options = deals_of(game), game.rulesets[0].options
    rng = random.Random(0)
    for source in [*Source] * 5:
        record = play(game, options, source, rng).record
        deck = {"deck": tuple(CARDS[card] for card in record["deck"])} if "deck" in record else {}
        lists = {name: tuple(record[name]) for name in ("players", "actions")}
        for position in deals.replay(deals.form(**{**record, **deck, **lists}), options):
            yield position.phase


def _fields(form: Any) -> Iterator[str]:
    for field in fields_of(form):
        named = field.mark(Named)
        yield named.name if named else field.name


def _fields_within(form: Any, name: str) -> Iterator[str]:
    (kinds,) = (field.kinds for field in fields_of(form) if field.name == name)
    yield from _fields(kinds[0])


_WORDS: dict[str, Callable[[Game], Iterator[str]]] = {
    "actions": lambda game: iter(game.actions),
    "fields of actions": lambda game: (name for each in game.actions.values() for name in each),
    "phases": _phases,
    "fields of a record": lambda game: _fields_within(
        game.operations["position"].question, "record"
    ),
    "fields of a position": lambda game: _fields(game.operations["position"].answer),
    "fields of an outcome": lambda game: _fields_within(
        game.operations["position"].answer, "outcome"
    ),
    "codes of refusals": lambda game: (
        _OTHER_TEXTS.get(code, code)
        for book in ("common", game.code)
        for code in _rulebook(book)["refusals"]
    ),
}


@pytest.mark.parametrize("kind", _WORDS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_every_word_of_a_game_is_on_the_page(game: Game, kind: str) -> None:
    words = set(_WORDS[kind](game))
    assert words
    assert words - _named(game) - {"game", "ruleset", "options"} == set()


def test_every_action_of_the_table_is_on_the_page_with_its_template() -> None:
    shown = [json.loads(text) for text in re.findall(r"`(\{.*?\})`", _PAGE)]
    told = {
        (each["action"], *sorted(each.keys() - {"action"})) for each in shown if "action" in each
    }
    for action, fields in TABLE_ACTIONS.items():
        template = {name for name in fields if name == "player"}
        if action != TableAction.TURN_UP:
            template |= {"count"}
        assert {(action, *sorted(fields)), (action, *sorted(template))} <= told

"""docs/rulings.md is executed: its commands are run, its words held against all known disputes."""

import itertools
import json
import re
import subprocess
import sys
import tomllib
import typing
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from evaluators.cards import Card
from evaluators.catalogue import GAMES
from evaluators.claims import Breach, Claim, Reason, Remedy, Ruling, Undecided, Verdict
from evaluators.forms import Count, Declared, fields_of, items_of
from evaluators.game import Game
from evaluators.standing import Unseen
from tests.conformance.games import put
from tests.disputes import test_disputes as disputes
from tests.serving import ROOT, Server

_PAGE = (ROOT / "docs/rulings.md").read_text("utf-8")
_BLOCKS = re.findall(r"```(\w+)\n(.*?)```", _PAGE, re.DOTALL)
_PAIRS = list(itertools.pairwise(_BLOCKS))
_EXAMPLES = [
    (text, answer)
    for (kind, text), (next_kind, answer) in _PAIRS
    if (kind, next_kind) == ("sh", "json")
]
_ASKED = re.compile(
    r"curl 127\.0\.0\.1:8000/v1/games/(\S+)/adjudicate -H '[^']+' -d '(.*)'", re.DOTALL
)
_RULEBOOKS = ROOT / "evaluators/rulebooks"
_FOLDER = "tests/disputes/{game}/"

Json = Any
Told = dict[str, Json]
Rulings = list[tuple[Path, Told]]


def _titles() -> dict[str, str]:
    """The games' codes by the names the page calls them."""
    books = {game.code: _RULEBOOKS / f"{game.code}.en.toml" for game in GAMES}
    return {tomllib.loads(book.read_text("utf-8"))["game"]: code for code, book in books.items()}


_CODES = _titles()


def _rows(heading: str) -> list[list[str]]:
    """The rows of the table whose heading begins so."""
    _, _, table = _PAGE.partition(f"\n{heading}")
    lines = itertools.takewhile(lambda line: line.startswith("|"), table.split("\n")[1:])
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines][1:]


def _fields(form: Any) -> tuple[Declared, ...]:
    return tuple(fields_of(form))


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([\w-]+)`", text))


# The examples.


def test_every_block_is_run_or_compared() -> None:
    kinds = [kind for kind, _ in _BLOCKS]
    assert kinds == ["sh", "json"] * (len(_EXAMPLES)) + ["sh", "python", "text", "json"]
    assert [_question(command)[0] for command, _ in _EXAMPLES] == [
        "vinegret",
        "ecarte",
        "solo-whist",
        "zhiletka",
    ]


def _question(command: str) -> tuple[str, Json]:
    asked = _ASKED.fullmatch(command.strip())
    assert asked is not None
    return asked[1], json.loads(asked[2])


@pytest.mark.parametrize(("command", "answer"), _EXAMPLES)
def test_what_is_shown_of_an_answer_is_what_is_answered(
    command: str, answer: str, server: Server
) -> None:
    ran = subprocess.run(["bash", "-c", _here(command, server)], capture_output=True, check=True)
    assert list(_differences(json.loads(answer), json.loads(ran.stdout))) == []


def _here(command: str, server: Server) -> str:
    """A command of the page, put to the service that runs here."""
    here = command.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    return here.replace("curl", "curl -sS")


def _differences(shown: Json, told: Json, path: str = "") -> Iterator[str]:
    """Where an answer is not as shown: of objects a part is, lists are whole."""
    if isinstance(shown, dict) and isinstance(told, dict):
        for name, value in shown.items():
            yield from _differences(value, told.get(name, "not there"), f"{path}/{name}")
    elif isinstance(shown, list) and isinstance(told, list) and len(shown) == len(told):
        for place, (one, other) in enumerate(zip(shown, told, strict=True)):
            yield from _differences(one, other, f"{path}/{place}")
    elif shown != told:
        yield f"{path}: {shown!r}, not {told!r}"


def test_the_digest_is_recomputed_as_the_page_says(server: Server, tmp_path: Path) -> None:
    (command, _), (script, _), (printed, _) = (
        next((text, kind) for kind, text in reversed(_BLOCKS) if kind == wanted)
        for wanted in ("sh", "python", "text")
    )
    subprocess.run(["bash", "-c", _here(command, server)], cwd=tmp_path, check=True)
    (tmp_path / "script.py").write_text(script, "utf-8")
    again = [sys.executable, "script.py"]
    ran = subprocess.run(again, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert ran.stdout == printed


def test_a_digest_is_of_what_was_asked_however_it_was_written(client: FlaskClient) -> None:
    (script,) = (text for kind, text in _BLOCKS if kind == "python")
    definitions: dict[str, Any] = {}
    exec(script.partition("\nquestion, ")[0], definitions)  # noqa: S102 - our own page
    for command, _ in _EXAMPLES:
        code, question = _question(command)
        turned = dict(reversed(question.items()))
        sums = set()
        for body in (json.dumps(question, indent=3), json.dumps(turned, ensure_ascii=False)):
            for language in ("en", "uk"):
                ruling = client.post(
                    f"/v1/games/{code}/adjudicate",
                    data=body.encode(),
                    headers={"Content-Type": "application/json", "Accept-Language": language},
                ).get_json()
                assert definitions["digest"](question, ruling) == ruling["question_sha256"]
                sums.add(ruling["question_sha256"])
        other = put(client, _game(code), "adjudicate", {**question, "claims": []}, "en").get_json()
        assert len(sums | {other["question_sha256"]}) == 2


def test_the_file_is_a_dispute_that_passes(client: FlaskClient) -> None:
    text = _BLOCKS[-1][1]
    (name,) = re.findall(r"`((?:[\w-]+)/[\w.-]+--[\w-]+\.json)`", _PAGE)
    code, _, file = name.partition("/")
    told = json.loads(text)
    assert set(told) == {"about", "language", "question", "expected"}
    answer = put(client, _game(code), "adjudicate", told["question"], told["language"]).get_json()
    assert disputes.part_of(told["expected"], answer) == []
    clause = disputes.clause_of(Path(file))
    assert clause in {each["id"] for each in answer["rulings"][0]["clauses"]}
    assert _FOLDER in _PAGE
    assert Path(disputes.__file__).parent == (ROOT / _FOLDER).parent


def _game(code: str) -> Game:
    return disputes.BY_CODE[code]


# The words.


def test_every_field_of_a_ruling_is_on_the_page_and_none_else() -> None:
    section = _PAGE.partition("## The answer")[2].partition("\n## ")[0]
    before = section.partition("\n\n| field")[0]
    answers = [game.operations["adjudicate"].answer for game in GAMES]
    for answer in answers:
        own = {field.name for field in _fields(answer)}
        assert {row[0].strip("`") for row in _rows("| field |")} == own
    certified = {"game", "ruleset", "options", "engine", "question_sha256"}
    assert set(_words(before)) == certified
    rows = {row[0].strip("`"): set(_words(row[1])) for row in _rows("| field |")}
    inner: Mapping[str, tuple[type, ...]] = {
        "rulings": (Ruling,),
        "breaches": (Breach,),
        "undecided": (Undecided, Unseen),
    }
    for name, forms in inner.items():
        assert rows[name] == {field.name for form in forms for field in _fields(form)}
    remedies = _PAGE.partition("In a `remedy`")[2].partition("\n\n")[0]
    assert {"choices", "by", "text"} == set(_words(remedies))
    assert {field.name for field in _fields(Remedy)} == {"code", "clauses", *_words(remedies)}


def test_every_verdict_and_reason_is_on_the_page_and_none_else() -> None:
    (verdicts,) = re.findall(r"The verdict is (.*?)\.", _PAGE)
    assert _words(verdicts) == tuple(Verdict)
    assert [row[0].strip("`") for row in _rows("| `reason` |")] == list(Reason)


def test_every_claim_is_on_the_page_with_its_fields() -> None:
    shown = [json.loads(row[0].strip("`")) for row in _rows("| claim |")]
    assert [each["claim"] for each in shown] == _claim_kinds()
    for form in typing.get_args(Claim):
        fields = {field.name for field in _fields(form)}
        of_form = [each for each in shown if each["claim"] in _kinds_of(form)]
        assert all(each.keys() == fields - {"move"} for each in of_form)


def _kinds_of(form: type) -> tuple[str, ...]:
    (tag,) = (field.kinds[0] for field in _fields(form) if field.name == "claim")
    return typing.get_args(tag)


def _claim_kinds() -> list[str]:
    return [kind for form in typing.get_args(Claim) for kind in _kinds_of(form)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_any_claim_of_the_page_may_be_sent_in_any_game(client: FlaskClient, game: Game) -> None:
    claims = [json.loads(row[0].strip("`")) for row in _rows("| claim |")]
    if game.code != "vinegret":
        own = tomllib.loads((_RULEBOOKS / f"{game.code}.en.toml").read_text("utf-8"))
        code = next(iter(own["combinations"]))
        claims = [each | ({"code": code} if "code" in each else {}) for each in claims]
    players = ["anna", "boris", "vera", "gleb"][: game.players[0]]
    record = {"players": players, "actions": [{"action": "none"}] * 8}
    response = put(client, game, "adjudicate", {"record": record, "claims": claims}, "en")
    assert response.status_code == 200, response.text
    assert len(response.get_json()["rulings"]) == len(claims)


# What is known of all disputes that are tests.


@pytest.fixture(scope="module")
def rulings(app: Flask) -> Rulings:
    """What the service rules on each of them."""
    client = app.test_client()
    return [(file, disputes.ruled(client, file, "en")) for file in disputes.FILES]


_SAID: Mapping[str, Callable[[Json], bool]] = {
    "`legal` or `illegal`": lambda told: told in {"legal", "illegal"},
    "a name": lambda told: isinstance(told, str),
    "a list of codes, all there are": lambda told: isinstance(told, list),
    "a name, or null; at Solo Whist a list of names": lambda told: (
        told is None or isinstance(told, str | list)
    ),
    "everybody's": lambda told: isinstance(told, dict),
    "always null": lambda _: False,
}


def test_what_is_correct_is_of_the_kind_the_page_says(rulings: Rulings) -> None:
    said = {json.loads(row[0].strip("`"))["claim"]: _SAID[row[2]] for row in _rows("| claim |")}
    decided = set()
    for file, ruling in rulings:
        for each in ruling["rulings"]:
            kind = each["claim"]["claim"]
            if each["verdict"] == Verdict.UNDECIDABLE:
                assert each["correct"] is None
            if each["reason"]:
                assert each["correct"] is None
                continue
            decided.add(kind)
            assert said[kind](each["correct"])
            if kind == "winner":
                assert isinstance(each["correct"], list) is (file.parent.name == "solo-whist")
    assert decided == set(said) - {"rest"}


def test_every_reason_is_given_in_some_dispute_and_those_that_name_games_there(
    rulings: Rulings,
) -> None:
    given = {
        (each["reason"], file.parent.name, each["claim"]["claim"])
        for file, ruling in rulings
        for each in ruling["rulings"]
        if each["reason"]
    }
    assert {reason for reason, _, _ in given} == set(Reason)
    own = {(game, claim) for reason, game, claim in given if reason == Reason.NOT_IN_THIS_GAME}
    assert own == {
        ("vinegret", "trick"),
        ("zhiletka", "trick"),
        ("vinegret", "rest"),
        ("zhiletka", "rest"),
        ("vinegret", "score"),
        ("zhiletka", "score"),
        ("solo-whist", "score"),
        ("solo-whist", "combination"),
    }


def test_what_hands_are_and_what_they_decide(rulings: Rulings) -> None:
    rows = {_CODES[row[0]]: row[1:] for row in _rows("| game | `hands`")}
    assert list(rows) == [game.code for game in GAMES]
    decided = {
        (file.parent.name, each["claim"]["claim"])
        for file, ruling in rulings
        if "hands" in disputes.read(file)["question"]
        for each in ruling["rulings"]
        if each["verdict"] != Verdict.UNDECIDABLE
    }
    for code, (hands, beside, claims) in rows.items():
        question = _game(code).operations["adjudicate"].question
        several, held = _hands(question)
        numbers = tuple(map(int, re.findall(r"\d+", hands)))
        assert numbers == (several.low, several.high, held.low)
        assert held.low == held.high
        shared = {"record", "situation", "hands", "claims"}
        assert set(_words(beside)) == {field.name for field in _fields(question)} - shared
        assert set(_words(claims)) == {claim for game, claim in decided if game == code}


def _hands(question: Any) -> tuple[Count, Count]:
    """How many hands there may be, and of how many cards."""
    (hands,) = (field for field in _fields(question) if field.name == "hands")
    (form,) = items_of(typing.get_args(hands.kinds[0])[0]).kinds
    (cards,) = (field for field in _fields(form) if field.kinds[0] == tuple[Card, ...])
    several, held = hands.mark(Count), cards.mark(Count)
    assert several is not None
    assert held is not None
    return several, held


def test_the_ruling_plays_on_after_these_breaches_and_no_others(rulings: Rulings) -> None:
    said: set[tuple[str, str]] = set()
    for title, codes, _ in _rows("| game | played on"):
        said |= {(_CODES[title], code) for code in _words(codes) if code not in {"deal"}}
    found = {
        (file.parent.name, breach["code"])
        for file, ruling in rulings
        for breach in ruling["breaches"]
        if ruling["stopped_at"] != breach["action"] and not _is_one_of_two(ruling, breach)
    }
    assert found == said
    assert {_CODES[row[0]] for row in _rows("| game | played on")} == set(_CODES.values())


def _is_one_of_two(ruling: dict[str, Any], breach: dict[str, Any]) -> bool:
    """Whether the action before may have ended the deal, so that this was a breach either way."""
    open_before = {each["action"] for each in ruling["undecided"]}
    return breach["code"] == "illegal-action" and breach["action"] - 1 in open_before


_Remedy = tuple[str, str, str, tuple[str, ...]]


def test_every_remedy_is_on_the_page_and_none_else(rulings: Rulings) -> None:
    said: list[_Remedy] = []
    for title, code, _, who, choices in _rows("| game | remedy"):
        said.append((_CODES[title], code.strip("`"), who, _words(choices)))
    given = {
        remedy
        for file, ruling in rulings
        for breach in ruling["breaches"]
        if breach["remedy"]
        for remedy in _matching(file, breach, said)
    }
    assert given == set(said)


def _matching(file: Path, breach: Told, said: list[_Remedy]) -> list[_Remedy]:
    """The rows of the page that tell of this remedy; there must be one."""
    remedy, game = breach["remedy"], file.parent.name
    record = disputes.read(file)["question"]["record"]
    dealer = record.get("dealer", record["players"][-1])
    by = remedy["by"]
    whose = {
        "nobody": by is None,
        "the offender": by is not None and by == breach["player"],
        "the opponent": by is not None and by != breach["player"],
        "the elder": by is not None and by != dealer,
    }
    told = (game, remedy["code"], tuple(remedy["choices"]))
    rows = [row for row in said if (row[0], row[1], row[3]) == told and whose[row[2]]]
    assert rows, f"{file.name}: {remedy}"
    return rows


def test_every_choice_has_its_text_and_every_text_its_choice() -> None:
    said: dict[str, set[str]] = {code: set() for code in _CODES.values()}
    for row in _rows("| game | remedy"):
        said[_CODES[row[0]]] |= set(_words(row[-1]))
    for code, choices in said.items():
        book = tomllib.loads((_RULEBOOKS / f"{code}.en.toml").read_text("utf-8"))
        texts = set(book.get("remedies", {}))
        own = {key for key in texts - choices if key.endswith(tuple(f"-{c}" for c in choices))}
        assert choices == texts - own


@pytest.mark.parametrize("place", range(4))
def test_a_misdeal_is_found_as_it_is_told(client: FlaskClient, place: int) -> None:
    """The rows of the table, in their order, as the page says they are told."""
    deals = [
        {"action": "deal", "player": "anna", "cards": "9d Kd Kc Qs 7s"},
        {"action": "deal", "player": "boris", "cards": "7c Th Ks 9h As"},
    ]
    turn_up = {"action": "turn-up", "card": "8h"}
    fourteen = {"action": "deal", "player": "anna", "cards": ["??"] * 14}
    told: list[tuple[str, list[Told], str]] = [
        ("solo-whist", [fourteen], "misdeal"),
        ("ecarte", [*deals, turn_up, {**turn_up, "card": "Kd"}], "exposed-card"),
        ("ecarte", [deals[0], turn_up], "faced-card"),
        ("ecarte", [*deals, turn_up, {**turn_up, "card": "Ad"}], "two-turned"),
    ]
    assert len(_rows("| it happened")) == len(told)
    code, actions, remedy = told[place]
    players = ["anna", "boris", "vera", "gleb"][: _game(code).players[0]]
    question = {"record": {"players": players, "actions": actions}}
    (breach,) = put(client, _game(code), "adjudicate", question, "en").get_json()["breaches"]
    assert breach["remedy"]["code"] == remedy
    assert breach["action"] == len(actions) - 1

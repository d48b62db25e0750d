"""The files say what the service says; no game, ruleset or ending is without one."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from evaluators.catalogue import GAMES
from tests.golden.playthrough import ENDINGS, FOLDER, ending, record_in, told, written

FILES = sorted(FOLDER.glob("*/*.txt"))
files = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


def test_every_game_ruleset_and_ending_has_a_file() -> None:
    expected = {
        f"{ruleset.id}-{wanted}"
        for game in GAMES
        for ruleset in game.rulesets
        for wanted in ENDINGS[game.code]
    }
    assert {f"{path.parent.name}/{path.stem}" for path in FILES} == expected


@files
def test_a_deal_is_told_as_it_is_written(client: FlaskClient, path: Path) -> None:
    (game,) = (game for game in GAMES if game.code == path.parent.name)
    text = path.read_text("utf-8")
    record = record_in(text)
    assert text == written(client, game, record)
    outcome = told(client, game, "position", record)["outcome"]
    assert path.stem == f"{record['ruleset'].partition('/')[2]}-{ending(outcome)}"

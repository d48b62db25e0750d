"""Deals of every game, ruleset and kind of chance, played at random to their end."""

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.catalogue import GAMES
from evaluators.chance import Source
from evaluators.game import Game
from tests.records.playing import Played, play

pytestmark = pytest.mark.no_cover  # the tracer would double its time

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "vinegret": [{}, {"max_stake": 2}],
    "ecarte": [
        {},
        {"stakes": "triple-double-single", "game_points": 2, "deal_packets": [2, 3]},
        {"game_points": 1},
    ],
    "solo-whist": [{}, {"unaccepted_proposal": "redeal", "full_abundance_trumps": "own"}],
    "zhiletka": [
        {},
        {"stock_empty": "reshuffle", "sbor_kept": "contains"},
        {"hand_limit": 4},
        {"hand_limit": 9, "sbor_kept": "contains"},
    ],
}
"""What each game is played under besides its rulesets as they are."""

CASES = [
    pytest.param(game, ruleset, overrides, source, id=f"{ruleset.id}-{number}-{source}")
    for game in GAMES
    for ruleset in game.rulesets
    for number, overrides in enumerate(OPTIONS[game.code])
    for source in Source
]
deals = pytest.mark.parametrize(("game", "ruleset", "overrides", "source"), CASES)


def share(game: Game, total: int) -> int:
    """How many deals one case has to play so that a ruleset's cases play so many."""
    cases = len(OPTIONS[game.code]) * len(Source)
    return total // cases + 1


WANTED: dict[str, list[tuple[str, ...]]] = {
    "vinegret": [(), ("exchange", "bet", "raise", "hold"), ("pass", "force")],
    "ecarte": [(), ("propose", "accept", "exchange", "no-king"), ("announce-king", "play")],
    "solo-whist": [
        (),
        ("abundance", "play"),
        ("proposal", "accept", "play"),
        ("misere",),
        ("pass",),
    ],
    "zhiletka": [(), ("beat",), ("take",)],
}
"""What players may be keen on, so that rare turns are taken too."""


def played(
    game: Game, ruleset: Any, overrides: dict[str, Any], source: Source, count: int
) -> list[Played]:
    rng = random.Random(f"{ruleset.id} {overrides} {source}")
    options = ruleset.resolve(overrides)
    keen = WANTED[game.code]
    return [play(game, options, source, rng, keen[each % len(keen)]) for each in range(count)]


@deals
def test_a_deal_ends_and_loses_nothing_on_the_way(
    game: Game, ruleset: Any, overrides: dict[str, Any], source: Source
) -> None:
    count = share(game, 500)
    ended = [each for each in played(game, ruleset, overrides, source, count) if each.last.finished]
    assert len(ended) >= count * 0.6
    assert all(each.last.outcome.clauses for each in ended)


@pytest.mark.long
@deals
def test_many_deals_end_and_lose_nothing_on_the_way(
    game: Game, ruleset: Any, overrides: dict[str, Any], source: Source
) -> None:
    count = share(game, 10_000)
    ended = [each for each in played(game, ruleset, overrides, source, count) if each.last.finished]
    assert len(ended) >= count * 0.6


@deals
def test_a_record_is_replayed_to_where_it_was_played(
    client: FlaskClient, game: Game, ruleset: Any, overrides: dict[str, Any], source: Source
) -> None:
    for deal in played(game, ruleset, overrides, source, 3):
        record = {**deal.record, "ruleset": ruleset.id, "options": overrides}
        for viewer in (None, *record["players"]):
            asked = {"record": record, **({"viewer": viewer} if viewer else {})}
            told = client.post(f"/v1/games/{game.code}/position", json=asked).get_json()
            assert told["finished"] == deal.last.finished
            assert told["phase"] == deal.last.phase
            assert told["ledger"] == deal.last.ledger
            assert list(told["hands"]) == record["players"]
            for player, hand in told["hands"].items():
                held = [str(card) for card in deal.last.hands[player]]
                assert hand in (held, {"count": len(held)})
                assert viewer not in {None, player} or hand == held
            cited = (told["outcome"] or {}).get("clauses", [])
            assert set(cited) <= set(game.rulebook.clauses)


@deals
def test_nothing_follows_the_end(
    client: FlaskClient, game: Game, ruleset: Any, overrides: dict[str, Any], source: Source
) -> None:
    for deal in played(game, ruleset, overrides, source, 3):
        if deal.last.finished and deal.record["actions"]:
            actions = [*deal.record["actions"], deal.record["actions"][-1]]
            rules = {"ruleset": ruleset.id, "options": overrides}
            record = {**deal.record, **rules, "actions": actions}
            answer = client.post(f"/v1/games/{game.code}/position", json={"record": record})
            (error,) = answer.get_json()["errors"]
            assert error["pointer"] == f"/record/actions/{len(actions) - 1}"
            assert (error["code"], error["legal"]) == ("deal-is-over", [])

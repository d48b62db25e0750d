"""Random deals played by the service and by the oracles side by side."""

import random
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.catalogue import GAMES
from evaluators.game import Game
from tests.conformance.questions import options_for, values
from tests.oracles.deals import OPTIONS, seeded_deal
from tests.oracles.shuffle import pack_of
from tests.oracles.whole_deal import Action, WholeDeal

Json = dict[str, Any]

NAMES = ("anna", "boris", "vera", "gleb", "dasha", "Єгор")
MOST_ACTIONS = 120
TRIES = {"auction": 12, "play": 2}
"""How many actions are tried at a position of a phase; of any other, 3."""

AMOUNTS = (-1, 0, 1, 2, 3, 1_000_000, 1_000_001)
CARRIED = {"vinegret": "pool", "zhiletka": "pot"}
"""What is left by the deal before, and carried into this one."""

KEEN: dict[str, list[tuple[str, ...]]] = {
    "vinegret": [
        (),
        ("exchange", "bet", "hold", "raise"),
        ("exchange", "bet", "hold"),
        ("exchange", "pass", "force"),
        ("vist", "bet", "pass"),
    ],
    "ecarte": [
        (),
        ("propose", "accept", "exchange"),
        ("propose", "accept", "exchange", "no-king", "play"),
        ("play-at-once", "announce-king", "play"),
        ("propose", "refuse", "play"),
    ],
    "solo-whist": [
        (),
        ("pass",),
        ("proposal", "pass"),
        ("proposal", "accept"),
        ("solo", "pass"),
        ("misere", "pass"),
        ("abundance", "pass"),
        ("open-misere", "pass"),
        ("full-abundance",),
    ],
    "zhiletka": [(), ("beat",), ("beat",), ("take",)],
}
"""What the players of a deal may be keen on, so that rare turns are taken too."""

RARE = {
    "vinegret": {
        *("redeal", "carry-over", "unheld-bet", "unheld-raise", "showdown"),
        *("over-max-stake", "has-refused", "already-staked", "no-stake-yet", "wrong-word"),
    },
    "ecarte": {
        *("stock-empty", "stock-too-small", "must-exchange-one", "must-beat", "must-trump"),
        *("king-too-late", "king-not-held"),
    },
    "solo-whist": {
        *("void", "made", "lost", "accept-or-pass-only", "already-accepted", "own-proposal"),
        *("proposal-overcalled", "not-higher", "must-follow-suit"),
    },
    "zhiletka": {
        *("dealt-sbor", "drawn-sbor", "kept-sbor", "survivor", "void"),
        *("too-many-cards", "does-not-beat", "out-of-the-game"),
    },
}
"""Results and refusals that must have come up after some hundred deals."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.code))


@dataclass
class Table:
    """A deal on both sides: the service's record of it, and the oracle's deal."""

    game: Game
    record: Json
    options: Json
    deal: WholeDeal
    rng: random.Random
    met: set[str] = field(default_factory=set)
    """The refusals and results there have been."""

    @property
    def players(self) -> list[str]:
        return list(self.record["players"])

    def ask(self, client: FlaskClient, *more: Action) -> tuple[int, Json]:
        record = {**self.record, "actions": [*self.record["actions"], *more]}
        answer = client.post(f"/v1/games/{self.game.code}/position", json={"record": record})
        told: Json = answer.get_json()
        return answer.status_code, told

    def apply(self, action: Action) -> None:
        self.record["actions"].append(action)
        self.deal.apply(action)


# How a deal is set up and played.


def set_up(game: Game, rng: random.Random) -> Table:
    """A random deal before its first action: all that a record says may be other than usual."""
    ruleset = rng.choice(game.rulesets).id
    overrides = {
        name: rng.choice(values(option))
        for name, option in options_for(game).items()
        if rng.random() < 0.25
    }
    options = overridden(OPTIONS[ruleset], overrides)
    fewest, most = game.players
    players = rng.sample(NAMES, rng.randint(fewest, most))
    dealer = rng.choice(players)
    seed = f"{rng.choice(['seed', 'зерно'])} {rng.random()}"
    carried = what_is_carried(game.code, options, players, rng)
    record: Json = {
        "ruleset": ruleset,
        "options": overrides,
        "players": players,
        "seed": seed,
        "actions": [],
    }
    if dealer != players[-1] or rng.random() < 0.5:
        record["dealer"] = dealer
    if carried is not None:
        record[CARRIED.get(game.code, "score")] = carried
    deal = seeded_deal(game.code, options, players, dealer, seed, carried)
    return Table(game, record, options, deal, rng)


def overridden(options: Json, overrides: Json) -> Json:
    """The options with others put over them; one that has members takes some of them."""
    new = {
        name: {**options[name], **value} if isinstance(value, dict) else value
        for name, value in overrides.items()
    }
    return {**options, **new}


def what_is_carried(
    game: str, options: Json, players: list[str], rng: random.Random
) -> int | dict[str, int] | None:
    """What may be left by the deal before; often nothing is told."""
    if game == "solo-whist" or rng.random() < 0.4:
        return None
    if game == "ecarte":
        most = options["game_points"] - 1
        return {player: rng.choice([0, min(most, 3), most]) for player in players}
    return rng.choice([0, 7, 1_000_000_000])


def next_action(table: Table, keen: tuple[str, ...]) -> Action:
    """A legal action: mostly one that the players are keen on, and of these one with most cards."""
    rng, legal = table.rng, table.deal.legal()
    if rng.random() < 0.9:
        wanted = [move for move in legal if {move["action"], move.get("call")} & set(keen)]
        most = max((len(move.get("cards", [])) for move in wanted), default=0)
        legal = [move for move in wanted if len(move.get("cards", [])) == most] or legal
    return with_amount(rng.choice(legal), rng)


def with_amount(move: Action, rng: random.Random) -> Action:
    """A legal move, an amount in place of the amounts there may be."""
    if "amount" not in move:
        return dict(move)
    return {**move, "amount": rng.randint(1, min(3, move["amount"]["max"] or 3))}


def any_action(table: Table) -> Action:
    """A well-formed action, legal or not: a legal move of anybody's, or one made up."""
    rng, legal = table.rng, table.deal.legal()
    player = table.deal.to_act
    if player is None or rng.random() < 0.25:
        player = rng.choice(table.players)
    if legal and rng.random() < 0.25:
        return {**with_amount(rng.choice(legal), rng), "player": player}
    words = [move["action"] for move in legal] if rng.random() < 0.5 else []
    word = rng.choice(words or list(table.game.actions))
    pack = pack_of(table.game.code)
    hand = table.deal.view()["hands"][player]
    cards = hand if hand and rng.random() < 0.7 else pack
    if rng.random() < 0.4:
        suit = rng.choice(cards)[1]
        cards = [card for card in cards if card[1] == suit]
    action: Action = {"action": word, "player": player}
    for name, kind in table.game.actions[word].items():
        if name == "cards":
            action[name] = rng.sample(cards, min(len(cards), rng.randint(0, 4)))
        elif name == "card":
            action[name] = rng.choice(cards)
        elif name == "amount":
            action[name] = rng.choice(AMOUNTS)
        else:
            assert issubclass(kind, StrEnum)
            action[name] = str(rng.choice(list(kind)))
    return action


# What both sides must agree on.


def check_position(client: FlaskClient, table: Table) -> list[Json]:
    """Hold the service's position against the oracle's; the legal moves."""
    status, told = table.ask(client)
    assert status == 200, (told, table.record)
    assert told.pop("game") == table.game.code
    assert told.pop("ruleset") == table.record["ruleset"]
    assert told.pop("options") == table.options
    legal: list[Json] = told.pop("legal_moves")
    expected = [{**move} for move in table.deal.legal()]
    assert all(move.pop("player") == table.deal.to_act for move in expected)
    assert legal == expected, table.record
    told["outcome"] = outcome_as_the_oracle_tells_it(table.game.code, told["outcome"])
    assert told == table.deal.view(), table.record
    assert told["finished"] == table.deal.finished == (not legal)
    table.met.add((told["outcome"] or {}).get("result", ""))
    return legal


def outcome_as_the_oracle_tells_it(game: str, outcome: Json | None) -> Json | None:
    """What the oracle says of an outcome: no clauses in two games, and not all of a hand."""
    if outcome is None or game == "zhiletka":
        return outcome
    if game != "vinegret":
        return {name: value for name, value in outcome.items() if name != "clauses"}
    won = outcome["combination"]
    return {
        **outcome,
        "combination": won and {"code": won["code"], "pays": won["pays"]},
        "ranking": [[each["player"], each["best"]["code"]] for each in outcome["ranking"]],
    }


def check_refusal(client: FlaskClient, table: Table, action: Action, legal: list[Json]) -> None:
    """An action is refused exactly when the oracle refuses it, and in the same way."""
    refusal = table.deal.refusal(action)
    status, told = table.ask(client, action)
    asked = (action, table.record)
    if refusal is None:
        assert status == 200, (told, asked)
        return
    assert status == 422, asked
    (error,) = told["errors"]
    code, clauses = refusal
    table.met.add(code)
    assert error["code"] == code, asked
    assert clauses is None or error["clauses"] == clauses, asked
    assert error["legal"] == legal, asked
    assert error["pointer"] == f"/record/actions/{len(table.record['actions'])}", asked


def check_deal(client: FlaskClient, game: Game, rng: random.Random) -> set[str]:
    """Play a deal, hold all its positions against the oracle's; the results and refusals met."""
    table = set_up(game, rng)
    keen = rng.choice(KEEN[game.code])
    while True:
        legal = check_position(client, table)
        for _ in range(TRIES.get(table.deal.phase, 3)):
            check_refusal(client, table, any_action(table), legal)
        if table.deal.finished or len(table.record["actions"]) == MOST_ACTIONS:
            return table.met
        table.apply(next_action(table, keen))


DEALS = {"vinegret": 40, "ecarte": 45, "solo-whist": 9, "zhiletka": 40}
MANY_DEALS = {"vinegret": 400, "ecarte": 400, "solo-whist": 120, "zhiletka": 400}


@pytest.mark.no_cover
@each_game
def test_a_deal_goes_as_the_oracles(client: FlaskClient, game: Game) -> None:
    for number in range(DEALS[game.code]):
        check_deal(client, game, random.Random(f"{game.code} {number}"))


@pytest.mark.long
@each_game
def test_many_deals_go_as_the_oracles(client: FlaskClient, game: Game) -> None:
    met: set[str] = set()
    for number in range(MANY_DEALS[game.code]):
        met |= check_deal(client, game, random.Random(f"{game.code}, one of many: {number}"))
    assert met >= RARE[game.code]

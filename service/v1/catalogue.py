"""The catalogue of games, and their published rulebooks."""

import difflib
from collections.abc import Iterable
from typing import Any

import marshmallow as ma
from flask import Blueprint, Response, url_for
from marshmallow import fields

from evaluators.forms import said_of
from evaluators.game import Game, Ruleset
from evaluators.options import Option, options_of
from evaluators.rulebook import Clause, Origin
from evaluators.texts import Language, Phrase
from service.json_answers import json_response
from service.languages import current_language
from service.messages import message
from service.problems import Problem
from service.v1.fields import Phrased, Word
from service.v1.game_fields import Resolved


def _told(says: str) -> dict[str, Any]:
    return {"required": True, **_says(says)}


def _says(says: str) -> dict[str, Any]:
    return {"metadata": {"description": says}}


def _text(says: str) -> fields.String:
    return fields.String(**_told(says))


_CALLED = "What it is called, in the language of the answer."
_LANGUAGE = "The language of its texts."


class GameLineSchema(ma.Schema):
    """A game in the catalogue."""

    game = _text("The game's id.")
    name = Phrased(**_told(_CALLED))
    url = _text("Where the game is described.")


class CatalogueSchema(ma.Schema):
    """The games there are."""

    games = fields.List(fields.Nested(GameLineSchema), **_told("The games, a line each."))


class PlayersSchema(ma.Schema):
    """How many may play."""

    min = fields.Integer(**_told("The least number of players."))
    max = fields.Integer(**_told("The greatest number of players."))


_KINDS = ("integer", "integers", "boolean", "choice")
"""`integers`: whole numbers set one by one, each by its own name."""


class OptionSchema(ma.Schema):
    """An option: what it may be, and the clauses it changes."""

    name = _text("Its name in `options`.")
    type = fields.String(
        **_told("What it takes; `integers` are set one by one, each by its own name."),
        validate=ma.validate.OneOf(_KINDS),
    )
    nullable = fields.Boolean(**_told("Whether it may be null."))
    default = fields.Raw(**_told("Its value in the default ruleset."), allow_none=True)
    min = fields.Integer(**_says("The least number it may be, where it takes numbers."))
    max = fields.Integer(**_says("The greatest number it may be, where it takes numbers."))
    choices = fields.List(fields.Raw(), **_says("The values it may have, where it is a choice."))
    clauses = fields.List(fields.String(), **_told("The ids of the clauses it changes."))


class CombinationNameSchema(ma.Schema):
    """A combination's code and its name."""

    code = _text("Its code, in all languages.")
    name = Phrased(**_told(_CALLED))


class OfferedSchema(ma.Schema):
    """An operation of the game."""

    operation = _text("Its name.")
    url = _text("Where it is.")
    methods = fields.List(fields.String(), **_told("The HTTP methods by which it may be asked."))


_OF_CLAUSE = said_of(Clause)


class ClauseSchema(ma.Schema):
    """A clause of a rulebook."""

    id = _text(_OF_CLAUSE["id"])
    origin = Word(tuple(Origin), **_told(_OF_CLAUSE["origin"]))
    source = Phrased(**_told(_OF_CLAUSE["source"]))
    text = Phrased(**_told(_OF_CLAUSE["text"]))


class PublishedClauseSchema(ClauseSchema):
    """A clause on its own."""

    game = _text("The game's id.")
    language = Word(tuple(Language), **_told(_LANGUAGE))


class RulebookSchema(ma.Schema):
    """A game's whole rulebook."""

    game = _text("The game's id.")
    language = Word(tuple(Language), **_told(_LANGUAGE))
    clauses = fields.List(fields.Nested(ClauseSchema), **_told("All its clauses, in order."))


class SupersededSchema(ma.Schema):
    """That another ruleset has taken this one's place."""

    by = _text("The other's id.")
    since = fields.Date(**_told("The day from which it has."))


def ruleset_schema(game: Game) -> type[ma.Schema]:
    """The schema of a game's rulesets, whose options are its own."""
    parts: dict[str, Any] = {
        "__doc__": "A ruleset of the game.",
        "id": _text("Its id, for `ruleset` in a request."),
        "default": fields.Boolean(**_told("Whether it is in force where none is named.")),
        "superseded": fields.Nested(
            SupersededSchema,
            required=True,
            allow_none=True,
            metadata={"description": "Null, or what to use instead; this one is answered still."},
        ),
        "options": Resolved(
            game.rulesets[0].options_class, **_told("All options, as it has them.")
        ),
    }
    return type(f"{_title(game)}Ruleset", (ma.Schema,), parts)


def description_schema(game: Game) -> type[GameLineSchema]:
    """The schema of a game's description."""
    parts: dict[str, Any] = {
        "__doc__": "What the game is played with, and what may be asked of it.",
        "languages": fields.List(
            fields.String(), **_told("The languages in which its texts may be had.")
        ),
        "players": fields.Nested(PlayersSchema, required=True),
        "pack": fields.List(fields.String(), **_told("In pack order.")),
        "ranks": fields.List(fields.String(), **_told("Lowest first.")),
        "rulesets": fields.List(
            fields.Nested(ruleset_schema(game)), **_told("Its rulesets, the default one first.")
        ),
        "options": fields.List(
            fields.Nested(OptionSchema), **_told("What rulesets and questions may set.")
        ),
        "combinations": fields.List(
            fields.Nested(CombinationNameSchema),
            **_told("The names of what hands may contain or, where that is nothing, of contracts."),
        ),
        "operations": fields.List(
            fields.Nested(OfferedSchema), **_told("What may be asked of it, and where.")
        ),
        "rules": _text("Where its rulebook is."),
    }
    return type(f"{_title(game)}Description", (GameLineSchema,), parts)


def _title(game: Game) -> str:
    return "".join(word.capitalize() for word in game.code.split("-"))


def offer(blueprint: Blueprint, games: Iterable[Game]) -> None:
    """Add the routes of the catalogue and of each game's description and rulebook."""

    @blueprint.get("/games")
    def list_games() -> Response:
        return json_response(CatalogueSchema().dump({"games": [_line(game) for game in games]}))

    for game in games:
        _offer_game(blueprint, game)


def _offer_game(blueprint: Blueprint, game: Game) -> None:
    path = f"/games/{game.code}"
    description = description_schema(game)()
    clauses = game.rulebook.clauses

    def describe() -> Response:
        return json_response(description.dump(_description(game)))

    def rules() -> Response:
        book = {**_head(game), "clauses": clauses.values()}
        return json_response(RulebookSchema().dump(book))

    def rule(clause: str) -> Response:
        if clause not in clauses:
            rules_at = url_for(f"v1.{game.code}-rules")
            raise Problem(
                404, "unknown-clause", facts={"nearest": _nearest(clause, game), "rules": rules_at}
            )
        found = ClauseSchema().dump(clauses[clause])
        return json_response(PublishedClauseSchema().dump(_head(game)) | found)

    blueprint.add_url_rule(path, game.code, describe)
    blueprint.add_url_rule(f"{path}/rules", f"{game.code}-rules", rules)
    blueprint.add_url_rule(f"{path}/rules/<clause>", f"{game.code}-rule", rule)


_LONGEST_ASKED = 99
"""How many characters of an unknown clause's id are looked at."""
_NEAR = 0.6
"""How like one another, from 0 to 1, two names are of which one may be meant by the other."""


def _nearest(unknown: str, game: Game) -> Phrase | str:
    """Which clause is likely meant, in words; nothing if none is."""
    own = f"{game.code}."
    names = [clause.removeprefix(own) for clause in game.rulebook.clauses]
    asked = unknown[:_LONGEST_ASKED].lower().removeprefix(own)
    near = difflib.get_close_matches(asked, names, n=1, cutoff=_NEAR)
    return message("hints", "nearest-clause", {"clause": own + near[0]}) if near else ""


def _head(game: Game) -> dict[str, Any]:
    return {"game": game.code, "language": current_language()}


def _line(game: Game) -> dict[str, Any]:
    url = url_for(f"v1.{game.code}")
    return {"game": game.code, "name": game.rulebook.name, "url": url}


def _description(game: Game) -> dict[str, Any]:
    low, high = game.players
    default, *_ = game.rulesets
    return {
        **_line(game),
        "languages": list(Language),
        "players": {"min": low, "max": high},
        "pack": game.pack.cards,
        "ranks": list(game.pack.ranks),
        "rulesets": [
            {
                "id": known.id,
                "default": known is default,
                "superseded": known.superseded,
                "options": known.options,
            }
            for known in game.rulesets
        ],
        "options": [
            _option(option, default) for option in options_of(default.options_class).values()
        ],
        "combinations": [
            {"code": code, "name": name} for code, name in game.rulebook.combinations.items()
        ],
        "operations": [
            {
                "operation": name,
                "url": url_for(f"v1.{game.code}-{name}"),
                "methods": (["GET"] if operation.by_get else []) + ["POST", "QUERY"],
            }
            for name, operation in game.operations.items()
        ],
        "rules": url_for(f"v1.{game.code}-rules"),
    }


def _option(option: Option, ruleset: Ruleset[Any]) -> dict[str, Any]:
    default = getattr(ruleset.options, option.name)
    choices = option.words or option.lists
    sample = next(iter(option.members.values()), option)
    kind = "integer"
    if choices:
        kind = "choice"
    elif option.is_flag:
        kind = "boolean"
    elif option.members:
        kind = "integers"
    described = {
        "name": option.name,
        "type": kind,
        "nullable": option.nullable,
        "default": dict(default) if option.members else default,
        "clauses": option.clauses,
    }
    if choices:
        described["choices"] = choices
    if sample.limits:
        described |= {"min": sample.limits.low, "max": sample.limits.high}
    return described

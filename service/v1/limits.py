"""The limits that are in force on this instance."""

import marshmallow as ma
from flask import Blueprint, Response
from marshmallow import fields

from evaluators.claims import MOST_CLAIMS
from evaluators.spelling import LONGEST_TEXT
from service import framing
from service.json_answers import json_response
from service.observation import LONGEST_ID
from service.problems import MOST_ERRORS
from service.settings import IDLE_SECONDS, Settings, most_connections
from service.strict_json import MAX_CONTAINERS, MAX_DEPTH, MAX_DIGITS, MAX_FAULTS, MAX_MEMBERS
from service.v1.fields import LONGEST_NAME, LONGEST_SEED


def _number(says: str) -> fields.Integer:
    return fields.Integer(required=True, metadata={"description": says})


class RateSchema(ma.Schema):
    """So many requests in so many seconds."""

    requests = _number("How many.")
    seconds = _number("In how long a time, from the first of them.")


class LimitsSchema(ma.Schema):
    """The limits in force; each name ends with what is counted."""

    request_line_bytes = _number("The method, the address and the version. Beyond: 414.")
    headers = _number("How many headers a request may have. Beyond: 431.")
    header_bytes = _number("One header. Beyond: 431.")
    head_bytes = _number("The request line and all headers. Beyond: 431.")
    body_bytes = _number("A body. Beyond: 413.")
    chunks = _number("In how many chunks a body may come. Beyond: 400.")
    json_levels = _number("How deep a body may be nested. Beyond: 400.")
    json_containers = _number("The objects and lists of a body. Beyond: 400.")
    json_members = _number("The members of an object. Beyond: 400.")
    json_digits = _number("The digits of a whole number. Beyond: 400.")
    json_faults = _number("The faults that are looked for in a body that is not strict JSON.")
    card_text_characters = _number("Cards written as one text. Beyond: 422.")
    player_name_characters = _number("A player's name. Beyond: 422.")
    seed_characters = _number("The seed of a deal. Beyond: 422.")
    hands = _number("The hands of a batch. Beyond: 422.")
    actions = _number("The actions of a record. Beyond: 422.")
    claims = _number("The claims of a dispute. Beyond: 422.")
    work_units = _number(
        "The work that one answer may take. A unit is an action replayed, a move weighed, a way to "
        "fill up a hand with unseen cards, a hand of a batch, ten cards read one by one. Beyond: "
        "422, `over-budget`."
    )
    errors = _number("The errors that a problem document lists.")
    request_id_characters = _number("An X-Request-ID. Beyond: a new one takes its place.")
    head_seconds = _number("How long the request line and the headers may take. Beyond: 408.")
    body_seconds = _number("How long a body may take. Beyond: 408.")
    answer_seconds = _number(
        "How long a client may take to receive an answer. Beyond: the connection is closed."
    )
    idle_seconds = _number("How long a connection is kept on which nothing is asked.")
    kept_bytes = _number(
        "What a worker keeps of bodies that arrive and answers that are not taken yet, those up to "
        "64 KiB aside. Beyond: 503."
    )
    worker_connections = _number(
        "The connections of one worker; an instance may have several. Beyond: for one that comes "
        "another is given up."
    )
    rates = fields.List(
        fields.Nested(RateSchema),
        required=True,
        metadata={"description": "How much one client may ask; all of them hold. Beyond: 429."},
    )


def offer(blueprint: Blueprint, settings: Settings) -> None:
    """Add the route that tells the limits."""
    limits = {
        "request_line_bytes": framing.LONGEST_REQUEST_LINE,
        "headers": framing.MOST_HEADERS,
        "header_bytes": framing.LONGEST_HEADER,
        "head_bytes": framing.MOST_HEAD,
        "body_bytes": settings.max_body_bytes,
        "chunks": framing.MOST_CHUNKS,
        "json_levels": MAX_DEPTH,
        "json_containers": MAX_CONTAINERS,
        "json_members": MAX_MEMBERS,
        "json_digits": MAX_DIGITS,
        "json_faults": MAX_FAULTS,
        "card_text_characters": LONGEST_TEXT,
        "player_name_characters": LONGEST_NAME,
        "seed_characters": LONGEST_SEED,
        "hands": settings.max_hands,
        "actions": settings.max_actions,
        "claims": MOST_CLAIMS,
        "work_units": settings.max_work,
        "errors": MOST_ERRORS,
        "request_id_characters": LONGEST_ID,
        "head_seconds": settings.header_seconds,
        "body_seconds": settings.body_seconds,
        "answer_seconds": settings.answer_seconds,
        "idle_seconds": IDLE_SECONDS,
        "kept_bytes": settings.most_kept_bytes,
        "worker_connections": most_connections(),
        "rates": [
            {"requests": rate.amount, "seconds": rate.get_expiry()} for rate in settings.rate_limits
        ],
    }

    @blueprint.get("/limits")
    def tell_limits() -> Response:
        return json_response(LimitsSchema().dump(limits))

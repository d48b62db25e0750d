"""Writing records down in short, `a deal 6c 7d 8h, turn-up Ks, a attack 6c`, and asking of them."""

from collections.abc import Sequence
from typing import Any, Protocol

Answer = dict[str, Any]

BY_NOBODY = {"turn-up", "shuffle"}
"""Actions in which no player is named."""
FIELDS = {
    "deal": "cards",
    "draw": "cards",
    "exchange": "cards",
    "attack": "cards",
    "beat": "cards",
    "shuffle": "deck",
    "turn-up": "card",
    "play": "card",
    "call": "call",
    "name-trumps": "suit",
    "bet": "amount",
    "raise": "amount",
}
"""What is told with an action, where something is."""


def actions(*told: str) -> list[Answer]:
    """The actions of a record, from texts in which commas part them."""
    return [_action(each.split()) for text in told if text for each in text.split(", ")]


def _action(words: Sequence[str]) -> Answer:
    player = {} if words[0] in BY_NOBODY else {"player": words[0]}
    name, *more = words[len(player) :]
    field = FIELDS.get(name)
    told: object = more
    if field == "amount":
        told = int(*more)
    elif field in {"card", "call", "suit"}:
        (told,) = more
    return {**player, "action": name, **({} if field is None else {field: told})}


def each(players: str, word: str) -> str:
    """The same said by several players, one after another."""
    return ", ".join(f"{player} {word}" for player in players)


def record(players: str, *told: str, **more: object) -> Answer:
    """A record; the last of the players, each of one letter, deals."""
    return {"players": list(players), "actions": actions(*told), **more}


class Asks(Protocol):
    """Who puts questions about one game to the service."""

    def __call__(self, operation: str, **question: object) -> Answer:
        """The answer to a question that has one."""

    def faults(self, operation: str, **question: object) -> list[Answer]:
        """The `errors` of a question that has faults."""


def stands(
    ask: Asks, players: str, *told: str, viewer: str | None = None, **more: object
) -> Answer:
    """Where a deal stands."""
    return ask("position", record=record(players, *told, **more), viewer=viewer)


def may_follow(ask: Asks, players: str, *told: str, **more: object) -> Answer:
    """What may follow in a deal, by which clauses."""
    return ask("legal-moves", record=record(players, *told, **more))


def illegal(ask: Asks, players: str, *told: str, **more: object) -> tuple[str, list[str]]:
    """Code and clauses with which the last action of a record is refused."""
    this = record(players, *told, **more)
    (error,) = ask.faults("position", record=this)
    assert error["pointer"] == f"/record/actions/{len(this['actions']) - 1}"
    return error["code"], error["clauses"]

"""Reading the actions of a record as a caller writes them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from evaluators.cards import Card, Pack
from evaluators.chance import TableAction
from evaluators.faults import Fault
from evaluators.game import Move, Refusal
from evaluators.spelling import read_card, read_cards
from evaluators.texts import phrase

TABLE_ACTIONS: Mapping[str, Mapping[str, type]] = {
    TableAction.DEAL: {"player": str, "cards": tuple},
    TableAction.TURN_UP: {"card": Card},
    TableAction.DRAW: {"player": str, "cards": tuple},
    TableAction.SHUFFLE: {"deck": tuple},
}
"""The table's actions, with their fields; `player` is who receives the cards."""


MAY_BE_UNSEEN = frozenset({TableAction.DEAL, TableAction.DRAW, "exchange"})
"""The actions in which cards lie face down, so that some of them may be told as unseen."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action: a player's `move`, or what the table does, of a `kind` with its `cards`."""

    player: str | None
    move: Move | None = None
    kind: TableAction | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class ActionReader:
    """Reads the actions of one game's record, played by these players."""

    actions: Mapping[str, Mapping[str, type]]
    pack: Pack
    players: tuple[str, ...]

    @cached_property
    def _fields(self) -> Mapping[str, type]:
        """Every field an action of this game may have, with what it holds."""
        known: dict[str, type] = {"action": str, "player": str}
        for fields in (*TABLE_ACTIONS.values(), *self.actions.values()):
            known |= fields
        return known

    def read(self, given: object) -> Action | Refusal:
        """The action an object describes, or what is wrong with its form.

        In this order: `malformed-action` (no object, or a field of the wrong type, even where it
        does not belong), `missing-field`, `unknown-action`, `unknown-field`, `unknown-player`,
        `not-a-card`, `duplicate-card`.
        """
        if not isinstance(given, dict):
            return Refusal("malformed-action", (), phrase("faults", "no-object"))
        if refusal := self._refuse_form(given):
            return refusal
        name = given["action"]
        parts: dict[str, Any] = {}
        for field, holds in self._expected[name].items():
            parts[field], refusal = self._read(given[field], holds, unseen=name in MAY_BE_UNSEEN)
            if refusal is not None:
                return refusal
        player = parts.pop("player", None)
        if name not in TABLE_ACTIONS:
            return Action(player, Move(name, **parts))
        (cards,) = parts.values()
        told = cards if isinstance(cards, tuple) else (cards,)
        return Action(player, kind=TableAction(name), cards=told)

    @cached_property
    def _expected(self) -> Mapping[str, Mapping[str, type]]:
        """The fields of each action, the player's first."""
        own = {action: {"player": str, **fields} for action, fields in self.actions.items()}
        return {**own, **TABLE_ACTIONS}

    def _refuse_form(self, given: Mapping[str, Any]) -> Refusal | None:
        for field, value in given.items():
            if field in self._fields and not _fits(value, self._fields[field]):
                return _misfit(field, self._fields[field])
        if "action" not in given:
            return _refusal("missing-field", field="action")
        name = given["action"]
        if name not in self._expected:
            return _refusal("unknown-action", choices=tuple(self._expected))
        return self._refuse_fields(given, self._expected[name])

    def _refuse_fields(
        self, given: Mapping[str, Any], expected: Mapping[str, type]
    ) -> Refusal | None:
        if given.keys() != expected.keys() | {"action"}:
            for field in expected:
                if field not in given:
                    return _refusal("missing-field", field=field)
            unknown = next(field for field in given if field not in {"action", *expected})
            return _refusal("unknown-field", field=unknown)
        if "player" in expected and given["player"] not in self.players:
            return _refusal("unknown-player", player=given["player"])
        return None

    def _read(self, given: Any, holds: type, *, unseen: bool) -> tuple[Any, Refusal | None]:
        faults: tuple[Fault, ...] = ()
        value: Any = given
        if holds is tuple:
            reading = read_cards(given, self.pack, unseen=unseen)
            value, faults = reading.cards, reading.faults
        elif holds is Card:
            value = read_card(given, self.pack)
            faults = (value,) if isinstance(value, Fault) else ()
        elif issubclass(holds, StrEnum):
            words = tuple(holds)
            value = words[words.index(given)]
        if not faults:
            return value, None
        first = min(faults, key=lambda found: found.code != "not-a-card")
        return None, Refusal(first.code, first.clauses, first.text)


def _fits(value: object, holds: type) -> bool:
    """Whether a value is of the type that a field holds."""
    if holds is tuple:
        return isinstance(value, list | str)
    if holds is int:
        return type(value) is int
    if issubclass(holds, StrEnum):
        return value in tuple(holds)
    return isinstance(value, str)


def _misfit(field: str, holds: type) -> Refusal:
    """The refusal of a field of the wrong type, or of a word that is none of its vocabulary."""
    if issubclass(holds, StrEnum):
        text = phrase("faults", "not-one-of", facts={"choices": tuple(holds)})
        return Refusal("malformed-action", (), text)
    return _refusal("malformed-action", field=field)


_LONGEST_ECHO = 64
"""How many characters of a name or a field are repeated in the refusal of it."""


def _refusal(code: str, **facts: object) -> Refusal:
    shown = {name: _shortened(fact) for name, fact in facts.items()}
    return Refusal(code, (), phrase("refusals", code, facts=shown))


def _shortened(fact: object) -> object:
    if isinstance(fact, str) and len(fact) > _LONGEST_ECHO:
        return fact[:_LONGEST_ECHO] + "…"
    return fact

"""Random questions to any operation of any game, made of its examples and its declarations.

A question is an example in which cards are others and any other field may have another value of its
declared type. Most are answered; the others are refused, and refusals must conform too.
"""

import typing
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from evaluators.cards import Card
from evaluators.forms import Between, Count, Declared, PlayerName, Unread, fields_of, items_of
from evaluators.game import Game, Move
from evaluators.options import Option, options_of
from evaluators.position import RecordForm
from tests.conformance.games import Json

few = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
"""So many questions an operation."""

_NAMES = ("anna", "boris", "vera", "gleb", "dasha", "egor")
_NOT_THERE = object()


def values(option: Option) -> list[Any]:
    """Some of the values that an option takes, at the ends of its range."""
    if option.members:
        first, *_, last = option.members
        return [
            {str(first): value, str(last): other}
            for value, other in zip(
                values(option.members[first]), reversed(values(option.members[last])), strict=True
            )
        ]
    if option.words or option.lists:
        return [str(word) for word in option.words] or [list(each) for each in option.lists]
    if option.is_flag:
        return [False, True]
    assert option.limits
    low, high = option.limits.low, option.limits.high
    return [low, low + 1, high] + ([None] if option.nullable else [])


def options_for(game: Game) -> dict[str, Option]:
    """The options of a game by name."""
    return dict(options_of(game.rulesets[0].options_class))


def rules(game: Game) -> st.SearchStrategy[Json]:
    """A ruleset and overrides, as the fields of a question; often neither."""
    each = {name: st.sampled_from(values(option)) for name, option in options_for(game).items()}
    overrides = st.fixed_dictionaries({}, optional=each)
    ruleset = st.sampled_from([known.id for known in game.rulesets])
    return st.fixed_dictionaries({}, optional={"ruleset": ruleset, "options": overrides})


def questions(game: Game, operation: str) -> st.SearchStrategy[Json]:
    """Questions to an operation."""
    return st.composite(_question)(game, operation)


def _question(draw: st.DrawFn, game: Game, operation: str) -> Json:
    asked = game.operations[operation]
    shown = draw(st.sampled_from(list(asked.examples.values())))
    deck = list(draw(st.permutations([str(card) for card in game.pack.cards])))
    made = _Drawn(draw, game, deck).form(asked.question, shown)
    if "record" in made:
        return made
    return {
        **{k: v for k, v in shown.items() if k in ("ruleset", "options")},
        **made,
        **draw(rules(game)),
    }


def ruled(question: Json, **rules: Any) -> Json:
    """The question under other rules; a record carries its own."""
    if "record" in question:
        return {**question, "record": {**question["record"], **rules}}
    return {**question, **rules}


class _Drawn:
    """One question being drawn; its cards come from one pack, so that none stands twice."""

    def __init__(self, draw: st.DrawFn, game: Game, deck: list[str]) -> None:
        self.draw = draw
        self.game = game
        self.pack = tuple(deck)
        self.deck = deck

    def chance(self) -> bool:
        """Whether something less usual is done."""
        return self.draw(st.integers(0, 3)) == 3

    def form(self, form: type, shown: Mapping[str, Any]) -> Json:
        """A form, its fields mostly there as in the one that is shown."""
        made = {}
        for field in fields_of(form):
            there = field.name in shown or field.required
            if there or self.chance():
                made[field.name] = self.field(field, shown.get(field.name, _NOT_THERE))
        return made

    def field(  # noqa: C901, PLR0912 - a table, one line a kind
        self, field: Declared, shown: Any
    ) -> Any:
        """A value of a field: cards anew, of the rest often what is shown."""
        kind, count = field.kinds[0], field.mark(Count)
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if field.nullable and (shown is None or self.chance()):
            return None
        match kind:
            case _ if len(field.kinds) > 1:
                return self.one_of(field.kinds, shown)
            case _ if field.mark(Unread):
                return self.hands(shown)
            case _ if kind is Card:
                return self.cards(1)[0]
            case _ if origin is tuple and arguments[0] is Card:
                assert count, field.name
                left = len(self.deck)
                sizes = st.integers(min(count.low, left), min(count.high, left))
                return self.cards(len(shown) if isinstance(shown, list) else self.draw(sizes))
            case _ if kind is Move:
                return self.move()
            case _ if origin is tuple:
                return self.items(items_of(arguments[0]), count, shown)
            case _ if isinstance(kind, type) and issubclass(kind, RecordForm):
                return self.record({} if shown is _NOT_THERE else shown)
            case _ if hasattr(kind, "__dataclass_fields__"):
                return self.form(kind, {} if shown is _NOT_THERE else shown)
            case _ if shown is not _NOT_THERE and not self.chance():
                return shown
            case _ if origin is Mapping:
                names = shown if isinstance(shown, Mapping) else _NAMES[:2]
                return {name: self.field(items_of(arguments[1]), _NOT_THERE) for name in names}
            case _ if origin is Literal:
                return self.draw(st.sampled_from(arguments))
            case _ if field.mark(PlayerName):
                return self.draw(st.sampled_from(_NAMES))
            case _ if kind is str:
                return self.draw(st.sampled_from([*self.game.rulebook.combinations, "none"]))
            case _ if kind is bool:
                return self.draw(st.booleans())
            case _ if issubclass(kind, StrEnum):
                return str(self.draw(st.sampled_from(list(kind))))
            case _:
                limits = field.mark(Between) or Between(0, 9)
                few = st.integers(limits.low, min(limits.high, limits.low + 5))
                return self.draw(few | st.integers(limits.low, limits.high))

    def record(self, shown: Mapping[str, Any]) -> Json:
        """A record, mostly as it is shown; or cut short, under other rules, of another seed."""
        record = {"players": _NAMES[: self.game.players[0]], **shown}
        if self.chance():
            actions = record.get("actions", [])
            record["actions"] = actions[: self.draw(st.integers(0, len(actions)))]
        if "deck" not in record and self.chance():
            record["seed"] = self.draw(st.text(st.characters(codec="utf-8"), min_size=1))
        return {**record, **self.draw(rules(self.game))}

    def cards(self, number: int) -> list[str]:
        """So many cards that are not in the question yet, as far as there are."""
        drawn, self.deck[:number] = self.deck[:number], []
        return drawn

    def hands(self, shown: list[Any]) -> list[Any]:
        """Hands for a batch: those that are shown, and some that are made of the pack."""
        size = max(len(hand) for hand in shown if isinstance(hand, list | str)) // 2
        cards = st.lists(st.sampled_from(self.pack), min_size=size, max_size=size, unique=True)
        return [*shown, *self.draw(st.lists(cards | cards.map("".join), max_size=5))]

    def items(self, item: Declared, count: Count | None, shown: Any) -> list[Any]:
        """A list: as many items as are shown, or another number of them."""
        shown = [] if shown is _NOT_THERE else list(shown)
        if self.chance():
            assert count
            number = self.draw(st.integers(count.low, min(count.high, 6)))
            shown = [*shown, *[_NOT_THERE] * number][:number]
        return [self.field(item, each) for each in shown]

    def one_of(self, forms: tuple[Any, ...], shown: Any) -> Json:
        """One of several forms, often the one that is shown."""
        shown = {} if shown is _NOT_THERE else shown
        fitting = [form for form in forms if shown and _tags(form) & set(map(str, shown.values()))]
        if not fitting or self.chance():
            return self.form(self.draw(st.sampled_from(forms)), {})
        return self.form(fitting[0], shown)

    def move(self) -> Json:
        """Any well-formed move, its cards often those that are in the question."""
        actions = self.game.actions
        action = self.draw(st.sampled_from(list(actions)))
        used = self.pack[: len(self.pack) - len(self.deck)] or self.pack
        cards = st.sampled_from(used) | st.sampled_from(self.pack)
        parts: Json = {"action": action}
        for name, kind in actions[action].items():
            if kind is tuple:
                parts[name] = self.draw(st.lists(cards, max_size=4, unique=True))
            elif kind is Card:
                parts[name] = self.draw(cards)
            elif kind is int:
                parts[name] = self.draw(st.integers(-1, 9))
            else:
                assert issubclass(kind, StrEnum)
                parts[name] = str(self.draw(st.sampled_from(list(kind))))
        return parts


def _tags(form: type) -> set[str]:
    """The words of a form's `Literal` field."""
    tagged = (field.kinds[0] for field in fields_of(form))
    return {
        str(word)
        for kind in tagged
        if typing.get_origin(kind) is Literal
        for word in typing.get_args(kind)
    }

"""Marshmallow fields for what games ask and answer; each refuses with `Fault`s instead of texts.

Reading is strict: no value is turned into one of another type. A field that is wrong only in part
hands on the rest as `valid_data`, with None in the place of a bad item, so that checks of several
fields together still find their faults. `build` makes what the rules want out of what was read.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields

from evaluators.cards import CARDS, UNSEEN, Pack
from evaluators.faults import Fault, fault, miscounted
from evaluators.forms import Between, Count
from evaluators.spelling import LONGEST_TEXT, SPACE, pattern, read_card, read_cards
from service.languages import current_language

LONGEST_NAME = 64
LONGEST_SEED = 200
TIMES_TOO_MANY = 10
"""A list of more than this many times the items it may have is not read item by item."""
_RESERVED_NAME = "table"


def faults_in(messages: object, *path: str | int) -> Iterator[Fault]:
    """All faults in a tree of marshmallow's messages, their paths starting at the tree's root."""
    if isinstance(messages, dict):
        for step, inner in messages.items():
            yield from faults_in(inner, *path, *(() if step == "_schema" else (step,)))
    elif isinstance(messages, list):
        for found in messages:
            if isinstance(found, Fault):
                yield found.below(*path)


class FormField(fields.Field[Any]):
    """Base of all fields here."""

    WRONG_TYPE: ClassVar[str] = "no-object"
    """The text that says which type was expected."""

    def make_error(self, key: str, **_: Any) -> ma.ValidationError:
        """Marshmallow's own refusals: nothing there, null, the wrong type."""
        if key == "required":
            return ma.ValidationError([fault("missing-field")])
        return self.wrong_type()

    def wrong_type(self) -> ma.ValidationError:
        """The refusal of a value that is of another type."""
        return ma.ValidationError([fault("wrong-type", text=self.WRONG_TYPE)])

    def build(self, value: Any) -> Any:
        """What the rules want, out of what was read without faults."""
        return value

    def json_schema(self) -> dict[str, Any]:
        """What the OpenAPI document says of it."""
        return {}


class Text(FormField):
    """Any text; in answers also a phrase, in the reader's language."""

    WRONG_TYPE = "no-text"

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            raise self.wrong_type()
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string"}


class Phrased(Text):
    """A text of the rulebook, put into the language of the request."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> str:
        said: str = value.say(current_language())
        return said


class Name(Text):
    """A player's name."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        name = super()._deserialize(value)
        controls = any(unicodedata.category(sign) == "Cc" for sign in name)
        if not 1 <= len(name) <= LONGEST_NAME or controls or name == _RESERVED_NAME:
            raise ma.ValidationError([fault("bad-name")])
        return name

    def json_schema(self) -> dict[str, Any]:
        return {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_NAME,
            "pattern": r"^[^\u0000-\u001f\u007f-\u009f]+$",
            "not": {"const": _RESERVED_NAME},
        }


class Seed(Text):
    """The seed of a deal, taken as it is."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        seed = super()._deserialize(value)
        if not 1 <= len(seed) <= LONGEST_SEED:
            raise ma.ValidationError([fault("bad-seed")])
        return seed

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": LONGEST_SEED}


class Word(Text):
    """A word of a fixed vocabulary."""

    def __init__(self, choices: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = choices

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        word = super()._deserialize(value)
        if word not in self.choices:
            raise ma.ValidationError([fault("not-one-of", facts={"choices": self.choices})])
        return self.choices[self.choices.index(word)]

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(map(str, self.choices))}


class Whole(FormField):
    """A whole number; neither a text, a fraction nor a boolean is one."""

    WRONG_TYPE = "no-whole-number"

    def __init__(self, limits: Between | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.limits = limits

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise self.wrong_type()
        if self.limits and not self.limits.low <= value <= self.limits.high:
            facts = {"min": self.limits.low, "max": self.limits.high}
            raise ma.ValidationError([fault("out-of-range", facts=facts)], valid_data=value)  # type: ignore[arg-type]  # handed on as it is
        return value

    def json_schema(self) -> dict[str, Any]:
        limits = {"minimum": self.limits.low, "maximum": self.limits.high} if self.limits else {}
        return {"type": "integer", **limits}


class Flag(FormField):
    """True or false."""

    WRONG_TYPE = "no-truth-value"

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise self.wrong_type()
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


def asked_card(pack: Pack) -> tuple[str, dict[str, Any]]:
    """The schema of a card of the pack as a caller may write it, and the name it is given."""
    game, _, _ = pack.clause.partition(".")
    name = "".join(map(str.capitalize, game.split("-"))) + "Card"
    return name, {
        "type": "string",
        "description": "A card of the pack: its rank, then its suit.",
        "pattern": f"^[{SPACE}]*(?:{pattern(pack)})[{SPACE}]*$",
        "examples": [str(pack.cards[-1])],
    }


def _card_schema(pack: Pack, *, asked: bool) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{asked_card(pack)[0]}"} if asked else _CARD


_CARD = {"$ref": "#/components/schemas/Card"}
_UNSEEN = {"const": UNSEEN, "description": "A card nobody has seen."}
CARD_OR_UNSEEN = {"anyOf": [_CARD, _UNSEEN]}
"""A card in an answer that may have no face."""


_SPELLED = {card: spelling for spelling, card in CARDS.items()}


class OneCard(FormField):
    """One card of the pack."""

    WRONG_TYPE = "no-text"

    def __init__(self, pack: Pack, *, asked: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.pack = pack
        self.asked = asked

    def _serialize(self, value: Any, *_: Any, **__: Any) -> str | None:
        return None if value is None else str(value)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> object:
        card = read_card(value, self.pack)
        if isinstance(card, Fault):
            raise ma.ValidationError([card])
        return card

    def json_schema(self) -> dict[str, Any]:
        return _card_schema(self.pack, asked=self.asked)


class Cards(FormField):
    """A set of cards of the pack, as a list or as one text; in answers always a list."""

    WRONG_TYPE = "no-cards"

    def __init__(
        self,
        pack: Pack,
        count: Count | None,
        *,
        asked: bool,
        unseen: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.pack = pack
        self.count = count
        self.asked = asked
        self.unseen = unseen

    def _serialize(self, value: Any, *_: Any, **__: Any) -> list[str] | None:
        return None if value is None else [_SPELLED.get(card) or str(card) for card in value]

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> object:
        if not isinstance(value, list | str):
            raise self.wrong_type()
        reading = read_cards(value, self.pack, self.count)
        if reading.faults:
            read = list(reading.cards) if reading.is_whole else None
            raise ma.ValidationError(list(reading.faults), valid_data=read)
        return reading.cards

    def json_schema(self) -> dict[str, Any]:
        items = _card_schema(self.pack, asked=self.asked)
        if self.unseen:
            cards: dict[str, Any] = {"type": "array", "items": {"anyOf": [items, _UNSEEN]}}
        else:
            limits = {"minItems": self.count.low, "maxItems": self.count.high} if self.count else {}
            cards = {"type": "array", "items": items, "uniqueItems": True, **limits}
        return {"anyOf": [cards, self._text_schema()]} if self.asked else cards

    def _text_schema(self) -> dict[str, Any]:
        count = self.count or Count(0, len(self.pack.cards))
        between = f"[{SPACE},;]*"
        times = f"{{{count.low},{count.high}}}"
        card = pattern(self.pack) + (f"|{re.escape(UNSEEN)}" if self.unseen else "")
        return {
            "type": "string",
            "maxLength": LONGEST_TEXT,
            "description": "The cards in one text, with or without separators: `10♥ 10♠`, `ThTs`.",
            "pattern": f"^{between}(?:(?:{card}){between}){times}$",
            "examples": ["".join(map(str, self.pack.cards[: count.high]))],
        }


class ListOf(fields.List[Any], FormField):
    """A list whose items are read one by one; a bad one does not hide the others."""

    WRONG_TYPE = "no-list"

    def __init__(self, inner: FormField, count: Count | None, **kwargs: Any) -> None:
        super().__init__(inner, **kwargs)
        self.count = count

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.wrong_type()
        faults: list[Fault] = []
        count = self.count
        if count and not count.low <= len(value) <= count.high:
            faults.append(miscounted(count.low, count.high, len(value), clauses=count.clauses))
            if len(value) > count.high * TIMES_TOO_MANY:
                raise ma.ValidationError(list(faults))
        items: list[Any] = []
        for index, item in enumerate(value):
            try:
                items.append(self.inner.deserialize(item))
            except ma.ValidationError as error:
                faults += faults_in(error.messages, index)
                items.append(error.valid_data)
        if faults:
            raise ma.ValidationError(list(faults), valid_data=items)
        return items

    def build(self, value: Any) -> tuple[Any, ...]:
        inner: FormField = self.inner  # type: ignore[assignment]  # as it was given
        return tuple(inner.build(item) for item in value)

    def json_schema(self) -> dict[str, Any]:
        limits = {"minItems": self.count.low, "maxItems": self.count.high} if self.count else {}
        return limits | ({"uniqueItems": True} if isinstance(self.inner, Name) else {})

"""JSON with very many hands, which are read as one array where all are written alike.

Most who ask about many hands write each in the same way, `"ThTsTd3c"` or `["Th", "Ts"]`, with the
same spaces everywhere. Then their text is a table whose rows differ in the letters of the cards
alone. That this is so is checked for every byte; whatever is written otherwise is read by
`strict_json` as any other text.
"""

import re
from typing import Any

import numpy as np

from evaluators.even_hands import EvenHands
from service import strict_json

FEWEST = 32
"""Of fewer hands none are looked for."""
_HANDS = re.compile(rb'"hands" *: *\[ *')
_CARD = rb'[^"\\]{2}'
_TEXT = re.compile(rb'"(?:%b){1,32}"' % _CARD)
_LIST = re.compile(rb'\[ *"%b"(?: *, *"%b"){0,31} *\]' % (_CARD, _CARD))
_QUOTED = re.compile(rb'"([^"]*)"')
_COMMA = re.compile(rb" *, *")


def loads(data: bytes) -> Any:
    """As `strict_json.loads`; but a member `hands` may be `EvenHands` in place of a list."""
    found = _taken_out(data)
    if found is None:
        return strict_json.loads(data)
    rest, hands = found
    try:
        value = strict_json.loads(rest)
    except strict_json.NotJson:
        return strict_json.loads(data)  # so that faults are told where they are
    if isinstance(value, dict) and value.get("hands", 0) is None:
        return value | {"hands": hands}
    return strict_json.loads(data)


def _taken_out(data: bytes) -> tuple[bytes, EvenHands] | None:
    """The text with null in place of its hands, and these; None if they are not even.

    Where the rest is JSON and its `hands` null, that null is where the hands were: the name stands
    there once, and nothing is escaped.
    """
    named = _HANDS.search(data)
    if named is None:
        return None
    begin, end = named.end(), data.rfind(b"]")
    hands = _even(data[begin:end].rstrip(b" "))
    if hands is None:
        return None
    bracket = data.index(b"[", named.start())
    rest = data[:bracket] + b"null" + data[end + 1 :]
    if b"\\" in rest or rest.count(b'"hands"') != 1:
        return None
    brackets = data.count(b"[") + data.count(b"{")
    return None if brackets > strict_json.MAX_CONTAINERS else (rest, hands)


def _even(text: bytes) -> EvenHands | None:
    """The hands of a text that has nothing but hands written alike, and commas between them."""
    first = _TEXT.match(text) or _LIST.match(text)
    comma = _COMMA.match(text, first.end()) if first else None
    if first is None or comma is None:
        return None
    text += comma[0]
    row = first[0] + comma[0]
    count, over = divmod(len(text), len(row))
    if over or count < FEWEST or not text.isascii() or b"\\" in text:
        return None
    table = np.frombuffer(text, np.uint8).reshape(count, len(row))
    letters = [at for quoted in _QUOTED.finditer(row) for at in range(*quoted.span(1))]
    same = (np.all(table[:, at] == row[at]) for at in range(len(row)) if at not in letters)
    if table.min() < ord(" ") or text.count(b'"') != count * row.count(b'"') or not all(same):
        return None
    lists = row.startswith(b"[")
    return EvenHands(table[:, letters] if lists else table[:, 1 : first.end() - 1], lists=lists)

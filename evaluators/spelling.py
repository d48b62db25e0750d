"""Reading cards as people and programs write them.

Liberal in what is accepted (`Th`, `10h`, `10♥`, `🂺`, `К♠`), and never a silent misreading: whatever
is not certainly one card of the pack becomes a fault that names it, its place and the nearest valid
spelling, if there is one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from evaluators.budget import spend
from evaluators.cards import CARDS, UNSEEN, Card, Pack, Rank, Suit, unseen_card
from evaluators.faults import Fault, fault, miscounted
from evaluators.forms import Count

_SUIT_SIGNS = {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
# Valet, dama, korol, tuz: the court cards and the ace in Russian and Ukrainian.
_CYRILLIC_RANKS = {"В": "J", "Д": "Q", "К": "K", "Т": "A"}
_RANKS = {rank: rank for rank in Rank} | {"10": "T"} | _CYRILLIC_RANKS
_SUITS = {suit: suit for suit in Suit} | _SUIT_SIGNS

# The playing cards block: sixteen places a suit, ace first; the twelfth is a knight.
_GLYPHS = {
    chr(row + place): rank + suit
    for suit, row in (("s", 0x1F0A0), ("h", 0x1F0B0), ("d", 0x1F0C0), ("c", 0x1F0D0))
    for place, rank in zip((*range(1, 12), 13, 14), "A23456789TJQK", strict=True)
}

# Both cases are written out: a pattern that ignores case would also take "ſ" for "s".
_RANK = "10|[2-9TJQKAtjqkaВДКТвдкт]"
_SUIT = "[cdhsCDHS]|[♣♧♦♢♥♡♠♤][\ufe0e\ufe0f]?"
_CARD = re.compile(rf"(?P<rank>{_RANK})(?P<suit>{_SUIT})|(?P<glyph>[{''.join(_GLYPHS)}])")
_CARD_OR_UNSEEN = re.compile(rf"{_CARD.pattern}|{re.escape(UNSEEN)}")
_SUIT_FIRST = re.compile(rf"(?P<suit>{_SUIT})(?P<rank>{_RANK})")
SPACE = " \t\r\n\u00a0\u202f\u3000\ufeff"
_GAPS = SPACE + ",;"
_SEPARATORS = re.compile(rf"[{_GAPS}]+")
_SEEN = rf"(?:{_RANK})(?:{_SUIT})|[{''.join(_GLYPHS)}]"
_CARDS_WRITTEN = re.compile(rf"{_SEEN}|{re.escape(UNSEEN)}")
_ONLY_CARDS = re.compile(rf"(?:{_CARDS_WRITTEN.pattern}|[{_GAPS}])*")
_ONLY_SEEN = re.compile(rf"(?:{_SEEN}|[{_GAPS}])*")
_SUIT_BEGINS = re.compile(_SUIT)

_LIKELY_RANKS = {text.lower(): rank for text, rank in _RANKS.items() if len(text) == 1} | {
    "1": Rank.TEN,
    "а": Rank.ACE,
}
_RANKS_OF_COURTS = {"v": Rank.JACK, "b": Rank.JACK, "d": Rank.QUEEN, "r": Rank.KING}
"""Valet, Bube, dame, roi: letters that are suits, or words, elsewhere in a text."""
_LIKELY_SUITS = (
    {suit.value: suit for suit in Suit}
    | {sign: Suit(letter) for sign, letter in _SUIT_SIGNS.items()}
    | {"с": Suit.CLUBS, "ѕ": Suit.SPADES, "һ": Suit.HEARTS, "ԁ": Suit.DIAMONDS}
    | {"ч": Suit.HEARTS, "х": Suit.HEARTS, "б": Suit.DIAMONDS, "п": Suit.SPADES}
)
_SUIT_STEMS = {
    "club": Suit.CLUBS, "треф": Suit.CLUBS, "крест": Suit.CLUBS, "хрест": Suit.CLUBS,
    "diam": Suit.DIAMONDS, "бубн": Suit.DIAMONDS, "бубо": Suit.DIAMONDS,
    "heart": Suit.HEARTS, "черв": Suit.HEARTS, "чирв": Suit.HEARTS,
    "spade": Suit.SPADES, "пик": Suit.SPADES, "пік": Suit.SPADES, "вин": Suit.SPADES,
}  # fmt: skip
"""Look-alikes, first letters and words; no card is read so, but the nearest is found so."""

_LONGEST_SLIP = 3
"""In a text of so many characters a rank or a suit alone is like a card: `Tx`, `xh`."""

LONGEST_TEXT = 4000
"""How many characters a text of cards may have; it is not read beyond."""

_LONGEST_ECHO = 24
"""How many characters of a text that is no card are repeated in the fault about it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: a card for each place, None where there is none, and the faults found."""

    cards: tuple[Card | None, ...]
    faults: tuple[Fault, ...]
    is_whole: bool = True
    """Whether every item was looked at."""


def pattern(pack: Pack) -> str:
    """A regular expression, as JSON Schema takes it, of all spellings of the pack's cards.

    >>> written = pattern(Pack("789", clause="game.pack"))
    >>> [text for text in ("9h", "9♥", "🂹", "10♥", "h9") if re.fullmatch(written, text)]
    ['9h', '9♥', '🂹']
    """
    written = [text for text, rank in _RANKS.items() if rank in pack.ranks]
    ranks = "|".join(text + (f"|{text.lower()}" if text.isalpha() else "") for text in written)
    suits = f"[cdhsCDHS]|[{''.join(_SUIT_SIGNS)}][\\uFE0E\\uFE0F]?"
    glyphs = "|".join(glyph for glyph, card in _GLYPHS.items() if CARDS[card] in pack.position)
    return f"(?:{ranks})(?:{suits})|{glyphs}"


def _card(match: re.Match[str]) -> Card:
    groups = match.groupdict()
    if groups.get("glyph"):
        return CARDS[_GLYPHS[groups["glyph"]]]
    suit = groups["suit"].rstrip("\ufe0e\ufe0f")
    return CARDS[_RANKS[groups["rank"].upper()] + _SUITS[suit.lower()]]


def read_card(given: object, pack: Pack, place: int = 1) -> Card | Fault:
    """One card of the pack; or the fault `not-a-card`, its path empty.

    `place` counts from 1 and is told to the reader of the fault.
    """
    if not isinstance(given, str):
        return _no_card(given, pack, place)
    as_written = CARDS.get(given)  # most are spelled as answers spell them
    if as_written is not None and as_written in pack.position:
        return as_written
    match = _CARD.fullmatch(given.strip(SPACE))
    if match is None:
        return _no_card(given, pack, place)
    card = _card(match)
    if card in pack.position:
        return card
    return fault(
        "not-a-card",
        text="foreign-card",
        clauses=(pack.clause,),
        facts=_facts(given, place, _nearest_of_suit(card, pack)),
    )


def _no_card(given: object, pack: Pack, place: int) -> Fault:
    shown = _written(given)
    several = [_card(match) for match in islice(_CARD.finditer(shown), 2)]
    if len(several) > 1 and several[0] in pack.position and _ONLY_SEEN.fullmatch(shown):
        facts = _facts(given, place, several[0])
        return fault("not-a-card", text="several-cards", facts=facts)
    swapped = _SUIT_FIRST.fullmatch(shown)
    if swapped is not None:
        meant = _card(swapped)
        nearest = meant if meant in pack.position else _nearest_of_suit(meant, pack)
        return fault("not-a-card", text="suit-first", facts=_facts(given, place, nearest))
    likely = _nearest(shown[:_LONGEST_ECHO], pack) if isinstance(given, str) else None
    if likely is None:
        return fault("not-a-card", text="like-no-card", facts=_facts(given, place))
    return fault("not-a-card", facts=_facts(given, place, likely))


def _facts(given: object, place: int, nearest: Card | None = None) -> dict[str, object]:
    shown = _written(given)
    if len(shown) > _LONGEST_ECHO:
        shown = shown[:_LONGEST_ECHO] + "…"
    facts: dict[str, object] = {"card": shown, "place": place}
    return facts if nearest is None else {**facts, "nearest": str(nearest)}


def _written(given: object) -> str:
    """What was given instead of a card, as the caller wrote it; lists and objects in short."""
    match given:
        case str():
            return given.strip(SPACE)
        case None:
            return "null"
        case bool():
            return str(given).lower()
        case list():
            return "[…]"
        case dict():
            return "{…}"
        case _:
            return repr(given)


def _nearest_of_suit(card: Card, pack: Pack) -> Card:
    """The card of the same suit whose rank is nearest; the ace is low where the pack has it so."""
    usual = "A23456789TJQK" if pack.ranks[0] == Rank.ACE else "23456789TJQKA"
    there = usual.index(card.rank)
    same_suit = [c for c in pack.cards if c.suit is card.suit]
    return min(same_suit, key=lambda c: abs(usual.index(c.rank) - there))


def _nearest(text: str, pack: Pack) -> Card | None:
    """The card that a text most likely means: by the first rank in it, and the last suit.

    Ranks and suits are looked for as in cards, then among the letters and the beginnings of words
    that people use for them. In all but the shortest texts both must be found, and a letter is no
    suit unless it is the last. None if the text is like no card.
    """
    lower = text.lower()
    short = len(lower) <= _LONGEST_SLIP
    stem = next((stem for stem in _SUIT_STEMS if stem in lower), "")
    if stem:
        suit: Suit | None = _SUIT_STEMS[stem]
        lower = re.sub(rf"{stem}\w*", "", lower)
    else:
        signs = [sign for sign in lower if short or sign in _SUIT_SIGNS] or [lower[-1:]]
        suit = next(
            (_LIKELY_SUITS[each] for each in reversed(signs) if each in _LIKELY_SUITS), None
        )
    rank = next((_LIKELY_RANKS[sign] for sign in lower if sign in _LIKELY_RANKS), None)
    if rank is None:
        rank = _RANKS_OF_COURTS.get(lower[:1])
    if not (rank or suit) or not (short or (rank and suit)):
        return None
    return _nearest_of_suit(CARDS[(rank or pack.ranks[0]) + (suit or pack.cards[0].suit)], pack)


def _pieces(text: str) -> Iterator[str]:
    """The cards of a text one by one, and whatever stands between them and is no card."""
    if _ONLY_CARDS.fullmatch(text):
        yield from _CARDS_WRITTEN.findall(text)
        return
    for chunk in _SEPARATORS.split(text):
        start = 0
        swapped = list(_SUIT_FIRST.finditer(chunk)) if _SUIT_BEGINS.match(chunk) else []
        if swapped and "".join(m.group() for m in swapped) == chunk:
            yield from (m.group() for m in swapped)
            continue
        for match in _CARD_OR_UNSEEN.finditer(chunk):
            if match.start() > start:
                yield chunk[start : match.start()]
            yield match.group()
            start = match.end()
        if start < len(chunk):
            yield chunk[start:]


def _items(given: object, most: int | None) -> Sequence[object] | Fault:
    """The things that should be cards, at most so many of them; or why there are none."""
    if isinstance(given, list):
        return given[:most]
    if not isinstance(given, str):
        return fault("wrong-type", text="no-cards")
    if len(given) > LONGEST_TEXT:
        return fault("too-long", facts={"max": LONGEST_TEXT})
    return list(islice(_pieces(given), most))


def read_cards(
    given: object,
    pack: Pack,
    count: Count | None = None,
    *,
    first_only: bool = False,
    unseen: bool = False,
) -> Reading:
    """A set of different cards, as many as `count` says, from a list of cards or one text.

    Without a count any number may come; of more than the pack has, one is no card or comes twice.

    Faults: `wrong-type` (neither list nor text), `too-long` (a text), `wrong-count` (with clauses),
    `not-a-card` and `duplicate-card` at the index of the card, from 0. More cards than the pack has
    are not read one by one; with `first_only` reading ends at the first fault. Where some may be
    `unseen`, `??` is such a card, each another one.
    """
    items = _items(given, len(pack.cards) + 1 if count is None else None)
    if isinstance(items, Fault):
        return Reading((), (items,), is_whole=False)
    spend(1 + len(items) // 10)  # they are quickly read
    faults: list[Fault] = []
    if count is not None and not count.low <= len(items) <= count.high:
        text = "wrong-number-of-cards"
        limits = (count.low, count.high)
        faults.append(miscounted(*limits, len(items), text=text, clauses=count.clauses))
    if count is not None and len(items) > len(pack.cards):
        return Reading((), tuple(faults), is_whole=False)
    cards: list[Card | None] = []
    for index, item in enumerate(items):
        if faults and first_only:
            return Reading(tuple(cards), tuple(faults), is_whole=False)
        card = unseen_card() if unseen and item == UNSEEN else read_card(item, pack, index + 1)
        if isinstance(card, Fault):
            faults.append(card.below(index))
            cards.append(None)
            continue
        if card in cards:
            faults.append(duplicate(card, index, first=cards.index(card)))
        cards.append(card)
    return Reading(tuple(cards), tuple(faults))


def duplicate(card: Card, index: int, *, first: int) -> Fault:
    """The fault of a card that stands twice in one list; both places are indices from 0."""
    facts = {"card": str(card), "place": index + 1, "first_place": first + 1}
    return fault("duplicate-card", index, facts=facts)


def shared_cards(
    hands: Sequence[Sequence[Card | None]],
) -> Iterator[tuple[tuple[int, int], Fault]]:
    """Each card that an earlier hand holds too: its hand and its index there, and the fault."""
    for place, hand in enumerate(hands):
        holder = {card: at for at, other in enumerate(hands[:place]) for card in other}
        for index, card in enumerate(hand):
            if card is not None and card in holder:
                facts = {"card": str(card), "place": index + 1, "first_hand": holder[card] + 1}
                yield (place, index), fault("duplicate-card", text="card-in-two-hands", facts=facts)

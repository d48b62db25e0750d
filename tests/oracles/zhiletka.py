"""Brute-force oracle for the card game Zhiletka: the rules turned into code, clause by clause.

Nothing here is meant to be fast. Sbors and pairs are found by going through all subsets of a hand
and asking each what it is; whether a set of cards beats an attack is found by trying all pairings;
and a move is legal when none of the tests of the rules, taken one by one, finds a fault in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations as subsets
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

RANKS = "6789TJQKA"
SUITS = "cdhs"
PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

SBOR_SIZE = 3
PAIR_SIZE = 2
LARGEST_ATTACK = 2
HAND_LIMITS = range(4, 10)
LARGEST_HAND = max(HAND_LIMITS) - 1
PLAYERS = range(2, 7)
ANTES = range(1, 1_000_001)
POTS = range(1_000_000_001)

Cards = tuple[str, ...]
Move = tuple[str, Cards]

TAKE: Move = ("take", ())

ATTACK_CLAUSES = {
    "wrong-count": ("zhiletka.attack",),
    "cards-not-alike": ("zhiletka.attack",),
    "too-many-cards": ("zhiletka.attack",),
    "more-than-defender-holds": ("zhiletka.attack-size",),
    "card-not-held": ("zhiletka.attack",),
}
DEFENCE_CLAUSES = {
    "not-one-for-each": ("zhiletka.defence",),
    "does-not-beat": ("zhiletka.beat",),
    "card-not-held": ("zhiletka.defence",),
}


@dataclass(frozen=True)
class Entry:
    """One sbor or pair of a hand: its code and its cards in pack order; no points, no price."""

    code: str
    cards: Cards


@dataclass(frozen=True)
class Evaluation:
    """What a hand holds: its sbors, the pairs that may be led, and whether it is itself a sbor."""

    sbors: list[Entry]
    pairs: list[Entry]
    is_sbor: bool
    best: Entry | None
    strength: int | None
    strength_max: int = 1

    @property
    def combinations(self) -> list[Entry]:
        """All that the hand holds, in the order of the rules: all sbors, then all pairs."""
        return [*self.sbors, *self.pairs]


@dataclass(frozen=True)
class Refused:
    """A set of cards that may not be played, with its first fault and the clauses it breaks."""

    cards: Cards
    code: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Choices:
    """What a player may do, and what he might think of and may not."""

    legal: list[Move]
    refused: list[Refused]


@dataclass(frozen=True)
class Showdown:
    """Who takes the pot after the deal, and all who hold a sbor; hands are named by their index."""

    winner: int | None
    holders: list[int]


@dataclass(frozen=True)
class Settlement:
    """By how much each ledger changes, what stays in the pot for the next deal, and why."""

    payments: dict[str, int]
    pot_left: int
    clauses: tuple[str, ...]


# What may be given.


def _require(*, possible: bool, what: str, given: object) -> None:
    """Raise ValueError unless the thing given can be there."""
    if not possible:
        raise ValueError(f"not {what} of Zhiletka: {given}")


def _set_of_cards(cards: Sequence[str]) -> Cards:
    """Return different cards of the pack, in pack order."""
    _require(
        possible=all(card in PACK for card in cards) and len(set(cards)) == len(cards),
        what="a set of cards",
        given=cards,
    )
    return tuple(card for card in PACK if card in cards)


def _hand_in_play(hand: Sequence[str]) -> Cards:
    """Return the hand of a player still in the game, in pack order (`zhiletka.six`)."""
    held = _set_of_cards(hand)
    _require(possible=1 <= len(held) <= LARGEST_HAND, what="a hand in play", given=hand)
    return held


# What can be asked of a few cards.


def _of_one_suit(cards: Cards) -> bool:
    return all(a[1] == b[1] for a in cards for b in cards)


def _of_one_rank(cards: Cards) -> bool:
    return all(a[0] == b[0] for a in cards for b in cards)


def _alike(cards: Cards) -> bool:
    """Whether all the cards are of one suit, or all of one rank."""
    return _of_one_suit(cards) or _of_one_rank(cards)


def _found(hand: Cards, size: int, name: str) -> list[Entry]:
    """All sets of so many cards of the hand that are of one suit or of one rank, by pack order."""
    found = []
    for cards in subsets(hand, size):
        if _of_one_suit(cards):
            found.append(Entry(f"{name}-suit", cards))
        if _of_one_rank(cards):
            found.append(Entry(f"{name}-rank", cards))
    return sorted(found, key=lambda entry: [PACK.index(card) for card in entry.cards])


def is_sbor(cards: Sequence[str]) -> bool:
    """Whether these are exactly three cards, all of one suit or all of one rank (`zhiletka.sbor`).

    Four or more cards that contain a sbor are none themselves (`zhiletka.exactly-three`).
    """
    held = _set_of_cards(cards)
    return len(held) == SBOR_SIZE and _alike(held)


def evaluate(hand: Sequence[str], hand_limit: int) -> Evaluation:
    """Tell all that 1 … hand_limit + 1 cards hold.

    Every sbor is listed, then every pair that may be led (`zhiletka.sbor`, `zhiletka.attack`), each
    by pack order with suits and ranks mixed. The best is the first sbor, or None. The strength is 1
    for three cards that are a sbor, 0 for three that are none, and None for fewer or more cards.
    """
    _require(possible=hand_limit in HAND_LIMITS, what="a hand limit", given=hand_limit)
    held = _set_of_cards(hand)
    _require(possible=1 <= len(held) <= hand_limit + 1, what="a hand", given=hand)
    sbors = _found(held, SBOR_SIZE, "sbor")
    return Evaluation(
        sbors=sbors,
        pairs=_found(held, PAIR_SIZE, "pair"),
        is_sbor=is_sbor(held),
        best=sbors[0] if sbors else None,
        strength=int(is_sbor(held)) if len(held) == SBOR_SIZE else None,
    )


def counts() -> dict[str, int]:
    """Count the three-card hands: how many there are, and how many are a sbor of each kind."""
    found = {"total": 0, "one suit": 0, "one rank": 0}
    for hand in subsets(PACK, SBOR_SIZE):
        found["total"] += 1
        if is_sbor(hand):
            found["one suit" if _of_one_suit(hand) else "one rank"] += 1
    return found


# The attack.


def attack_fault(cards: Sequence[str], hand: Sequence[str], defender_cards: int) -> str | None:
    """Return the code of the first fault of an attack with these cards, or None if it is legal.

    The cards may be any of the pack, in any number; the tests come in the order of the rules.
    """
    led, held = _set_of_cards(cards), _hand_in_play(hand)
    _require(
        possible=1 <= defender_cards <= LARGEST_HAND,
        what="a number of cards of the defender",
        given=defender_cards,
    )
    tests = [
        ("wrong-count", len(led) == 0),
        ("cards-not-alike", not _alike(led)),
        ("too-many-cards", len(led) > LARGEST_ATTACK),
        ("more-than-defender-holds", len(led) > defender_cards),
        ("card-not-held", not all(card in held for card in led)),
    ]
    faults = [code for code, is_fault in tests if is_fault]
    return faults[0] if faults else None


def attacks(hand: Sequence[str], defender_cards: int) -> Choices:
    """Sort all single cards and all pairs of the hand into legal attacks and refused ones.

    Singles come before pairs, each by pack order (`zhiletka.attack`, `zhiletka.attack-size`).
    """
    choices = Choices(legal=[], refused=[])
    for size in range(1, LARGEST_ATTACK + 1):
        for cards in subsets(_hand_in_play(hand), size):
            code = attack_fault(cards, hand, defender_cards)
            if code is None:
                choices.legal.append(("attack", cards))
            else:
                choices.refused.append(Refused(cards, code, ATTACK_CLAUSES[code]))
    return choices


# The defence.


def beats(a: str, b: str, trump: str) -> bool:
    """Whether card a beats card b: higher in suit, or a trump on a plain card (`zhiletka.beat`)."""
    _require(possible=a in PACK and b in PACK, what="two cards", given=(a, b))
    _require(possible=trump in tuple(SUITS), what="a trump suit", given=trump)
    if a[1] == b[1]:
        return RANKS.index(a[0]) > RANKS.index(b[0])
    return a[1] == trump


def _beats_all(cards: Cards, attack: Cards, trump: str) -> bool:
    """Whether some pairing gives each led card a card that beats it (`zhiletka.defence-set`)."""
    return any(
        all(beats(own, led, trump) for own, led in zip(pairing, attack, strict=True))
        for pairing in permutations(cards)
    )


def _lawful_attack(attack: Sequence[str], held: Cards) -> Cards:
    """Return the attack, once it is known that somebody else could lead it against this hand."""
    led = _set_of_cards(attack)
    _require(possible=not set(led) & set(held), what="a hand and an attack", given=(held, attack))
    _require(
        possible=len(led) in range(1, LARGEST_ATTACK + 1) and _alike(led) and len(led) <= len(held),
        what="a lawful attack",
        given=attack,
    )
    return led


def defence_fault(
    cards: Sequence[str], hand: Sequence[str], attack: Sequence[str], trump: str
) -> str | None:
    """Return the code of the first fault of beating the attack so, or None if it is legal.

    The cards may be any of the pack, in any number; the tests come in the order of the rules.
    """
    used, held = _set_of_cards(cards), _hand_in_play(hand)
    led = _lawful_attack(attack, held)
    _require(possible=trump in tuple(SUITS), what="a trump suit", given=trump)
    if len(used) != len(led):
        return "not-one-for-each"
    if not _beats_all(used, led, trump):
        return "does-not-beat"
    if not all(card in held for card in used):
        return "card-not-held"
    return None


def defences(hand: Sequence[str], attack: Sequence[str], trump: str) -> Choices:
    """Sort all sets of as many cards as were led into legal defences and refused ones.

    They come by pack order; to take is always legal and comes last (`zhiletka.defence`).
    """
    choices = Choices(legal=[], refused=[])
    held = _hand_in_play(hand)
    for cards in subsets(held, len(_lawful_attack(attack, held))):
        code = defence_fault(cards, hand, attack, trump)
        if code is None:
            choices.legal.append(("beat", cards))
        else:
            choices.refused.append(Refused(cards, code, DEFENCE_CLAUSES[code]))
    choices.legal.append(TAKE)
    return choices


# The end of a deal.


def compare(hands: Sequence[Sequence[str]]) -> Showdown:
    """Tell who takes the pot after the deal: the first who holds a sbor, or nobody.

    The hands are those of all players from the dealer's left, the dealer's last; all sbors are
    equal (`zhiletka.dealt-sbor`, `zhiletka.sbor-order`).
    """
    dealt = [_set_of_cards(hand) for hand in hands]
    _set_of_cards([card for hand in dealt for card in hand])
    _require(
        possible=len(dealt) in PLAYERS and all(len(hand) == SBOR_SIZE for hand in dealt),
        what="a deal",
        given=hands,
    )
    holders = [seat for seat, hand in enumerate(dealt) if is_sbor(hand)]
    return Showdown(winner=holders[0] if holders else None, holders=holders)


def settle(players: Sequence[str], winner: str | None, pot: int, ante: int) -> Settlement:
    """Settle a deal before which `pot` was carried in and each player put `ante` into it.

    The winner takes everything (`zhiletka.payment`). With no winner the deal is void and the pot,
    the antes included, is left for the next deal (`zhiletka.void`).
    """
    _require(
        possible=len(players) in PLAYERS and len(set(players)) == len(players),
        what="a table",
        given=players,
    )
    _require(possible=winner is None or winner in players, what="a player", given=winner)
    _require(possible=pot in POTS, what="a carried pot", given=pot)
    _require(possible=ante in ANTES, what="an ante", given=ante)
    ledger = dict.fromkeys(players, 0)
    on_the_table = pot
    for player in players:
        ledger[player] -= ante
        on_the_table += ante
    if winner is None:
        return Settlement(ledger, on_the_table, ("zhiletka.void",))
    ledger[winner] += on_the_table
    return Settlement(ledger, 0, ("zhiletka.payment",))

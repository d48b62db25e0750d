"""Brute-force oracle for the card game Écarté: the rules turned into code, clause by clause.

Nothing here is meant to be fast. Legal replies are found by the four kinds of card that the rules
let a player reply with, one kind after another; a refusal is found by putting the rules' tests to a
card one after another; the score is read off a copy of the published table, and a jeu de règle is
looked for by dividing the five cards into groups in every possible way and asking of each division
whether it is as described.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations as subsets
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

RANKS = "789TAJQK"
SUITS = "cdhs"
PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

PLAYERS = 2
FULL_HAND = 5
ALL_TRICKS = 5
FULL_STOCK = 21

Cards = tuple[str, ...]
Play = tuple[str, str]
Move = dict[str, object]


@dataclass(frozen=True)
class Options:
    """What a ruleset leaves open."""

    dealer_minimum_exchange: int
    stock_short: str
    king_window: str
    game_points: int = 5
    stakes: str = "single"
    stake: int = 1


DOCUMENT = Options(
    dealer_minimum_exchange=1,
    stock_short="recycle",
    king_window="before-first-lead",
)
CLASSIC = Options(
    dealer_minimum_exchange=0,
    stock_short="play",
    king_window="own-first-card",
)


class Settlement(TypedDict):
    """Points of the deal, the score after it, who won the game, and who pays what."""

    points: dict[str, int]
    score: dict[str, int]
    winner: str | None
    payments: dict[str, int]


# What can be asked of one card.


def _of_suit(card: str, suit: str) -> bool:
    return card[1] == suit


def _higher(card: str, other: str) -> bool:
    """Whether a card is the higher of two of one suit, king down to seven (`ecarte.pack`)."""
    return card[1] == other[1] and RANKS.index(card[0]) > RANKS.index(other[0])


def _in_pack_order(cards: Sequence[str]) -> list[str]:
    return [card for card in PACK if card in cards]


def _must_be_suit(suit: object) -> str:
    if not isinstance(suit, str) or len(suit) != 1 or suit not in SUITS:
        message = f"not a suit: {suit}"
        raise ValueError(message)
    return suit


def _checked(hand: Sequence[str], smallest: int = FULL_HAND) -> Cards:
    """Return the hand as a tuple, once it is known to be a possible one."""
    cards = tuple(hand)
    different_cards = len(set(cards)) == len(cards) and set(cards) <= set(PACK)
    if not different_cards or not smallest <= len(cards) <= FULL_HAND:
        message = f"not a hand of Écarté: {cards}"
        raise ValueError(message)
    return cards


def _checked_reply(hand: Sequence[str], led: str, trump: str) -> Cards:
    """Return the hand that is to answer a lead, once the two are known to go together."""
    held = _checked(hand, 1)
    _must_be_suit(trump)
    if led not in PACK or led in held:
        message = f"{led} cannot have been led to {held}"
        raise ValueError(message)
    return held


# The play of a trick.


def legal_leads(hand: Sequence[str]) -> list[str]:
    """Cards that may be led, in pack order: any card held (`ecarte.lead`)."""
    return _in_pack_order(_checked(hand, 1))


def legal_replies(hand: Sequence[str], led: str, trump: str) -> list[str]:
    """Cards that may be played to a lead, in pack order (`ecarte.follow-and-beat`).

    They are the first of these kinds of which the hand holds a card: a card that follows suit and
    beats the led card, a card that follows suit, a trump, any card.
    """
    held = _checked_reply(hand, led, trump)
    kinds = (
        [card for card in held if _of_suit(card, led[1]) and _higher(card, led)],
        [card for card in held if _of_suit(card, led[1])],
        [card for card in held if _of_suit(card, trump)],
        list(held),
    )
    return _in_pack_order(next(kind for kind in kinds if kind))


def reply_fault(card: str, hand: Sequence[str], led: str, trump: str) -> str | None:
    """Tell why a card may not be played to a lead, by the first test that it fails; None if it may.

    The codes are card-not-held, must-follow-suit, must-beat and must-trump, tested in this order.
    """
    held = _checked_reply(hand, led, trump)
    follows = _of_suit(card, led[1])
    can_follow = any(_of_suit(other, led[1]) for other in held)
    can_beat = any(_higher(other, led) for other in held)
    can_trump = any(_of_suit(other, trump) for other in held)
    tests = (
        ("card-not-held", card not in held),
        ("must-follow-suit", can_follow and not follows),
        ("must-beat", can_beat and follows and not _higher(card, led)),
        ("must-trump", not can_follow and can_trump and not _of_suit(card, trump)),
    )
    for code, fails in tests:
        if fails:
            return code
    return None


def _checked_trick(plays: Sequence[Play], trump: str) -> list[Play]:
    """Return the plays, once they are known to be two players' cards."""
    _must_be_suit(trump)
    players = {player for player, _ in plays}
    cards = {card for _, card in plays}
    if not len(plays) == len(players) == len(cards) == PLAYERS or not cards <= set(PACK):
        message = f"not a trick of Écarté: {list(plays)}"
        raise ValueError(message)
    return list(plays)


def trick_winner(plays: Sequence[Play], trump: str) -> str:
    """Name the player who wins a trick of two plays, each a player and a card; the first led.

    A trump played to a plain lead wins; if there is none, the higher card of the led suit does
    (`ecarte.trick`). Whether the reply was legal is not asked.
    """
    (leader, led), (replier, reply) = _checked_trick(plays, trump)
    plain_lead = not _of_suit(led, trump)
    if plain_lead and _of_suit(reply, trump):
        return replier
    if _of_suit(reply, led[1]) and _higher(reply, led):
        return replier
    return leader


def trick_ranking(plays: Sequence[Play], trump: str) -> list[Play]:
    """Rank the plays of a trick: the one that wins it, then the other (`ecarte.trick`)."""
    winner = trick_winner(plays, trump)
    return [play for play in plays if play[0] == winner] + [
        play for play in plays if play[0] != winner
    ]


# The score of a deal and of the game.

# Points of the elder and of the dealer: how play began, then who made how many tricks.
SCORING: dict[str, dict[str, tuple[int, int]]] = {
    "elder-played": {
        "elder 5": (2, 0),
        "elder 3-4": (1, 0),
        "dealer 3-4": (0, 2),
        "dealer 5": (0, 2),
    },
    "first-proposal-refused": {
        "elder 5": (2, 0),
        "elder 3-4": (2, 0),
        "dealer 3-4": (0, 1),
        "dealer 5": (0, 2),
    },
    "after-exchange": {
        "elder 5": (2, 0),
        "elder 3-4": (1, 0),
        "dealer 3-4": (0, 1),
        "dealer 5": (0, 2),
    },
}
COLUMNS: dict[tuple[int, int], str] = {
    (5, 0): "elder 5",
    (4, 1): "elder 3-4",
    (3, 2): "elder 3-4",
    (2, 3): "dealer 3-4",
    (1, 4): "dealer 3-4",
    (0, 5): "dealer 5",
}


def points(play_began: str, elder_tricks: int, dealer_tricks: int) -> tuple[int, int]:
    """Points of the elder and of the dealer for their tricks, five in all, read off the table."""
    if play_began not in SCORING or (elder_tricks, dealer_tricks) not in COLUMNS:
        message = (
            f"not a row and a column of the table: {play_began}, {elder_tricks}-{dealer_tricks}"
        )
        raise ValueError(message)
    return SCORING[play_began][COLUMNS[elder_tricks, dealer_tricks]]


def _other(player: str, players: Sequence[str]) -> str:
    (other,) = (name for name in players if name != player)
    return other


def _with_the_rest(
    tricks: Mapping[str, int],
    thrown_up: str | None,
    players: Sequence[str],
) -> dict[str, int]:
    """Count the tricks; after a throw-up the opponent gets the rest (`ecarte.thrown-up`)."""
    counted = {player: tricks[player] for player in players}
    if thrown_up is not None:
        if sum(counted.values()) >= ALL_TRICKS:
            raise ValueError("no trick is left to throw up")
        while sum(counted.values()) < ALL_TRICKS:
            counted[_other(thrown_up, players)] += 1
    if sum(counted.values()) != ALL_TRICKS:
        message = f"not five tricks: {counted}"
        raise ValueError(message)
    return counted


def _times_the_stake(loser_points: int, stakes: str) -> int:
    """How many times the stake the loser of the game pays (`ecarte.stakes`)."""
    if stakes == "single":
        return 1
    if stakes != "triple-double-single":
        message = f"unknown stakes: {stakes}"
        raise ValueError(message)
    if loser_points == 0:
        return 3
    if loser_points in {1, 2}:
        return 2
    return 1


def _check_players(
    players: Sequence[str],
    tricks: Mapping[str, int],
    score: Mapping[str, int],
    game_points: int,
) -> None:
    """Refuse what cannot be told of two players, whatever the tricks sum to."""
    if len(set(players)) != PLAYERS:
        raise ValueError("elder and dealer are two players")
    if set(tricks) != set(players) or set(score) != set(players):
        raise ValueError("tricks and score name both players")
    if any(made < 0 for made in tricks.values()) or sum(tricks.values()) > ALL_TRICKS:
        raise ValueError("a deal has five tricks")
    if any(not 0 <= before < game_points for before in score.values()):
        raise ValueError("the score carried in is below the points of the game")


def settle(  # noqa: PLR0913, PLR0917 - what is told of a deal is told field by field
    elder: str,
    dealer: str,
    tricks: Mapping[str, int],
    play_began: str | None,
    king: str | None,
    score: Mapping[str, int],
    *,
    king_turned: bool = False,
    thrown_up: str | None = None,
    game_points: int = 5,
    stakes: str = "single",
    stake: int = 1,
) -> Settlement:
    """Settle a deal: the king's point first, then the tricks, then the stake if the game is won.

    `king` has scored the king of trumps; if that wins the game, what is told of the tricks counts
    nothing (`ecarte.king-first`) and `play_began` may be None. Otherwise the tricks sum to five, or
    `thrown_up` gave up those that are missing. The loser pays by the points that he has at the end
    (`ecarte.stakes`). An outcome that cannot be raises ValueError.
    """
    players = (elder, dealer)
    _check_players(players, tricks, score, game_points)
    if any(name is not None and name not in players for name in (king, thrown_up)):
        raise ValueError("the king and a throw-up are a player's")
    if king_turned and king != dealer:
        raise ValueError("a turned king is the dealer's (`ecarte.turned-king`)")
    if play_began is not None and play_began not in SCORING:
        message = f"play cannot have begun thus: {play_began}"
        raise ValueError(message)

    deal = {elder: 0, dealer: 0}
    if king is not None:
        deal[king] += 1
    won_by_king = king is not None and score[king] + deal[king] >= game_points
    if not won_by_king:
        if play_began is None:
            raise ValueError("play began somehow unless the king won the game")
        counted = _with_the_rest(tricks, thrown_up, players)
        for_elder, for_dealer = points(play_began, counted[elder], counted[dealer])
        deal[elder] += for_elder
        deal[dealer] += for_dealer

    after = {player: score[player] + deal[player] for player in players}
    payments = {elder: 0, dealer: 0}
    winner = None
    for player in players:
        if after[player] >= game_points:
            winner = player
    if winner is not None:
        loser = _other(winner, players)
        price = stake * _times_the_stake(after[loser], stakes)
        payments[loser] -= price
        payments[winner] += price
    return {"points": deal, "score": after, "winner": winner, "payments": payments}


# Jeux de règle: each is a way to divide the five cards and what the groups of a division must be.


def _all_trumps(cards: Cards, trump: str) -> bool:
    return all(_of_suit(card, trump) for card in cards)


def _no_trumps(cards: Cards, trump: str) -> bool:
    return not any(_of_suit(card, trump) for card in cards)


def _of_one_suit(cards: Cards) -> bool:
    return len({card[1] for card in cards}) == 1


def _headed_by(cards: Cards, ranks: str) -> bool:
    """Whether the highest of the cards, which are of one suit, has one of the ranks."""
    (head,) = (card for card in cards if not any(_higher(other, card) for other in cards))
    return head[0] in ranks


def _three_trumps(groups: tuple[Cards, ...], trump: str) -> bool:
    """Three trumps, and two cards of any kind."""
    three, _ = groups
    return _all_trumps(three, trump)


def _two_trumps_three_of_suit(groups: tuple[Cards, ...], trump: str) -> bool:
    """Two trumps, and three cards of one plain suit."""
    two, three = groups
    return _all_trumps(two, trump) and _no_trumps(three, trump) and _of_one_suit(three)


def _two_trumps_guarded(groups: tuple[Cards, ...], trump: str) -> bool:
    """Two trumps, two of a plain suit headed by the king or the queen, and any plain fifth."""
    two, guarded, fifth = groups
    return (
        _all_trumps(two, trump)
        and _no_trumps(guarded + fifth, trump)
        and _of_one_suit(guarded)
        and _headed_by(guarded, "KQ")
    )


def _one_trump_four_of_suit(groups: tuple[Cards, ...], trump: str) -> bool:
    """One trump, and four of a plain suit headed by the king."""
    one, four = groups
    return (
        _all_trumps(one, trump)
        and _no_trumps(four, trump)
        and _of_one_suit(four)
        and _headed_by(four, "K")
    )


def _one_trump_tierce(groups: tuple[Cards, ...], trump: str) -> bool:
    """One trump, king, queen and knave of one plain suit, and any plain fifth."""
    one, tierce, fifth = groups
    return (
        _all_trumps(one, trump)
        and _no_trumps(tierce + fifth, trump)
        and _of_one_suit(tierce)
        and {card[0] for card in tierce} == {"K", "Q", "J"}
    )


def _one_trump_three_of_suit_and_court(groups: tuple[Cards, ...], trump: str) -> bool:
    """One trump, three of a plain suit headed by its king or queen, and a plain king or queen."""
    one, three, fifth = groups
    return (
        _all_trumps(one, trump)
        and _no_trumps(three + fifth, trump)
        and _of_one_suit(three)
        and _headed_by(three, "KQ")
        and all(card[0] in "KQ" for card in fifth)
    )


def _three_queens(groups: tuple[Cards, ...], trump: str) -> bool:
    """No trump, and three queens."""
    three, two = groups
    return _no_trumps(three + two, trump) and all(card[0] == "Q" for card in three)


def _four_courts(groups: tuple[Cards, ...], trump: str) -> bool:
    """No trump, and four cards that are kings, queens or knaves; so may the fifth be."""
    four, fifth = groups
    return _no_trumps(four + fifth, trump) and all(card[0] in "KQJ" for card in four)


JEUX: dict[str, tuple[tuple[int, ...], Callable[[tuple[Cards, ...], str], bool]]] = {
    "three-trumps": ((3, 2), _three_trumps),
    "two-trumps-three-of-suit": ((2, 3), _two_trumps_three_of_suit),
    "two-trumps-guarded": ((2, 2, 1), _two_trumps_guarded),
    "one-trump-four-of-suit": ((1, 4), _one_trump_four_of_suit),
    "one-trump-tierce": ((1, 3, 1), _one_trump_tierce),
    "one-trump-three-of-suit-and-court": ((1, 3, 1), _one_trump_three_of_suit_and_court),
    "three-queens": ((3, 2), _three_queens),
    "four-courts": ((4, 1), _four_courts),
}


def _divisions(cards: Cards, sizes: tuple[int, ...]) -> Iterator[tuple[Cards, ...]]:
    """All ways to divide the cards into groups of these sizes, which sum to the number of cards."""
    if len(sizes) == 1:
        yield (cards,)
        return
    for group in subsets(cards, sizes[0]):
        left = tuple(card for card in cards if card not in group)
        for others in _divisions(left, sizes[1:]):
            yield (group, *others)


def jeux(hand: Sequence[str], trump: str) -> list[str]:
    """All jeux de règle of five cards, in the order of the rules (`ecarte.jeux-de-regle`)."""
    held = _checked(hand)
    _must_be_suit(trump)
    return [
        code
        for code, (sizes, is_as_described) in JEUX.items()
        if any(is_as_described(groups, trump) for groups in _divisions(held, sizes))
    ]


def counts(trump: str = "s") -> dict[str, tuple[int, int]]:
    """Count the jeux of all hands of five: how often each matches first, and how often at all.

    The key "none" counts the hands without a jeu, twice the same number.
    """
    first = dict.fromkeys((*JEUX, "none"), 0)
    matched = dict.fromkeys((*JEUX, "none"), 0)
    for hand in subsets(PACK, FULL_HAND):
        codes = jeux(hand, trump) or ["none"]
        first[codes[0]] += 1
        for code in codes:
            matched[code] += 1
    return {code: (first[code], matched[code]) for code in first}


# What may be done before and in the play.


def _choices(hand: Cards) -> list[list[str]]:
    """All sets of cards of a hand, the empty one among them, by size and then in pack order."""
    ordered = _in_pack_order(hand)
    return [list(cards) for size in range(len(ordered) + 1) for cards in subsets(ordered, size)]


def _exchange_fault(cards: Sequence[str], stock: int, minimum: int, stock_short: str) -> str | None:
    """Tell by the first test that it fails why a set may not be exchanged; None if it may."""
    if len(cards) < minimum:
        return "must-exchange-one"
    if stock_short == "play" and len(cards) > stock:
        return "stock-too-small"
    return None


def _checked_stock(stock: object, stock_short: str) -> int:
    """Return the number of cards in the stock; one that is not told is enough for everything."""
    if stock_short not in {"recycle", "play"}:
        message = f"unknown stock_short: {stock_short}"
        raise ValueError(message)
    if stock is None:
        return FULL_STOCK
    if not isinstance(stock, int) or isinstance(stock, bool) or not 0 <= stock <= FULL_STOCK:
        message = f"not a stock: {stock}"
        raise ValueError(message)
    return stock


def exchanges(
    hand: Sequence[str],
    stock: int | None = None,
    minimum: int = 1,
    stock_short: str = "recycle",
) -> list[list[str]]:
    """Sets of cards that may be exchanged, by size and then in pack order.

    `minimum` is 1 for the elder and for a dealer of the document, 0 for a dealer who may keep his
    cards. Under `stock_short` "play" no set is larger than the stock, and with none left there is
    no exchange, not even an empty one (`ecarte.short-stock`); under "recycle" the stock does not
    matter (`ecarte.recycle`).
    """
    held = _checked(hand)
    cards_left = _checked_stock(stock, stock_short)
    if minimum not in {0, 1}:
        message = f"not a minimum: {minimum}"
        raise ValueError(message)
    if stock_short == "play" and cards_left == 0:
        return []
    return [
        cards
        for cards in _choices(held)
        if _exchange_fault(cards, cards_left, minimum, stock_short) is None
    ]


def _refused(move: Move, code: str, clause: str) -> Move:
    return {**move, "code": code, "clauses": [clause]}


Answer = tuple[list[Move], list[Move]]


def _proposal(situation: Mapping[str, Any], options: Options) -> Answer:
    """Play at once or propose (`ecarte.propose-or-play`, `ecarte.short-stock`)."""
    stock = _checked_stock(situation.get("stock"), options.stock_short)
    play_at_once: Move = {"action": "play-at-once"}
    propose: Move = {"action": "propose"}
    if options.stock_short == "play" and stock == 0:
        return [play_at_once], [_refused(propose, "stock-empty", "ecarte.short-stock")]
    return [play_at_once, propose], []


def _answer(_situation: Mapping[str, Any], _options: Options) -> Answer:
    """Accept or refuse (`ecarte.answer`)."""
    return [{"action": "accept"}, {"action": "refuse"}], []


def _exchange(situation: Mapping[str, Any], options: Options) -> Answer:
    """Every set of cards (`ecarte.elder-exchange`, `ecarte.dealer-exchange`)."""
    phase = situation["phase"]
    hand = _checked(situation["hand"])
    stock = _checked_stock(situation.get("stock"), options.stock_short)
    if options.stock_short == "play" and stock == 0:
        raise ValueError("with an empty stock there is no exchange")
    minimum = 1 if phase == "elder-exchange" else options.dealer_minimum_exchange
    clauses = {"must-exchange-one": f"ecarte.{phase}", "stock-too-small": "ecarte.short-stock"}
    legal: list[Move] = []
    refused: list[Move] = []
    for cards in _choices(hand):
        move: Move = {"action": "exchange", "cards": cards}
        code = _exchange_fault(cards, stock, minimum, options.stock_short)
        if code is None:
            legal.append(move)
        else:
            refused.append(_refused(move, code, clauses[code]))
    return legal, refused


def _king(situation: Mapping[str, Any], options: Options) -> Answer:
    """Announce the king if it is held, or say no-king (`ecarte.king-window`)."""
    if options.king_window != "before-first-lead":
        raise ValueError("the king is announced in play")
    hand = _checked(situation["hand"])
    king = "K" + _must_be_suit(situation["trump"])
    announce: Move = {"action": "announce-king"}
    no_king: Move = {"action": "no-king"}
    if king in hand:
        return [announce, no_king], []
    return [no_king], [_refused(announce, "king-not-held", "ecarte.false-king")]


def _announcement(situation: Mapping[str, Any], options: Options) -> Answer:
    """Announce the king, once, at the turn of one's first card (`ecarte.king-window`)."""
    announce: Move = {"action": "announce-king"}
    if options.king_window == "before-first-lead" or len(situation["hand"]) < FULL_HAND:
        return [], []
    if situation.get("announced", False):
        return [], [_refused(announce, "king-already-announced", "ecarte.king-window")]
    if "K" + situation["trump"] not in situation["hand"]:
        return [], [_refused(announce, "king-not-held", "ecarte.false-king")]
    return [announce], []


def _play(situation: Mapping[str, Any], options: Options) -> Answer:
    """Announce the king in its window, play a card or throw up (`ecarte.thrown-up`)."""
    if "announced" in situation and options.king_window != "own-first-card":
        raise ValueError("the king was announced before play or not at all")
    hand = _checked(situation["hand"], 1)
    trump = _must_be_suit(situation["trump"])
    legal, refused = _announcement(situation, options)
    for card in _in_pack_order(hand):
        move: Move = {"action": "play", "card": card}
        code = reply_fault(card, hand, situation["led"], trump) if "led" in situation else None
        if code is None:
            legal.append(move)
        else:
            refused.append(_refused(move, code, "ecarte.follow-and-beat"))
    legal.append({"action": "throw-up"})
    return legal, refused


# The fields that a phase needs, those that it may have, and what answers it.
PHASES: dict[str, tuple[set[str], set[str], Callable[[Mapping[str, Any], Options], Answer]]] = {
    "proposal": (set(), {"hand", "stock"}, _proposal),
    "answer": (set(), {"hand"}, _answer),
    "elder-exchange": ({"hand"}, {"stock"}, _exchange),
    "dealer-exchange": ({"hand"}, {"stock"}, _exchange),
    "king": ({"hand", "trump"}, set(), _king),
    "play": ({"hand", "trump"}, {"led", "announced"}, _play),
}


def situations(situation: Mapping[str, Any], options: Options) -> Answer:
    """What one player may do in a situation, and what he might think of and may not do.

    The situation has a `phase` and, as the phase needs them, `hand`, `trump`, `led` (missing when
    leading), `stock` (missing when there is enough) and `announced` (whether the king has been).
    Both lists are in the order of the rules; a refused move also has its `code` and its `clauses`.
    What belongs to no situation of the phase, or of the options, raises ValueError.
    """
    if situation["phase"] not in PHASES:
        message = f"unknown phase: {situation['phase']}"
        raise ValueError(message)
    if options.king_window not in {"before-first-lead", "own-first-card"}:
        message = f"unknown king_window: {options.king_window}"
        raise ValueError(message)
    needed, possible, answer = PHASES[situation["phase"]]
    told = set(situation) - {"phase"}
    if not needed <= told or not told <= needed | possible:
        message = f"{situation['phase']} cannot be told by {sorted(told)}"
        raise ValueError(message)
    if "hand" in told:
        _checked(situation["hand"], 1 if situation["phase"] == "play" else FULL_HAND)
    return answer(situation, options)

"""Brute-force oracle for the card game Solo Whist: the rules turned into code, clause by clause.

Nothing here is meant to be fast. An auction is replayed from its first call, and of every call each clause is
asked in turn whether it forbids it. A trick is judged by asking of each card whether another one beats it. What
a hand is sure of is counted by the rules' own bounds, and the bounds can be put to the test by playing out every
continuation of a small deal, either one that lies open or all deals at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations as subsets
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

PLAYERS = 4
FULL_HAND = 13

BIDS = (
    "proposal",
    "solo",
    "misere",
    "abundance",
    "trump-abundance",
    "open-misere",
    "full-abundance",
)
CALLS = (
    "pass",
    "proposal",
    "accept",
    "solo",
    "misere",
    "abundance",
    "trump-abundance",
    "open-misere",
    "full-abundance",
)
NEEDED = {
    "partnership": 8,
    "solo": 5,
    "misere": 0,
    "abundance": 9,
    "trump-abundance": 9,
    "open-misere": 0,
    "full-abundance": 13,
}
CONTRACTS = tuple(NEEDED)
MISERES = ("misere", "open-misere")
TRICK_BY_TRICK = ("partnership", "solo", "abundance", "trump-abundance")

Call = tuple[str, str]
Cards = tuple[str, ...]
Hands = tuple[Cards, ...]
Fault = tuple[str, str | None]


class Standing(TypedDict):
    """The standing bid and the one or two players who hold it."""

    bid: str
    players: list[str]


class Refused(TypedDict):
    """A call that may not be made, with the code and the clause that refuses it."""

    call: str
    code: str
    clause: str | None


class Illegal(TypedDict):
    """Where a sequence of calls stopped being legal: the index of the call, the code and the clause.

    The clause is None for faults of form and where the rules name no single clause.
    """

    index: int
    code: str
    clause: str | None


class Auction(TypedDict):
    """An auction after its legal calls; `illegal` tells of the first call that was not one of them."""

    to_act: str | None
    legal: list[str]
    refused: list[Refused]
    standing: Standing | None
    contract: str | None
    declarers: list[str]
    void: str | None
    illegal: Illegal | None


class Ranked(TypedDict):
    """A card of a trick and its place; None for a card that can win nothing."""

    player: str
    card: str
    place: int | None


class Settlement(TypedDict):
    """Whether a contract is made, what each payer pays, and by how much each ledger changes."""

    made: bool
    each: int
    payments: dict[str, int]


@dataclass(frozen=True)
class Prices:
    """What the contracts pay: units of each in the order of `CONTRACTS`, and what a unit and a trick are worth."""

    units: tuple[int, int, int, int, int, int, int] = (1, 1, 2, 3, 3, 4, 6)
    unit_size: int = 1
    per_trick: int = 0
    all_thirteen_doubles: bool = False


DOCUMENT = Prices()
HOFFMANN = Prices(unit_size=6, per_trick=1, all_thirteen_doubles=True)


# The auction. Everything is asked of the calls made so far, and nothing is remembered between two calls.


@dataclass(frozen=True)
class _Table:
    """Four players, the eldest first, and whether a proposal that nobody accepts may be raised."""

    players: Cards
    may_raise: bool


def _standing(calls: Sequence[Call]) -> Standing | None:
    """Return the last bid, which is the highest (`higher`), with its holders (`accept`)."""
    bids = [(player, call) for player, call in calls if call in BIDS]
    if not bids:
        return None
    player, bid = bids[-1]
    partners = [other for other, call in calls if call == "accept" and bid == "proposal"]
    return {"bid": bid, "players": [player, *partners]}


def _waits(calls: Sequence[Call]) -> bool:
    """Whether the standing bid is a proposal that nobody has accepted."""
    standing = _standing(calls)
    return standing is not None and standing["bid"] == "proposal" and len(standing["players"]) == 1


def _has_passed(player: str, calls: Sequence[Call]) -> bool:
    return (player, "pass") in calls


def _returns(table: _Table, calls: Sequence[Call], player: str) -> bool:
    """Whether he is the eldest who may still accept though he has passed (`eldest-returns`)."""
    own = [call for caller, call in calls if caller == player]
    return player == table.players[0] and own == ["pass"] and _waits(calls)


def _is_asked(table: _Table, calls: Sequence[Call], player: str) -> bool:
    """Whether the player has a call to make if the turn comes to him now."""
    standing = _standing(calls)
    if standing is not None and player in standing["players"]:
        others = [other for other in table.players if other != player]
        return (
            table.may_raise
            and _waits(calls)
            and not _has_passed(player, calls)
            and all(_has_passed(other, calls) for other in others)
        )
    if _has_passed(player, calls):
        return _returns(table, calls, player)
    return True


def _to_act(table: _Table, calls: Sequence[Call]) -> str | None:
    """Go clockwise from the last caller to the first player who is asked (`turns`, `auction-end`)."""
    if any(call == "full-abundance" for _, call in calls):
        return None
    first = table.players.index(calls[-1][0]) + 1 if calls else 0
    for seat in range(first, first + PLAYERS):
        player = table.players[seat % PLAYERS]
        if _is_asked(table, calls, player):
            return player
    return None


def _end(calls: Sequence[Call]) -> tuple[str | None, list[str], str | None]:
    """Return contract, declarers and reason of a void deal once nobody has a call to make."""
    standing = _standing(calls)
    if standing is None:
        return None, [], "all-pass"
    if _waits(calls):
        return None, [], "unaccepted-proposal"
    contract = "partnership" if standing["bid"] == "proposal" else standing["bid"]
    return contract, standing["players"], None


def _fault_after_the_end(table: _Table, calls: Sequence[Call], player: str) -> Fault:
    """Refuse a call after the auction; the eldest is to act, or a declarer who names trumps or leads."""
    contract, declarers, void = _end(calls)
    if void is not None:
        return "deal-is-over", None
    due = declarers[0] if contract in {"abundance", "full-abundance"} else table.players[0]
    if player != due:
        passed = _has_passed(player, calls)
        return "not-your-turn", "solo-whist.pass" if passed else "solo-whist.turns"
    return "wrong-phase", None


def _fault_of_accepting(calls: Sequence[Call], player: str) -> Fault | None:
    """Ask the clauses on an acceptance, in the order of their codes."""
    proposers = [caller for caller, call in calls if call == "proposal"]
    if not proposers:
        return "no-proposal", "solo-whist.accept"
    if any(call == "accept" for _, call in calls):
        return "already-accepted", "solo-whist.accept"
    if player in proposers:
        return "own-proposal", "solo-whist.accept"
    if not _waits(calls):
        return "proposal-overcalled", "solo-whist.accept-standing"
    return None


def _fault_of_bidding(table: _Table, calls: Sequence[Call], player: str, call: str) -> Fault | None:
    """Ask the clauses on a bid, in the order of their codes."""
    standing = _standing(calls)
    if standing is not None and BIDS.index(call) <= BIDS.index(standing["bid"]):
        return "not-higher", "solo-whist.higher"
    if _returns(table, calls, player):
        return "accept-or-pass-only", "solo-whist.eldest-returns"
    return None


def _fault(table: _Table, calls: Sequence[Call], player: str, call: str) -> Fault | None:
    """Tell why a player may not make a call now: the first code that applies, and its clause."""
    if call not in CALLS:
        return "malformed-action", None
    if player not in table.players:
        return "unknown-player", None
    to_act = _to_act(table, calls)
    if to_act is None:
        return _fault_after_the_end(table, calls, player)
    if player != to_act:
        passed = _has_passed(player, calls)
        return "not-your-turn", "solo-whist.pass" if passed else "solo-whist.turns"
    if call in BIDS:
        return _fault_of_bidding(table, calls, player, call)
    return _fault_of_accepting(calls, player) if call == "accept" else None


def _check_players(players: Sequence[str]) -> None:
    if len(players) != PLAYERS or len(set(players)) != PLAYERS:
        message = f"not four different players: {players}"
        raise ValueError(message)


def _seated(players: Sequence[str], unaccepted_proposal: str) -> _Table:
    _check_players(players)
    if unaccepted_proposal not in {"raise-or-redeal", "redeal"}:
        message = f"no such rule for an unaccepted proposal: {unaccepted_proposal}"
        raise ValueError(message)
    return _Table(tuple(players), unaccepted_proposal == "raise-or-redeal")


def auction(
    players: Sequence[str],
    calls: Sequence[Call],
    unaccepted_proposal: str = "raise-or-redeal",
) -> Auction:
    """Replay an auction: `players` has the eldest first, `calls` are (player, call) in order.

    Contract, declarers and `void` are given once the auction is over; then there are no legal and no refused
    calls. If a call is illegal, `illegal` tells which, and the rest of the answer is the auction before it.
    """
    table = _seated(players, unaccepted_proposal)
    done: list[Call] = []
    illegal: Illegal | None = None
    for index, (player, call) in enumerate(calls):
        fault = _fault(table, done, player, call)
        if fault is not None:
            illegal = {"index": index, "code": fault[0], "clause": fault[1]}
            break
        done.append((player, call))
    to_act = _to_act(table, done)
    legal: list[str] = []
    refused: list[Refused] = []
    if to_act is not None:
        for call in CALLS:
            fault = _fault(table, done, to_act, call)
            if fault is None:
                legal.append(call)
            else:
                refused.append({"call": call, "code": fault[0], "clause": fault[1]})
    contract, declarers, void = _end(done) if to_act is None else (None, [], None)
    return {
        "to_act": to_act,
        "legal": legal,
        "refused": refused,
        "standing": _standing(done),
        "contract": contract,
        "declarers": declarers,
        "void": void,
        "illegal": illegal,
    }


def every_auction(
    players: Sequence[str],
    longest: int,
    unaccepted_proposal: str = "raise-or-redeal",
) -> Iterator[tuple[tuple[Call, ...], Auction]]:
    """Go through all legal sequences of at most `longest` calls, finished or not, with what each comes to."""
    waiting: list[tuple[Call, ...]] = [()]
    while waiting:
        calls = waiting.pop()
        state = auction(players, calls, unaccepted_proposal)
        yield calls, state
        if state["to_act"] is not None and len(calls) < longest:
            waiting += [(*calls, (state["to_act"], call)) for call in reversed(state["legal"])]


# The play of a trick.


def _checked(hand: Sequence[str], trick: Sequence[str]) -> None:
    cards = [*hand, *trick]
    if not set(cards) <= set(PACK) or len(set(cards)) != len(cards) or len(trick) >= PLAYERS:
        message = f"not a hand and an unfinished trick: {hand}, {trick}"
        raise ValueError(message)


def play_fault(card: str, hand: Sequence[str], trick: Sequence[str]) -> tuple[str, str] | None:
    """Tell why a card may not be played to a trick of no to three cards: code and clause, None if it may."""
    _checked(hand, trick)
    if card not in hand:
        return "card-not-held", "solo-whist.held"
    if trick and card[1] != trick[0][1] and any(held[1] == trick[0][1] for held in hand):
        return "must-follow-suit", "solo-whist.follow"
    return None


def legal_cards(hand: Sequence[str], trick: Sequence[str]) -> list[str]:
    """List the cards of a hand that may be played to a trick of no to three cards, in pack order."""
    return [card for card in PACK if card in hand and play_fault(card, hand, trick) is None]


def _can_win(card: str, led: str, trump: str | None) -> bool:
    """Whether a card is a trump or of the suit led; another card can win nothing (`trick`)."""
    return card[1] in (trump, led[1])


def _beats(card: str, other: str, led: str, trump: str | None) -> bool:
    """Whether a card beats another one in a trick (`trick`)."""
    if not _can_win(card, led, trump):
        return False
    if not _can_win(other, led, trump):
        return True
    if card[1] == other[1]:
        return RANKS.index(card[0]) > RANKS.index(other[0])
    return card[1] == trump


def trick_winner(plays: Sequence[tuple[str, str]], trump: str | None) -> str:
    """Return the player whose card wins; `plays` are one to four (player, card), the first of which led."""
    led = plays[0][1]
    (winner,) = (
        player
        for player, card in plays
        if _can_win(card, led, trump)
        and not any(_beats(other, card, led, trump) for _, other in plays)
    )
    return winner


def trick_ranking(plays: Sequence[tuple[str, str]], trump: str | None) -> list[Ranked]:
    """Rank the cards of a trick, best first; a card's place is one more than the number of those that beat it.

    Cards that can win nothing come last, in order of play, without a place.
    """
    led = plays[0][1]
    ranked: list[Ranked] = []
    for player, card in plays:
        above = sum(_beats(other, card, led, trump) for _, other in plays)
        place = above + 1 if _can_win(card, led, trump) else None
        ranked.append({"player": player, "card": card, "place": place})
    return sorted(
        ranked, key=lambda entry: PLAYERS + 1 if entry["place"] is None else entry["place"]
    )


# Payments.


def settle(
    players: Sequence[str],
    contract: str,
    declarers: Sequence[str],
    tricks: int,
    prices: Prices = DOCUMENT,
) -> Settlement:
    """Settle a deal in which the declarers took `tricks` of the thirteen tricks together.

    One against three: each opponent pays the declarer, or is paid by him (`pay-lone`). Two against two: each
    loser pays one winner (`pay-partners`). Over- and undertricks count where tricks are counted (`per-trick`).
    """
    _check_players(players)
    side = 2 if contract == "partnership" else 1
    if len(set(declarers) & set(players)) != side or len(declarers) != side:
        message = f"not the declarers of a {contract}: {declarers}"
        raise ValueError(message)
    if not 0 <= tricks <= FULL_HAND:
        message = f"not a number of tricks: {tricks}"
        raise ValueError(message)
    needed = NEEDED[contract]
    made = tricks == 0 if contract in MISERES else tricks >= needed
    each = prices.units[CONTRACTS.index(contract)] * prices.unit_size
    if contract in TRICK_BY_TRICK:
        difference = tricks - needed if made else needed - tricks
        if made and tricks == FULL_HAND and prices.all_thirteen_doubles:
            difference *= 2
        each += prices.per_trick * difference
    sign = 1 if made else -1
    payers_of_one = (PLAYERS - side) // side
    payments = {
        player: sign * each * payers_of_one if player in declarers else -sign * each
        for player in players
    }
    return {"made": made, "each": each, "payments": payments}


def result_stands(contract: str, tricks: int, played: int, prices: Prices = DOCUMENT) -> bool:
    """Whether the result stands after `played` finished tricks, `tricks` of them the declarers' (`early-end`).

    Every count of tricks that can still be reached is settled, and all must come to the same. What cards are
    held is not looked at, nor is a revoke.
    """
    players = ("eldest", "second", "third", "dealer")
    declarers = players[:2] if contract == "partnership" else players[:1]
    reachable = range(tricks, tricks + FULL_HAND - played + 1)
    results = [settle(players, contract, declarers, count, prices) for count in reachable]
    return all(result == results[0] for result in results)


# What a hand is sure of, by the bounds of the rules. The pack may be a small one: the cards outside are its rest.


def small_pack(ranks: str, suits: str = SUITS) -> Cards:
    """Return the cards of some ranks and suits in pack order."""
    return tuple(card for card in PACK if card[0] in ranks and card[1] in suits)


def _of_suit(cards: Sequence[str], suit: str) -> list[int]:
    """Heights of the cards of a suit, lowest first."""
    return sorted(RANKS.index(card[0]) for card in cards if card[1] == suit)


def _held_and_outside(
    hand: Sequence[str], suit: str, pack: Sequence[str]
) -> tuple[list[int], list[int]]:
    return _of_suit(hand, suit), _of_suit([card for card in pack if card not in hand], suit)


def _above_all(held: Sequence[int], outside: Sequence[int]) -> int:
    """Count the held cards that are above every card outside."""
    return sum(all(card > other for other in outside) for card in held)


def _most_pairs(held: Sequence[int], outside: Sequence[int]) -> int:
    """Count how many held cards at most can be paired, each with a different higher card outside.

    Pairs are changed as long as a further card finds a partner by it, which gives a largest pairing.
    """
    partner_of: dict[int, int] = {}

    def finds_a_partner(card: int, tried: set[int]) -> bool:
        for other in outside:
            if other > card and other not in tried:
                tried.add(other)
                if other not in partner_of or finds_a_partner(partner_of[other], tried):
                    partner_of[other] = card
                    return True
        return False

    return sum(finds_a_partner(card, set()) for card in held)


def sure_trumps(hand: Sequence[str], trump: str, pack: Sequence[str] = PACK) -> int:
    """Count the tricks that a hand is sure of with a suit as trumps, whoever leads; side suits count nothing."""
    held, outside = _held_and_outside(hand, trump, pack)
    top = _above_all(held, outside)
    bounds = [len(held) - _most_pairs(held, outside)]
    if top >= 1:
        bounds.append(len(held) - max(0, len(outside) - (top - 1)))
    return max(bounds)


def best_trumps(hand: Sequence[str], pack: Sequence[str] = PACK) -> str:
    """Return the suit with the most sure tricks as trumps, the first in c d h s of several."""
    return max(SUITS, key=lambda suit: sure_trumps(hand, suit, pack))


def sure_without_trumps(hand: Sequence[str], pack: Sequence[str] = PACK) -> int:
    """Count the tricks that a hand is sure of without trumps when it leads."""
    count = 0
    for suit in SUITS:
        held, outside = _held_and_outside(hand, suit, pack)
        for rounds_led, card in enumerate(reversed(held)):
            if rounds_led < len(outside) and any(other > card for other in outside):
                break
            count += 1
    return count


def sure_tricks(
    contract: str,
    hand: Sequence[str],
    turned_suit: str,
    full_abundance_trumps: str = "none",
    pack: Sequence[str] = PACK,
) -> int:
    """Return the least number of tricks that the rules' bounds promise a hand in a contract with tricks to take.

    Full abundance with a suit of its own is counted as a trump contract, in the best suit.
    """
    if contract in MISERES:
        message = f"no tricks are to be taken in {contract}"
        raise ValueError(message)
    if contract == "full-abundance" and full_abundance_trumps == "none":
        return sure_without_trumps(hand, pack)
    if contract in {"abundance", "full-abundance"}:
        return sure_trumps(hand, best_trumps(hand, pack), pack)
    return sure_trumps(hand, turned_suit, pack)


def _is_safe(held: Sequence[int], outside: Sequence[int]) -> bool:
    """Whether the i-th lowest held card has at most i - 1 lower cards outside, for every i."""
    return all(
        sum(other < card for other in outside) <= number - 1
        for number, card in enumerate(sorted(held), start=1)
    )


def safe_suits(hand: Sequence[str], pack: Sequence[str] = PACK) -> dict[str, bool]:
    """Tell of each suit whether it is safe in a misère, and under "overall" whether all four are."""
    safe = {suit: _is_safe(*_held_and_outside(hand, suit, pack)) for suit in SUITS}
    return {**safe, "overall": all(safe.values())}


def safe_leads(hand: Sequence[str], pack: Sequence[str] = PACK) -> list[str]:
    """List the suits whose lowest card can be led safely in a misère."""
    found = []
    for suit in SUITS:
        held, outside = _held_and_outside(hand, suit, pack)
        if (
            held
            and outside
            and all(held[0] < other for other in outside)
            and _is_safe(held[1:], outside[:-1])
        ):
            found.append(suit)
    return found


def certain(
    contract: str,
    hand: Sequence[str],
    turned_suit: str,
    full_abundance_trumps: str = "none",
    pack: Sequence[str] = PACK,
) -> bool:
    """Whether the bounds alone make a contract certain; in a misère also for a declarer who leads."""
    if contract in MISERES:
        return safe_suits(hand, pack)["overall"] and bool(safe_leads(hand, pack))
    sure = sure_tricks(contract, hand, turned_suit, full_abundance_trumps, pack)
    return sure >= NEEDED[contract]


def stays_under(held: Sequence[str], outside: Sequence[str]) -> bool:
    """Whether cards of one suit can be played under whatever single cards outside are led against them.

    All orders in which the outside cards can be led, and all answers, are played out. If one opponent has all of
    the suit that is outside, and the lead, this is what he can do: so a suit that fails is not safe.
    """

    @cache
    def survives(own: frozenset[int], others: frozenset[int]) -> bool:
        return not own or all(
            any(card < led and survives(own - {card}, others - {led}) for card in own)
            for led in others
        )

    return survives(
        frozenset(RANKS.index(card[0]) for card in held),
        frozenset(RANKS.index(card[0]) for card in outside),
    )


# Playing out small deals. Seat 0 has the hand in question, seats 1 to 3 follow clockwise.


def _rest(hand: Cards, card: str) -> Cards:
    return tuple(other for other in hand if other != card)


def _to_follow(hand: Cards, trick: Cards) -> Cards:
    """Return the cards that may be played (`follow`)."""
    if not trick:
        return hand
    return tuple(card for card in hand if card[1] == trick[0][1]) or hand


def _winning_seat(trick: Cards, trump: str | None, leader: int) -> int:
    best = trick[0]
    for card in trick[1:]:
        if _beats(card, best, trick[0], trump):
            best = card
    return (leader + trick.index(best)) % PLAYERS


def every_deal(outside: Sequence[str]) -> Iterator[Hands]:
    """Go through all ways to deal the cards outside a hand to the three other seats."""
    size = len(outside) // 3
    for first in subsets(outside, size):
        left = [card for card in outside if card not in first]
        for second in subsets(left, size):
            yield first, second, tuple(card for card in left if card not in second)


@dataclass(frozen=True)
class _Aim:
    """What seat 0 is after: that certain seats take so many tricks. In a misère the others are to take all."""

    tricks: int
    takers: frozenset[int]


ME = frozenset({0})
OTHERS = frozenset({1, 2, 3})


def _can_reach(hands: Hands, trump: str | None, leader: int, aim: _Aim) -> bool:
    """Whether seat 0 can reach its aim with all other seats working together against it.

    All hands lie open. Every legal card is tried at every turn: one is enough for seat 0, all for the others.
    """

    @cache
    def can(hands: Hands, trick: Cards, leader: int, wanted: int) -> bool:
        if len(trick) == PLAYERS:
            winner = _winning_seat(trick, trump, leader)
            return can(hands, (), winner, wanted - (winner in aim.takers))
        if wanted <= 0:
            return True
        if not trick and wanted > len(hands[leader]):
            return False
        seat = (leader + len(trick)) % PLAYERS
        results = (
            can(
                (*hands[:seat], _rest(hands[seat], card), *hands[seat + 1 :]),
                (*trick, card),
                leader,
                wanted,
            )
            for card in _to_follow(hands[seat], trick)
        )
        return any(results) if seat == 0 else all(results)

    return can(hands, (), leader, aim.tricks)


def _laid_out(hand: Sequence[str], others: Sequence[Sequence[str]]) -> Hands:
    hands = (tuple(hand), *(tuple(other) for other in others))
    cards = [card for cards in hands for card in cards]
    same_size = len({len(cards) for cards in hands}) == 1
    if len(hands) != PLAYERS or not same_size or len(set(cards)) != len(cards):
        message = f"not four equal hands: {hands}"
        raise ValueError(message)
    return hands


def worst_case_tricks(
    hand: Sequence[str],
    others: Sequence[Sequence[str]],
    trump: str | None,
    leader: int,
    partner: int | None = None,
) -> int:
    """Return how many tricks a hand makes with its best play when all others play together against it.

    All four hands lie open: if this is fewer than a bound promises, the bound is wrong. `others` are seats 1 to
    3 clockwise. A partner's tricks count too, but nothing is asked of his play: he may be the worst there is.
    """
    hands = _laid_out(hand, others)
    takers = ME if partner is None else ME | {partner}
    wanted = len(hand)
    while not _can_reach(hands, trump, leader, _Aim(wanted, takers)):
        wanted -= 1
    return wanted


def refutes_sure_tricks(
    claim: int,
    hand: Sequence[str],
    deal: Sequence[Sequence[str]],
    trump: str | None,
    leader: int,
) -> bool:
    """Whether a deal of the other hands shows that a hand is not sure of as many tricks as claimed."""
    return not _can_reach(_laid_out(hand, deal), trump, leader, _Aim(claim, ME))


def refutes_misere(hand: Sequence[str], deal: Sequence[Sequence[str]], leader: int) -> bool:
    """Whether a deal of the other hands shows that a hand can be made to take a trick in a misère."""
    hands = _laid_out(hand, deal)
    return not _can_reach(hands, None, leader, _Aim(len(hand), OTHERS))


# The same with the other hands unknown: the opponents may make up their hands as they go.

Voids = tuple[frozenset[str], ...]
Unseen = tuple[Cards, tuple[int, ...], Voids]


@cache
def _can_be_dealt(counts: tuple[int, ...], sizes: tuple[int, ...], voids: Voids) -> bool:
    """Whether so many cards of each suit can be hands of these sizes, each without the suits it is out of.

    They can if any suits, taken together, find room in the hands that may hold one of them.
    """
    return all(
        sum(counts[SUITS.index(suit)] for suit in suits)
        <= sum(
            size
            for size, void in zip(sizes, voids, strict=True)
            if any(suit not in void for suit in suits)
        )
        for count in range(1, len(SUITS) + 1)
        for suits in subsets(SUITS, count)
    )


def _after_playing(unseen: Unseen, seat: int, card: str, trick: Cards) -> Unseen | None:
    """Return what is known of the other hands when a seat has played a card, None if it cannot have it.

    Known are their cards taken together, their sizes, and the suits that each is out of.
    """
    cards, sizes, voids = unseen
    here = seat - 1
    if card[1] in voids[here]:
        return None
    cards = _rest(cards, card)
    sizes = (*sizes[:here], sizes[here] - 1, *sizes[here + 1 :])
    if trick and card[1] != trick[0][1]:
        voids = (*voids[:here], voids[here] | {trick[0][1]}, *voids[here + 1 :])
    counts = tuple(sum(other[1] == suit for other in cards) for suit in SUITS)
    return (cards, sizes, voids) if _can_be_dealt(counts, sizes, voids) else None


def _different(cards: Cards, seen: Cards) -> list[str]:
    """Leave of unseen cards of a suit that have no seen card between them only the highest.

    It makes no difference which of them is played, because nothing is known of who has which.
    """
    found: dict[tuple[str, int], str] = {}
    for card in sorted(cards, key=PACK.index):
        below = sum(other[1] == card[1] and PACK.index(other) < PACK.index(card) for other in seen)
        found[card[1], below] = card
    return list(found.values())


def _can_assure(hand: Cards, outside: Cards, trump: str | None, leader: int, aim: _Aim) -> bool:
    """Whether seat 0 has one way of playing that reaches the aim against every deal of the cards outside.

    Seat 0 sees only its hand and the cards played. The others may play any card that some deal would have let
    them play so far; each such play is tried.
    """

    @cache
    def can(hand: Cards, unseen: Unseen, trick: Cards, leader: int, wanted: int) -> bool:
        if len(trick) == PLAYERS:
            winner = _winning_seat(trick, trump, leader)
            return can(hand, unseen, (), winner, wanted - (winner in aim.takers))
        if wanted <= 0:
            return True
        if not trick and wanted > len(hand):
            return False
        seat = (leader + len(trick)) % PLAYERS
        if seat == 0:
            return any(
                can(_rest(hand, card), unseen, (*trick, card), leader, wanted)
                for card in _to_follow(hand, trick)
            )
        for card in _different(unseen[0], hand + trick):
            left = _after_playing(unseen, seat, card, trick)
            if left is not None and not can(hand, left, (*trick, card), leader, wanted):
                return False
        return True

    others = PLAYERS - 1
    unseen = (outside, (len(outside) // others,) * others, (frozenset[str](),) * others)
    return can(hand, unseen, (), leader, aim.tricks)


def _outside(hand: Sequence[str], pack: Sequence[str]) -> Cards:
    outside = tuple(card for card in pack if card not in hand)
    if len(outside) != 3 * len(hand) or len(outside) + len(hand) != len(pack):
        message = f"not a quarter of the pack: {hand}"
        raise ValueError(message)
    return outside


def assured_tricks(hand: Sequence[str], pack: Sequence[str], trump: str | None, leader: int) -> int:
    """Return how many tricks a hand of a small pack can assure itself whatever the other hands are.

    No bound is better than this one for a player who does not see the other hands.
    """
    outside = _outside(hand, pack)
    wanted = len(hand)
    while not _can_assure(tuple(hand), outside, trump, leader, _Aim(wanted, ME)):
        wanted -= 1
    return wanted


def assured_misere(hand: Sequence[str], pack: Sequence[str], leader: int) -> bool:
    """Whether a hand of a small pack can keep from taking a trick whatever the other hands are."""
    return _can_assure(tuple(hand), _outside(hand, pack), None, leader, _Aim(len(hand), OTHERS))

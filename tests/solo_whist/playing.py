"""Deals of thirteen cards played out: one careful player against three who mean him harm.

The careful player has seat 0 and sees his hand and the cards played, no more. He plays as a bound
takes for granted that he does; the others see every hand.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.oracles.solo_whist import PACK, PLAYERS, RANKS, trick_winner


@dataclass
class Table:
    """A deal in play: the hands left, who leads, the trick that lies, what was played before it."""

    hands: list[list[str]]
    trump: str | None
    leader: int
    pick: random.Random
    trick: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)

    def legal(self, seat: int) -> list[str]:
        """What a player may play, lowest first."""
        hand = sorted(self.hands[seat], key=height)
        return [card for card in hand if self.trick and card[1] == self.trick[0][1]] or hand

    def winner(self, *more: str) -> int:
        """The seat whose card wins the trick so far, with perhaps another card played to it."""
        plays = [(str(place), card) for place, card in enumerate((*self.trick, *more))]
        return (self.leader + int(trick_winner(plays, self.trump))) % PLAYERS

    def would_win(self, seat: int, card: str) -> bool:
        """Whether a player would take the trick so far with a card."""
        return self.winner(card) == seat

    def outside(self, suit: str) -> list[str]:
        """The cards of a suit that seat 0 has not got and has not seen played."""
        seen = {*self.hands[0], *self.gone, *self.trick}
        return [card for card in PACK if card[1] == suit and card not in seen]

    def is_high(self, card: str) -> bool:
        """Whether no card of its suit that lies or is outside is above it."""
        others = [*self.outside(card[1]), *self.trick]
        return not any(o[1] == card[1] and height(o) > height(card) for o in others)


Player = Callable[[Table, int], str]
"""Chooses a legal card for a seat."""


def height(card: str) -> int:
    """How high a card stands in its suit."""
    return RANKS.index(card[0])


def tricks_made(table: Table, careful: Player, others: Player) -> int:
    """Play a deal out and count the tricks of seat 0."""
    made = 0
    while table.hands[0]:
        for turn in range(table.leader, table.leader + PLAYERS):
            seat = turn % PLAYERS
            card = (others if seat else careful)(table, seat)
            table.hands[seat].remove(card)
            table.trick.append(card)
        table.leader = table.winner()
        table.gone += table.trick
        table.trick = []
        made += table.leader == 0
    return made


# What seat 0 does.


def draws_trumps(table: Table, seat: int) -> str:
    """Until the trumps outside are drawn, spend none but the high ones, unless no other is left."""
    legal = table.legal(seat)
    trumps = [card for card in legal if card[1] == table.trump]
    plain = [card for card in legal if card[1] != table.trump]
    high = [card for card in trumps if table.is_high(card)]
    gets_in = not plain or not table.trick or table.pick.random() < 0.5
    if high and gets_in:
        return high[-1]
    return (plain or trumps)[0]


def runs_winners(table: Table, seat: int) -> str:
    """Lead high cards as long as there are any."""
    legal = table.legal(seat)
    return ([card for card in legal if table.is_high(card)] or legal)[-1]


def ducks(table: Table, seat: int) -> str:
    """Lead low from a suit that stays safe; else play the highest card that does not win."""
    legal = table.legal(seat)
    if not table.trick:
        return next((card for card in legal if leads_safely(table, card)), legal[0])
    return ([card for card in legal if not table.would_win(seat, card)] or legal)[-1]


def leads_safely(table: Table, card: str) -> bool:
    """Whether all outside is above a card, and the rest of the suit not too high when it is led."""
    outside = [height(other) for other in table.outside(card[1])]
    if not outside or height(card) > outside[0]:
        return False
    rest = [other for other in table.legal(0) if other[1] == card[1] and other != card]
    return all(
        sum(other < height(own) for other in outside[:-1]) <= place
        for place, own in enumerate(rest)
    )


# What the others do.


def at_random(table: Table, seat: int) -> str:
    """Any legal card."""
    return table.pick.choice(table.legal(seat))


def overtakes(table: Table, seat: int) -> str:
    """Take a trick from seat 0 as cheaply as can be; lead what he has not, to make him trump."""
    legal = table.legal(seat)
    if not table.trick:
        his = {card[1] for card in table.hands[0]}
        return table.pick.choice([card for card in legal if card[1] not in his] or legal)
    winners = [card for card in legal if table.would_win(seat, card)]
    wanted = winners and (table.winner() == 0 or len(table.hands[0]) == len(table.hands[seat]))
    return (winners if wanted else legal)[0]


def stays_low(table: Table, seat: int) -> str:
    """Leave tricks to seat 0: lead low where he is long, follow low, throw high cards away."""
    legal = table.legal(seat)
    if table.trick:
        return legal[0 if legal[0][1] == table.trick[0][1] else -1]
    length = Counter(card[1] for card in table.hands[0])
    return min(legal, key=lambda card: (-length[card[1]], height(card)))


OTHERS: tuple[Player, ...] = (at_random, overtakes, stays_low)

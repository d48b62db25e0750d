"""Oracle of a whole deal of Écarté, from the first proposal to the points: plain and slow."""

from __future__ import annotations

import copy
import itertools
from typing import TYPE_CHECKING

from tests.oracles.shuffle import RANKS as RANKS_OF_GAMES
from tests.oracles.shuffle import in_pack_order, pack_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.oracles.whole_deal import Action, Options, Refusal, Shuffle, View

RANKS = RANKS_OF_GAMES["ecarte"]
PACK = pack_of("ecarte")

_BOTH: Options = {"game_points": 5, "stakes": "single", "stake": 1, "deal_packets": [3, 2]}
OPTIONS: dict[str, Options] = {
    "ecarte/document@1": {
        **_BOTH,
        "dealer_minimum_exchange": 1,
        "stock_short": "recycle",
        "king_window": "before-first-lead",
    },
    "ecarte/classic@1": {
        **_BOTH,
        "dealer_minimum_exchange": 0,
        "stock_short": "play",
        "king_window": "own-first-card",
    },
}
ACTIONS = {
    "proposal": ["play-at-once", "propose"],
    "answer": ["accept", "refuse"],
    "elder-exchange": ["exchange"],
    "dealer-exchange": ["exchange"],
    "king": ["announce-king", "no-king"],
    "play": ["play", "throw-up"],
}
"""What is done in each phase; in the play the king may be announced too, where its window is."""

POINTS = {
    "elder-played": (2, 1, 2, 2),
    "first-proposal-refused": (2, 2, 1, 2),
    "after-exchange": (2, 1, 1, 2),
}
"""By how play began: what the elder gets for five tricks, for three or four, and the dealer for
three or four, and for five."""


def _in_order(cards: Iterable[str]) -> list[str]:
    return in_pack_order("ecarte", cards)


def _higher(card: str, other: str) -> bool:
    """Whether a card is the higher of two of one suit."""
    return card[1] == other[1] and RANKS.index(card[0]) > RANKS.index(other[0])


class Deal:
    """A deal of Écarté; `carried` is the score before it."""

    def __init__(
        self,
        options: Options,
        players: list[str],
        dealer: str,
        shuffle: Shuffle,
        carried: dict[str, int] | None = None,
    ) -> None:
        self.options = options
        self.players = players
        self.dealer = dealer
        (self.elder,) = (player for player in players if player != dealer)
        self.shuffle = shuffle
        self.carried = {player: (carried or {}).get(player, 0) for player in players}

        self.stock = shuffle(0, PACK)
        self.hands: dict[str, list[str]] = {player: [] for player in players}
        for size in options["deal_packets"]:
            for player in (self.elder, self.dealer):
                self.hands[player] += self.stock[:size]
                self.stock = self.stock[size:]
        self.turn_up = self.stock.pop(0)
        self.trump = self.turn_up[1]

        self.old_discards: dict[str, list[str]] = {player: [] for player in players}
        self.new_discards: dict[str, list[str]] = {player: [] for player in players}
        self.shuffles = 0
        self.exchanges: list[dict[str, int]] = []
        self.accepted = 0
        self.play_began: str | None = None
        self.king: str | None = None  # who has scored it
        self.king_turned = False
        self.king_announced = False
        self.trick: list[dict[str, str]] = []
        self.tricks = dict.fromkeys(players, 0)
        self.cards_played = dict.fromkeys(players, 0)
        self.points = dict.fromkeys(players, 0)
        self.thrown_up: str | None = None
        self.ledger = dict.fromkeys(players, 0)
        self.outcome: View | None = None
        self.phase = "proposal"
        self.to_act: str | None = self.elder
        if self.turn_up[0] == "K":
            self.king_turned = True
            self._score_king(self.dealer)

    @property
    def finished(self) -> bool:
        """Whether the deal is over."""
        return self.phase == "finished"

    def _other(self, player: str) -> str:
        return self.elder if player == self.dealer else self.dealer

    def _score(self) -> dict[str, int]:
        return {player: self.carried[player] + self.points[player] for player in self.players}

    def _holds_king(self, player: str) -> bool:
        return "K" + self.trump in self.hands[player]

    def _recycles(self) -> bool:
        return bool(self.options["stock_short"] == "recycle")

    # What may be done.

    def legal(self) -> list[Action]:
        """What the player to act may do, in the order of the rules."""
        player = self.to_act
        if player is None:
            return []
        if self.phase in ("elder-exchange", "dealer-exchange"):
            return self._exchanges(player)
        if self.phase == "play":
            return self._plays(player)
        words = ACTIONS[self.phase]
        if self.phase == "proposal" and not self._recycles() and not self.stock:
            words = ["play-at-once"]
        if self.phase == "king" and not self._holds_king(player):
            words = ["no-king"]
        return [{"action": word, "player": player} for word in words]

    def _exchanges(self, player: str) -> list[Action]:
        least = self.options["dealer_minimum_exchange"] if self.phase == "dealer-exchange" else 1
        most = 5 if self._recycles() else min(5, len(self.stock))
        return [
            {"action": "exchange", "player": player, "cards": list(cards)}
            for size in range(least, most + 1)
            for cards in itertools.combinations(_in_order(self.hands[player]), size)
        ]

    def _plays(self, player: str) -> list[Action]:
        moves: list[Action] = []
        in_window = (
            self.options["king_window"] == "own-first-card" and self.cards_played[player] == 0
        )
        if in_window and not self.king_announced and self._holds_king(player):
            moves.append({"action": "announce-king", "player": player})
        moves += [
            {"action": "play", "player": player, "card": card} for card in self._playable(player)
        ]
        return [*moves, {"action": "throw-up", "player": player}]

    def _playable(self, player: str) -> list[str]:
        """The first of these of which he has a card: higher in suit, in suit, trumps, any."""
        hand = _in_order(self.hands[player])
        if not self.trick:
            return hand
        led = self.trick[0]["card"]
        beating = [card for card in hand if _higher(card, led)]
        of_suit = [card for card in hand if card[1] == led[1]]
        trumps = [card for card in hand if card[1] == self.trump]
        return beating or of_suit or trumps or hand

    def refusal(self, action: Action) -> Refusal | None:
        """The first test of the rules that an action fails."""
        word, player = action["action"], action["player"]
        if self.finished:
            return "deal-is-over", None
        if player != self.to_act:
            return "not-your-turn", None
        if word not in self._actions_of_phase():
            return "wrong-phase", None
        if word == "exchange":
            return self._exchange_refusal(player, action["cards"])
        if word == "propose" and not self._recycles() and not self.stock:
            return "stock-empty", ["ecarte.short-stock"]
        if word == "announce-king":
            return self._king_refusal(player)
        if word == "play":
            return self._play_refusal(action["card"], self.hands[player])
        return None

    def _actions_of_phase(self) -> list[str]:
        if self.phase == "play" and self.options["king_window"] == "own-first-card":
            return [*ACTIONS["play"], "announce-king"]
        return ACTIONS[self.phase]

    def _exchange_refusal(self, player: str, cards: list[str]) -> Refusal | None:
        may_be_none = (
            self.phase == "dealer-exchange" and not self.options["dealer_minimum_exchange"]
        )
        if not cards and not may_be_none:
            return "must-exchange-one", [f"ecarte.{self.phase}"]
        if not self._recycles() and len(cards) > len(self.stock):
            return "stock-too-small", ["ecarte.short-stock"]
        if any(card not in self.hands[player] for card in cards):
            return "card-not-held", ["ecarte.held"]
        return None

    def _king_refusal(self, player: str) -> Refusal | None:
        if self.phase == "play" and self.cards_played[player] > 0:
            return "king-too-late", ["ecarte.king-window"]
        if self.king_announced and self.king == player:
            return "king-already-announced", ["ecarte.king-window"]
        if not self._holds_king(player):
            return "king-not-held", ["ecarte.false-king"]
        return None

    def _play_refusal(self, card: str, hand: list[str]) -> Refusal | None:
        if card not in hand:
            return "card-not-held", ["ecarte.held"]
        if not self.trick:
            return None
        led = self.trick[0]["card"]
        can_follow = any(held[1] == led[1] for held in hand)
        can_beat = any(_higher(held, led) for held in hand)
        can_trump = any(held[1] == self.trump for held in hand)
        if can_follow and card[1] != led[1]:
            return "must-follow-suit", ["ecarte.follow-and-beat"]
        if can_beat and not _higher(card, led):
            return "must-beat", ["ecarte.follow-and-beat"]
        if not can_follow and can_trump and card[1] != self.trump:
            return "must-trump", ["ecarte.follow-and-beat"]
        return None

    # What follows.

    def apply(self, action: Action) -> None:
        """Propose or answer, exchange, tell of the king, or play."""
        assert self.refusal(action) is None, (action, self.refusal(action))
        word, player = action["action"], action["player"]
        if self.phase in ("proposal", "answer"):
            self._speak(word)
        elif word == "exchange":
            self._exchange(player, action["cards"])
        elif self.phase == "king":
            self._tell_of_king(word, player)
        elif word == "announce-king":
            self.king_announced = True
            self._score_king(player)
        elif word == "play":
            self._play(player, action["card"])
        else:
            self.thrown_up = player
            self._finish_by_tricks()

    def _speak(self, word: str) -> None:
        if word == "propose":
            self.phase, self.to_act = "answer", self.dealer
        elif word == "accept":
            self.accepted += 1
            for player in self.players:  # what was discarded before may now be drawn again
                self.old_discards[player] += self.new_discards[player]
                self.new_discards[player] = []
            self.phase, self.to_act = "elder-exchange", self.elder
        elif self.accepted:
            self._begin_play("after-exchange")
        else:
            self._begin_play("elder-played" if word == "play-at-once" else "first-proposal-refused")

    def _exchange(self, player: str, cards: list[str]) -> None:
        for card in cards:
            self.hands[player].remove(card)
            self.new_discards[player].append(card)
        for _ in cards:
            if not self.stock:
                self._recycle()
            self.hands[player].append(self.stock.pop(0))
        if player == self.elder:
            self.exchanges.append(dict.fromkeys(self.players, 0))
        self.exchanges[-1][player] = len(cards)
        if player == self.elder and (self.stock or self._recycles()):
            self.phase, self.to_act = "dealer-exchange", self.dealer
        else:  # the dealer has exchanged, or there is nothing left for him
            self.phase, self.to_act = "proposal", self.elder

    def _recycle(self) -> None:
        pile = [card for player in self.players for card in self.old_discards[player]]
        assert self._recycles()
        assert pile
        self.old_discards = {player: [] for player in self.players}
        self.shuffles += 1
        self.stock = self.shuffle(self.shuffles, _in_order(pile))

    def _begin_play(self, how: str) -> None:
        self.play_began = how
        self.to_act = self.elder
        asked = self.options["king_window"] == "before-first-lead" and not self.king_turned
        self.phase = "king" if asked else "play"

    def _tell_of_king(self, word: str, player: str) -> None:
        if word == "announce-king":
            self.king_announced = True
            self._score_king(player)
        if self.finished:
            return
        if player == self.elder:
            self.to_act = self.dealer
        else:
            self.phase, self.to_act = "play", self.elder

    def _play(self, player: str, card: str) -> None:
        self.hands[player].remove(card)
        self.cards_played[player] += 1
        self.trick.append({"player": player, "card": card})
        if len(self.trick) == 1:
            self.to_act = self._other(player)
            return
        led, reply = self.trick
        beaten = _higher(reply["card"], led["card"]) or (
            reply["card"][1] == self.trump != led["card"][1]
        )
        winner = reply["player"] if beaten else led["player"]
        self.tricks[winner] += 1
        self.trick = []
        self.to_act = winner
        if sum(self.tricks.values()) == 5:
            self._finish_by_tricks()

    # The end.

    def _score_king(self, player: str) -> None:
        self.king = player
        self.points[player] += 1
        if self._score()[player] >= self.options["game_points"]:
            self._finish()

    def _finish_by_tricks(self) -> None:
        counted = dict(self.tricks)
        if self.thrown_up is not None:
            counted[self._other(self.thrown_up)] = 5 - counted[self.thrown_up]
        elder, dealer = counted[self.elder], counted[self.dealer]
        assert elder + dealer == 5
        assert self.play_began is not None
        for_five, for_most, for_dealers_most, for_dealers_five = POINTS[self.play_began]
        if elder >= 3:
            self.points[self.elder] += for_five if elder == 5 else for_most
        else:
            self.points[self.dealer] += for_dealers_five if dealer == 5 else for_dealers_most
        self._finish()

    def _finish(self) -> None:
        score = self._score()
        winners = [p for p in self.players if score[p] >= self.options["game_points"]]
        assert len(winners) <= 1
        winner = winners[0] if winners else None
        if winner is not None:
            loser = self._other(winner)
            self.ledger[winner] += self._stake(score[loser])
            self.ledger[loser] -= self._stake(score[loser])
        self.phase, self.to_act = "finished", None
        self.outcome = {
            "tricks": dict(self.tricks),
            "play_began": self.play_began,
            "king": self.king,
            "thrown_up": self.thrown_up,
            "points": dict(self.points),
            "score": score,
            "winner": winner,
            "next_dealer": self.elder,
        }

    def _stake(self, losers_score: int) -> int:
        stake: int = self.options["stake"]
        if self.options["stakes"] == "single" or losers_score > 2:
            return stake
        return stake * (3 if losers_score == 0 else 2)

    def view(self) -> View:
        """All that somebody sees from whom nothing is hidden."""
        discards = {
            player: _in_order([*self.old_discards[player], *self.new_discards[player]])
            for player in self.players
        }
        return copy.deepcopy(
            {
                "phase": self.phase,
                "to_act": self.to_act,
                "hands": {player: _in_order(self.hands[player]) for player in self.players},
                "elder": self.elder,
                "dealer": self.dealer,
                "trump": self.trump,
                "turn_up": self.turn_up,
                "stock": {"count": len(self.stock)},
                "discards": discards,
                "exchanges": self.exchanges,
                "play_began": self.play_began,
                "king": self.king,
                "trick": self.trick,
                "tricks": self.tricks,
                "points": self.points,
                "score": self._score(),
                "ledger": self.ledger,
                "finished": self.finished,
                "outcome": self.outcome,
            }
        )

"""Oracle of a whole deal of Solo Whist, from the first call to the last trick: plain and slow."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, TypedDict

from tests.oracles.shuffle import RANKS as RANKS_OF_GAMES
from tests.oracles.shuffle import SUITS, in_pack_order, pack_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.oracles.whole_deal import Action, Options, Refusal, Shuffle, View

RANKS = RANKS_OF_GAMES["solo-whist"]
PACK = pack_of("solo-whist")

UNITS = {
    "partnership": 1,
    "solo": 1,
    "misere": 2,
    "abundance": 3,
    "trump-abundance": 3,
    "open-misere": 4,
    "full-abundance": 6,
}
NEEDED = {
    "partnership": 8,
    "solo": 5,
    "misere": 0,
    "abundance": 9,
    "trump-abundance": 9,
    "open-misere": 0,
    "full-abundance": 13,
}
BIDS = ["proposal", *list(NEEDED)[1:]]
CALLS = ["pass", "proposal", "accept", *BIDS[1:]]
BY_THE_TRICK = ("partnership", "solo", "abundance", "trump-abundance")
PHASES = {"call": "auction", "name-trumps": "name-trumps", "play": "play"}
"""When each action is done."""

_BOTH: Options = {
    "units": UNITS,
    "unaccepted_proposal": "raise-or-redeal",
    "full_abundance_trumps": "none",
    "revoke": "three-tricks",
}
OPTIONS: dict[str, Options] = {
    "solo-whist/document@1": {
        **_BOTH,
        "per_trick": 0,
        "unit_size": 1,
        "all_thirteen_doubles": False,
    },
    "solo-whist/hoffmann@1": {
        **_BOTH,
        "per_trick": 1,
        "unit_size": 6,
        "all_thirteen_doubles": True,
    },
}


class Standing(TypedDict):
    """The highest bid so far and whose it is: two players once a proposal is accepted."""

    bid: str
    players: list[str]


def _in_order(cards: Iterable[str]) -> list[str]:
    return in_pack_order("solo-whist", cards)


class Deal:
    """A deal of Solo Whist; `carried` is always empty."""

    def __init__(
        self,
        options: Options,
        players: list[str],
        dealer: str,
        shuffle: Shuffle,
        carried: None = None,
    ) -> None:
        del carried
        self.options = options
        self.units: dict[str, int] = {**UNITS, **options["units"]}
        self.players = players
        self.dealer = dealer
        at = players.index(dealer)
        order = [players[(at + seat) % 4] for seat in (1, 2, 3, 4)]
        self.eldest = order[0]

        deck = shuffle(0, PACK)
        self.turn_up = deck[-1]
        self.hands: dict[str, list[str]] = {player: [] for player in players}
        for size in (3, 3, 3, 3, 1):
            for player in order:
                self.hands[player] += deck[:size]
                deck = deck[size:]

        self.phase = "auction"
        self.to_act: str | None = self.eldest
        self.calls: list[dict[str, str]] = []
        self.standing: Standing | None = None
        self.contract: str | None = None
        self.declarers: list[str] = []
        self.trump: str | None = None
        self.leader: str | None = None
        self.trick: list[dict[str, str]] = []
        self.tricks = dict.fromkeys(players, 0)
        self.played: list[View] = []
        self.ledger = dict.fromkeys(players, 0)
        self.outcome: View | None = None

    @property
    def finished(self) -> bool:
        """Whether the deal is over."""
        return self.phase == "finished"

    def _after(self, player: str) -> str:
        return self.players[(self.players.index(player) + 1) % 4]

    def _calls_of(self, player: str) -> list[str]:
        return [call["call"] for call in self.calls if call["player"] == player]

    def _has_passed(self, player: str) -> bool:
        return "pass" in self._calls_of(player)

    def _holders(self) -> list[str]:
        """Whose the standing bid is."""
        return self.standing["players"] if self.standing else []

    def _proposal_open(self) -> bool:
        """Whether the standing bid is a proposal that nobody has accepted."""
        return (
            self.standing is not None
            and self.standing["bid"] == "proposal"
            and len(self.standing["players"]) == 1
        )

    def _eldest_returns(self) -> bool:
        """Whether the eldest is asked again after a pass (`solo-whist.eldest-returns`)."""
        return (
            self.phase == "auction"
            and self.to_act == self.eldest
            and self._calls_of(self.eldest) == ["pass"]
        )

    # What may be done.

    def legal(self) -> list[Action]:
        """What the player to act may do, in the order of the rules."""
        player = self.to_act
        if player is None:
            return []
        if self.phase == "auction":
            calls = [call for call in CALLS if self._may_call(player, call)]
            return [{"action": "call", "player": player, "call": call} for call in calls]
        if self.phase == "name-trumps":
            return [{"action": "name-trumps", "player": player, "suit": suit} for suit in SUITS]
        hand = _in_order(self.hands[player])
        if self.trick:
            suit = self.trick[0]["card"][1]
            hand = [card for card in hand if card[1] == suit] or hand
        return [{"action": "play", "player": player, "card": card} for card in hand]

    def _may_call(self, player: str, call: str) -> bool:
        if call == "pass":
            return True
        if call == "accept":
            return self._proposal_open() and self._holders() != [player]
        return not self._eldest_returns() and self._is_higher(call)

    def _is_higher(self, bid: str) -> bool:
        return self.standing is None or BIDS.index(bid) > BIDS.index(self.standing["bid"])

    def refusal(self, action: Action) -> Refusal | None:
        """The first test of the rules that an action fails."""
        word, player = action["action"], action["player"]
        if self.finished:
            return "deal-is-over", None
        if player != self.to_act:
            return "not-your-turn", None
        if self.phase != PHASES[word]:
            return "wrong-phase", None
        if word == "call" and action["call"] == "accept":
            return self._accept_refusal(player)
        if word == "call" and action["call"] in BIDS:
            return self._bid_refusal(action["call"])
        if word == "play":
            return self._play_refusal(action["card"], self.hands[player])
        return None

    def _bid_refusal(self, bid: str) -> Refusal | None:
        if not self._is_higher(bid):
            return "not-higher", ["solo-whist.higher"]
        if self._eldest_returns():
            return "accept-or-pass-only", ["solo-whist.eldest-returns"]
        return None

    def _accept_refusal(self, player: str) -> Refusal | None:
        made = [call["call"] for call in self.calls]
        if "proposal" not in made:
            return "no-proposal", ["solo-whist.accept"]
        if "accept" in made:
            return "already-accepted", ["solo-whist.accept"]
        if "proposal" in self._calls_of(player):
            return "own-proposal", ["solo-whist.accept"]
        if not self._proposal_open():
            return "proposal-overcalled", ["solo-whist.accept-standing"]
        return None

    def _play_refusal(self, card: str, hand: list[str]) -> Refusal | None:
        if card not in hand:
            return "card-not-held", ["solo-whist.held"]
        if self.trick:
            suit = self.trick[0]["card"][1]
            if card[1] != suit and any(held[1] == suit for held in hand):
                return "must-follow-suit", ["solo-whist.follow"]
        return None

    # The auction.

    def apply(self, action: Action) -> None:
        """Call, name trumps or play."""
        assert self.refusal(action) is None, (action, self.refusal(action))
        word, player = action["action"], action["player"]
        if word == "call":
            self._call(player, action["call"])
        elif word == "name-trumps":
            self.trump = action["suit"]
            self._start_play()
        else:
            self._play(player, action["card"])

    def _call(self, player: str, call: str) -> None:
        raises = self._proposal_open() and self._holders() == [player]
        returns = self._eldest_returns()
        self.calls.append({"player": player, "call": call})
        if call == "pass" and raises:
            self._void("unaccepted-proposal")
            return
        if call == "accept":
            self._holders().append(player)
        elif call != "pass":
            self.standing = {"bid": call, "players": [player]}
        accepted_late = call == "accept" and returns
        raised = call != "pass" and raises
        if accepted_late or raised or call == "full-abundance":
            self._end_auction()
        else:
            self._go_on_after(player)

    def _go_on_after(self, player: str) -> None:
        """Ask the next player who may still speak; or the auction is over."""
        others = [other for other in self.players if other not in self._holders()]
        if not all(self._has_passed(other) for other in others):
            other = self._after(player)
            while self._has_passed(other) or other in self._holders():
                other = self._after(other)
            self.to_act = other
        elif self.standing is None:
            self._void("all-pass")
        elif not self._proposal_open():
            self._end_auction()
        elif self._calls_of(self.eldest) == ["pass"]:
            self.to_act = self.eldest  # who may still accept
        elif self.options["unaccepted_proposal"] == "redeal":
            self._void("unaccepted-proposal")
        else:
            (self.to_act,) = self._holders()

    def _void(self, reason: str) -> None:
        self.phase, self.to_act = "finished", None
        self.outcome = {
            "result": "void",
            "reason": reason,
            "next_dealer": self._after(self.dealer),
        }

    def _end_auction(self) -> None:
        assert self.standing is not None
        bid = self.standing["bid"]
        self.contract = "partnership" if bid == "proposal" else bid
        self.declarers = list(self.standing["players"])
        own_trumps = self.options["full_abundance_trumps"] == "own"
        if bid == "abundance" or (bid == "full-abundance" and own_trumps):
            self.phase, self.to_act = "name-trumps", self.declarers[0]
            return
        if self.contract in ("partnership", "solo", "trump-abundance"):
            self.trump = self.turn_up[1]
        self._start_play()

    # The play.

    def _start_play(self) -> None:
        self.phase = "play"
        self.leader = self.declarers[0] if self.contract == "full-abundance" else self.eldest
        self.to_act = self.leader

    def _play(self, player: str, card: str) -> None:
        self.hands[player].remove(card)
        self.trick.append({"player": player, "card": card})
        if len(self.trick) < 4:
            self.to_act = self._after(player)
            return
        winner = max(self.trick, key=lambda play: self._power(play["card"]))["player"]
        self.tricks[winner] += 1
        self.played.append({"leader": self.leader, "plays": self.trick, "winner": winner})
        self.trick = []
        self.leader = self.to_act = winner
        self._settle_if_decided()
        if len(self.played) == 13:
            self.phase, self.to_act, self.leader = "finished", None, None

    def _power(self, card: str) -> tuple[int, int]:
        """What decides a trick: a trump, then the suit led, then the rank."""
        rank, suit = card[0], card[1]
        if suit == self.trump:
            return 2, RANKS.index(rank)
        if suit == self.trick[0]["card"][1]:
            return 1, RANKS.index(rank)
        return 0, 0

    # The end.

    def _result_for(self, contract: str, tricks: int) -> tuple[bool, int]:
        """Whether so many tricks make the contract, and what each payer pays."""
        need = NEEDED[contract]
        made = tricks == 0 if need == 0 else tricks >= need
        each: int = self.units[contract] * self.options["unit_size"]
        if contract in BY_THE_TRICK:
            difference = abs(tricks - need)
            if tricks == 13 and self.options["all_thirteen_doubles"]:
                difference *= 2
            each += self.options["per_trick"] * difference
        return made, each

    def _settle_if_decided(self) -> None:
        """Settle once all that can still happen comes to the same (`solo-whist.early-end`)."""
        assert self.contract is not None
        own = sum(self.tricks[player] for player in self.declarers)
        if self.outcome is not None:
            self.outcome["tricks"] = own
            return
        left = 13 - len(self.played)
        results = {self._result_for(self.contract, own + more) for more in range(left + 1)}
        if len(results) == 1:
            ((made, each),) = results
            self._settle(self.contract, own, made=made, each=each)

    def _settle(self, contract: str, own: int, *, made: bool, each: int) -> None:
        gain = each if made else -each
        for player in self.players:
            self.ledger[player] = -gain
        for declarer in self.declarers:
            self.ledger[declarer] = gain if len(self.declarers) == 2 else 3 * gain
        self.outcome = {
            "result": "made" if made else "lost",
            "contract": contract,
            "declarers": list(self.declarers),
            "tricks": own,
            "tricks_needed": NEEDED[contract],
            "each": each,
            "decided_after": len(self.played),
            "next_dealer": self._after(self.dealer),
        }

    def view(self) -> View:
        """All that somebody sees from whom nothing is hidden."""
        exposed = self.contract == "open-misere" and bool(self.played)
        return copy.deepcopy(
            {
                "phase": self.phase,
                "to_act": self.to_act,
                "hands": {player: _in_order(self.hands[player]) for player in self.players},
                "dealer": self.dealer,
                "eldest": self.eldest,
                "turn_up": self.turn_up,
                "trump": self.trump,
                "calls": self.calls,
                "standing": self.standing,
                "contract": self.contract,
                "declarers": self.declarers,
                "exposed": self.declarers[0] if exposed else None,
                "leader": self.leader,
                "trick": self.trick,
                "tricks": self.tricks,
                "played": self.played,
                "ledger": self.ledger,
                "finished": self.finished,
                "outcome": self.outcome,
            }
        )

"""Oracle of a whole deal of Vinegret, from the first two cards to the pool won: plain and slow."""

from __future__ import annotations

import copy
import itertools
from typing import TYPE_CHECKING

from tests.oracles.shuffle import RANKS as RANKS_OF_GAMES
from tests.oracles.shuffle import SUITS, in_pack_order, pack_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.oracles.whole_deal import Action, Options, Refusal, Shuffle, View

RANKS = RANKS_OF_GAMES["vinegret"]
PACK = pack_of("vinegret")
LARGEST_AMOUNT = 1_000_000

_BOTH: Options = {
    "point_pays": 1,
    "prime_pays": 2,
    "sequence_pays": 3,
    "tricon_pays": 4,
    "flux_pays": 5,
    "ante": 1,
    "vist_stake": 1,
    "force_stake": 2,
    "max_stake": None,
}
OPTIONS: dict[str, Options] = {
    "vinegret/document@1": {
        **_BOTH,
        "fredon_pays": 80,
        "grand_prime_pays": None,
        "unheld_bet": "dealer-pays-double",
        "carry_over_ante": 0,
    },
    "vinegret/classic@1": {
        **_BOTH,
        "fredon_pays": 8,
        "grand_prime_pays": 3,
        "unheld_bet": "last-refuser-pays-two",
        "carry_over_ante": 1,
    },
}
BETTING = ("first-betting", "last-betting")
PHASES = {
    "vist": ("first-exchange",),
    "exchange": ("first-exchange", "draw"),
    "pass": BETTING,
    "bet": BETTING,
    "hold": BETTING,
    "raise": BETTING,
    "redeal": ("dealer-choice",),
    "force": ("dealer-choice",),
}
"""When each action is done."""

CLASSES = (
    "point",
    "prime",
    "grand-prime",
    "sequence",
    "tricon",
    "flux",
    "tricon-prime",
    "flux-sequence",
    "fredon",
)
"""The combinations, the lowest first."""

Best = tuple[str, int, tuple[int, ...], str | None]


# What four cards are worth.


def _in_order(cards: Iterable[str]) -> list[str]:
    return in_pack_order("vinegret", cards)


def _points(card: str) -> int:
    return RANKS.index(card[0]) + 1


def _total(cards: Iterable[str]) -> int:
    return sum(map(_points, cards))


def best(hand: Sequence[str]) -> Best:
    """The best combination, how many cards count, the points that decide, the prime within."""
    assert len(hand) == 4
    prime = None
    if len({card[1] for card in hand}) == 4:
        prime = "grand-prime" if _total(hand) > 30 else "prime"
    of_rank = max(([card for card in hand if card[0] == rank] for rank in RANKS), key=len)
    if len(of_rank) == 4:
        return "fredon", 4, (_total(hand),), prime
    if len(of_rank) == 3:
        return ("tricon-prime" if prime else "tricon"), 3, (_total(of_rank),), prime
    if prime:
        return prime, 4, (_total(hand),), prime
    return _best_of_suits(hand)


def _best_of_suits(hand: Sequence[str]) -> Best:
    """The best combination of a hand that has neither three of a rank nor four suits."""
    of_suits = [[card for card in hand if card[1] == suit] for suit in SUITS]
    run = longest_run(hand)
    if any(len(cards) == 4 for cards in of_suits):
        if len(run) >= 3:
            return "flux-sequence", len(run), (_total(run), _total(hand)), None
        return "flux", 4, (_total(hand),), None
    if len(run) == 3:
        return "sequence", 3, (_total(run),), None
    size, points = max((len(cards), _total(cards)) for cards in of_suits)
    return "point", size, (points,), None


def longest_run(hand: Sequence[str]) -> list[str]:
    """The most cards of one suit that follow one another; the ace is low."""
    found: list[str] = []
    for suit in SUITS:
        values = {_points(card) for card in hand if card[1] == suit}
        for low in values:
            high = low
            while high + 1 in values:
                high += 1
            if high - low + 1 > len(found):
                found = [RANKS[value - 1] + suit for value in range(low, high + 1)]
    return found


def strength(hand: Sequence[str]) -> tuple[int, int, tuple[int, ...]]:
    """What two hands are compared by, one thing after another."""
    code, cards, points, _ = best(hand)
    return CLASSES.index(code), cards, points


def pays(hand: Sequence[str], options: Options) -> int:
    """What each of the others pays for a hand."""
    code, _, _, prime = best(hand)
    prices = {name: options[f"{name.replace('-', '_')}_pays"] for name in CLASSES[:6]}
    if prices["grand-prime"] is None:
        prices["grand-prime"] = prices["prime"]
    within: int = prices[prime] if prime else 0
    doubles = {
        "tricon-prime": prices["tricon"] + within,
        "flux-sequence": prices["flux"] + prices["sequence"],
        "fredon": options["fredon_pays"] + within,
    }
    price: int = {**prices, **doubles}[code]
    return price


def clauses_of(hand: Sequence[str]) -> list[str]:
    """The clauses that a hand's best combination rests on."""
    code, _, _, prime = best(hand)
    within = [prime] if prime else []
    doubles = {
        "tricon-prime": ["double", "tricon", *within],
        "flux-sequence": ["double", "flux", "sequence"],
        "fredon": ["fredon", *within],
    }
    names = doubles.get(code, [code])
    return [f"vinegret.{name}" for name in names]


class Deal:
    """A deal of Vinegret; `carried` is the pool left by the deal before."""

    def __init__(
        self,
        options: Options,
        players: list[str],
        dealer: str,
        shuffle: Shuffle,
        carried: int = 0,
    ) -> None:
        self.options = options
        self.players = players
        self.dealer = dealer
        self.shuffle = shuffle
        at = players.index(dealer) + 1
        self.speaking = [*players[at:], *players[:at]]  # the elder hand first, the dealer last
        self.ledger = dict.fromkeys(players, 0)
        self.bets = dict.fromkeys(players, 0)
        self.pool = carried
        self.hands: dict[str, list[str]] = {player: [] for player in players}
        self.stock = shuffle(0, PACK)
        self.discarded: list[str] = []
        self.refused_in_time: list[str] = []  # in the order of refusing
        self.spoken: list[str] = []  # in this round
        self.shuffles = 0
        self.outcome: View | None = None
        self.phase = "first-exchange"
        self.to_act: str | None = self.speaking[0]
        for player in players:
            self._into_pool(player, options["ante"])
        for player in self.speaking:
            self._draw(player, 2)

    @property
    def finished(self) -> bool:
        """Whether the deal is over."""
        return self.phase == "finished"

    def _into_pool(self, player: str, tokens: int) -> None:
        self.ledger[player] -= tokens
        self.pool += tokens

    def _stake(self, player: str, tokens: int) -> None:
        self.ledger[player] -= tokens
        self.bets[player] += tokens

    def _still_in(self) -> list[str]:
        return [player for player in self.speaking if player not in self.refused_in_time]

    def _next_in(self, player: str) -> str:
        at = self.speaking.index(player)
        others = [*self.speaking[at + 1 :], *self.speaking[:at]]
        return next(other for other in others if other not in self.refused_in_time)

    def _shuffled(self, cards: list[str]) -> list[str]:
        self.shuffles += 1
        return self.shuffle(self.shuffles, _in_order(cards))

    def _draw(self, player: str, number: int) -> None:
        for _ in range(number):
            if not self.stock:  # `vinegret.stock-short`
                self.stock = self._shuffled(self.discarded)
                self.discarded = []
            self.hands[player].append(self.stock.pop(0))

    # What may be done.

    def legal(self) -> list[Action]:
        """What the player to act may do or say, in the order of the rules."""
        player = self.to_act
        if player is None:
            return []
        if self.phase == "first-exchange":
            return [{"action": "vist", "player": player}, *self._exchanges(player, (1, 2))]
        if self.phase == "draw":
            return self._exchanges(player, range(5))
        if self.phase == "dealer-choice":
            return [{"action": word, "player": player} for word in ("redeal", "force")]
        return self._words(player)

    def _words(self, player: str) -> list[Action]:
        """What may be said in a betting."""
        amount = {"min": 1, "max": self.options["max_stake"]}
        moves: list[Action] = [{"action": "pass", "player": player}]
        if self._staked():
            moves.append({"action": "hold", "player": player})
        opens = not self._staked() and self.phase == "first-betting"
        word = "bet" if opens else "raise"
        return [*moves, {"action": word, "player": player, "amount": amount}]

    def _staked(self) -> bool:
        return max(self.bets.values()) > 0

    def _exchanges(self, player: str, sizes: Iterable[int]) -> list[Action]:
        return [
            {"action": "exchange", "player": player, "cards": list(cards)}
            for size in sizes
            for cards in itertools.combinations(_in_order(self.hands[player]), size)
        ]

    def refusal(self, action: Action) -> Refusal | None:
        """The first test of the rules that an action fails."""
        word, player = action["action"], action["player"]
        if self.finished:
            return "deal-is-over", None
        if player in self.refused_in_time:
            return "has-refused", ["vinegret.refusal"]
        if player != self.to_act:
            return "not-your-turn", None
        if self.phase not in PHASES[word]:
            return "wrong-phase", None
        if word == "exchange":
            return self._exchange_refusal(player, action["cards"])
        if self.phase in BETTING:
            return self._word_refusal(word) or self._amount_refusal(action)
        return None

    def _exchange_refusal(self, player: str, cards: list[str]) -> Refusal | None:
        first = self.phase == "first-exchange"
        here = ["vinegret.vist" if first else "vinegret.draw"]
        if len(cards) not in (range(1, 3) if first else range(5)):
            return "wrong-count", here
        if any(card not in self.hands[player] for card in cards):
            return "card-not-held", here
        return None

    def _word_refusal(self, word: str) -> Refusal | None:
        here = [f"vinegret.{self.phase}"]
        first, staked = self.phase == "first-betting", self._staked()
        if word == "hold" and not staked:
            return "no-stake-yet", here
        if word == "raise" and first and not staked:
            return "no-stake-yet", here
        if word == "bet" and first and staked:
            return "already-staked", here
        if word == "bet" and not first:
            return "wrong-word", here
        return None

    def _amount_refusal(self, action: Action) -> Refusal | None:
        amount, most = action.get("amount"), self.options["max_stake"]
        if amount is None:
            return None
        if not 1 <= amount <= LARGEST_AMOUNT:
            return "amount-out-of-range", [f"vinegret.{self.phase}"]
        if most is not None and amount > most:
            return "over-max-stake", ["vinegret.max-stake"]
        return None

    # What follows.

    def apply(self, action: Action) -> None:
        """Exchange cards, speak, or, as the dealer, choose."""
        assert self.refusal(action) is None, (action, self.refusal(action))
        word, player = action["action"], action["player"]
        if word == "vist":
            self._into_pool(player, self.options["vist_stake"])
            self._exchange_done(player)
        elif word == "exchange":
            self._exchange(player, action["cards"])
        elif word == "redeal":
            self._finish("redeal", clauses=["all-pass"])
        elif word == "force":
            self._into_pool(player, self.options["force_stake"])
            self._open_phase("draw")
        else:
            self._speak(word, player, action.get("amount", 0))

    def _exchange(self, player: str, cards: list[str]) -> None:
        for card in cards:
            self.hands[player].remove(card)
        self._draw(player, len(cards))  # his own discards are not among those that come again
        self.discarded += cards
        self._exchange_done(player)

    def _speak(self, word: str, player: str, amount: int) -> None:
        highest = max(self.bets.values())
        if word != "pass":
            self._stake(player, highest - self.bets[player] + amount)
        elif highest > 0:
            self.refused_in_time.append(player)
        self.spoken.append(player)
        self._after_word(player)

    def _open_phase(self, phase: str) -> None:
        self.phase = phase
        self.spoken = []
        self.to_act = self.dealer if phase == "dealer-choice" else self._still_in()[0]

    def _exchange_done(self, player: str) -> None:
        self.spoken.append(player)
        waiting = [other for other in self._still_in() if other not in self.spoken]
        if waiting:
            self.to_act = waiting[0]
        elif self.phase == "first-exchange":
            self.stock = self._shuffled(self.stock)  # `vinegret.second-cards`: not the discards
            for other in self.speaking:
                self._draw(other, 2)
            self._open_phase("first-betting")
        else:
            self._open_phase("last-betting")

    def _after_word(self, player: str) -> None:
        still_in = self._still_in()
        highest = max(self.bets.values())
        if len(still_in) == 1:
            self._alone(still_in[0])
        elif highest == 0 and all(other in self.spoken for other in still_in):
            self._nobody_staked()
        elif highest > 0 and all(self.bets[other] == highest for other in still_in):
            self._all_held(still_in)
        else:
            self.to_act = self._next_in(player)

    def _alone(self, last: str) -> None:
        if self.phase == "first-betting":
            self._unheld_bet(last)
        else:
            self._win("unheld-raise", last, [])

    def _nobody_staked(self) -> None:
        if self.phase == "first-betting":
            self._open_phase("dealer-choice")
        else:
            each = self.options["carry_over_ante"]
            payments = dict.fromkeys(self.players, -each)
            self._finish("carry-over", payments=payments, clauses=["carry-over"])

    def _all_held(self, still_in: list[str]) -> None:
        if self.phase == "first-betting":
            self._bets_into_pool()
            self._open_phase("draw")
        else:  # of equal hands the elder one comes first
            ranking = sorted(
                still_in, key=lambda player: strength(self.hands[player]), reverse=True
            )
            self._win("showdown", ranking[0], ranking)

    def _bets_into_pool(self) -> None:
        self.pool += sum(self.bets.values())
        self.bets = dict.fromkeys(self.players, 0)

    # The end.

    def _unheld_bet(self, last: str) -> None:
        own = self.bets[last]
        payments = dict.fromkeys(self.players, 0)
        payments[last] += own
        if self.options["unheld_bet"] == "dealer-pays-double":
            payer, price = self.dealer, 2 * own
        else:
            payer, price = self.refused_in_time[-1], 2
        if payer != last:
            payments[payer] -= price
            payments[last] += price
        self._finish("unheld-bet", payments=payments, clauses=["unheld-bet"])

    def _win(self, result: str, winner: str, ranking: list[str]) -> None:
        price = pays(self.hands[winner], self.options)
        self._bets_into_pool()
        payments = dict.fromkeys(self.players, -price)
        payments[winner] = self.pool + price * (len(self.players) - 1)
        self._finish(
            result,
            payments=payments,
            clauses=[result, "payment"],
            winner=winner,
            combination={"code": best(self.hands[winner])[0], "pays": price},
            ranking=[[player, best(self.hands[player])[0]] for player in ranking],
            decided_by=self._decided(*ranking[:2]) if ranking else None,
        )

    def _decided(self, first: str, second: str) -> View:
        """What the winner is before the next player for."""
        own, other = strength(self.hands[first]), strength(self.hands[second])
        if own[0] != other[0]:
            return {"criterion": "class", "clauses": ["vinegret.best"]}
        if own == other:
            return {"criterion": "seat", "clauses": ["vinegret.tie"]}
        criterion = "cards" if own[1] != other[1] else "points"
        return {"criterion": criterion, "clauses": clauses_of(self.hands[first])}

    def _finish(
        self,
        result: str,
        clauses: list[str],
        payments: dict[str, int] | None = None,
        **told: object,
    ) -> None:
        payments = payments or dict.fromkeys(self.players, 0)
        self._bets_into_pool()
        for player, change in payments.items():
            self.ledger[player] += change
        self.pool -= sum(payments.values())
        self.phase, self.to_act = "finished", None
        self.outcome = {
            "result": result,
            "winner": None,
            "pool": self.pool,
            "payments": payments,
            "combination": None,
            "ranking": [],
            "decided_by": None,
            "clauses": [f"vinegret.{clause}" for clause in clauses],
            **told,
        }

    def view(self) -> View:
        """All that somebody sees from whom nothing is hidden."""
        refused = [player for player in self.players if player in self.refused_in_time]
        return copy.deepcopy(
            {
                "phase": self.phase,
                "to_act": self.to_act,
                "hands": {player: _in_order(self.hands[player]) for player in self.players},
                "stock": {"count": len(self.stock)},
                "discards": {"count": len(self.discarded)},
                "pool": self.pool,
                "bets": self.bets,
                "refused": refused,
                "ledger": self.ledger,
                "finished": self.finished,
                "outcome": self.outcome,
            }
        )

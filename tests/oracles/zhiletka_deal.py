"""Oracle of a whole deal of Zhiletka, from the cards dealt to the pot won: plain and slow."""

from __future__ import annotations

import copy
import itertools
from typing import TYPE_CHECKING

from tests.oracles.shuffle import RANKS as RANKS_OF_GAMES
from tests.oracles.shuffle import in_pack_order, pack_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.oracles.whole_deal import Action, Options, Refusal, Shuffle, View

RANKS = RANKS_OF_GAMES["zhiletka"]
PACK = pack_of("zhiletka")

OPTIONS: dict[str, Options] = {
    "zhiletka/document@1": {
        "ante": 1,
        "stock_empty": "play-on",
        "sbor_kept": "exactly-three",
        "hand_limit": 6,
    },
}
PHASES = {"attack": "attack", "beat": "defence", "take": "defence"}
"""When each action is done."""


# What can be asked of cards.


def _in_order(cards: Iterable[str]) -> list[str]:
    return in_pack_order("zhiletka", cards)


def alike(cards: Sequence[str]) -> bool:
    """Whether all cards are of one suit or all of one rank."""
    return len({card[1] for card in cards}) == 1 or len({card[0] for card in cards}) == 1


def is_sbor(cards: Sequence[str]) -> bool:
    """Whether these are three cards alike (`zhiletka.sbor`)."""
    return len(cards) == 3 and alike(cards)


def contains_sbor(cards: Sequence[str]) -> bool:
    """Whether some three of the cards are a sbor."""
    return any(is_sbor(three) for three in itertools.combinations(cards, 3))


def beats(card: str, led: str, trump: str) -> bool:
    """Whether a card is higher in suit, or a trump on a plain card (`zhiletka.beat`)."""
    if card[1] == led[1]:
        return RANKS.index(card[0]) > RANKS.index(led[0])
    return card[1] == trump


def beats_all(cards: Sequence[str], attack: Sequence[str], trump: str) -> bool:
    """Whether some pairing beats every led card, each by a card of its own."""
    return len(cards) == len(attack) and any(
        all(beats(card, led, trump) for card, led in zip(way, attack, strict=True))
        for way in itertools.permutations(cards)
    )


class Deal:
    """A deal of Zhiletka; `carried` is the pot left by the deal before."""

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
        seats = [*players[at:], *players[:at]]  # the dealer's left first, the dealer last
        ante = options["ante"]
        self.ledger = dict.fromkeys(players, -ante)
        self.pot = carried + ante * len(players)
        self.hands: dict[str, list[str]] = {player: [] for player in players}
        self.stock = shuffle(0, PACK)
        self.discarded: list[str] = []
        self.still_in = list(players)
        self.shuffles = 0
        self.first_stock = True
        self.attack: list[str] = []
        self.attacker: str | None = None
        self.defender: str | None = None
        self.outcome: View | None = None
        self.phase = "deal"
        self.to_act: str | None = None
        for player in seats:
            self.hands[player] = [self.stock.pop(0) for _ in range(3)]
        self.turned = self.stock.pop(0)
        self.trump = self.turned[1]
        self.stock.append(self.turned)  # at the bottom
        holders = [player for player in seats if is_sbor(self.hands[player])]
        if holders:
            order = ["sbor-order"] if len(holders) > 1 else []
            self._win("dealt-sbor", holders[0], ["sbor", "dealt-sbor", *order, "payment"])
        else:
            self._open_bout(seats[0])

    @property
    def finished(self) -> bool:
        """Whether the deal is over."""
        return self.phase == "finished"

    def _left_of(self, player: str) -> str:
        """The next player clockwise who is still in."""
        at = self.players.index(player)
        others = [*self.players[at + 1 :], *self.players[:at]]
        return next(other for other in others if other in self.still_in)

    # What may be done.

    def legal(self) -> list[Action]:
        """Attacks by one card and by two, or what beats the attack and taking it."""
        player = self.to_act
        if player is None:
            return []
        hand = _in_order(self.hands[player])
        if self.phase == "attack":
            room = self._room()
            return [
                {"action": "attack", "player": player, "cards": list(cards)}
                for size in (1, 2)
                if size <= room
                for cards in itertools.combinations(hand, size)
                if alike(cards)
            ]
        beating = [
            {"action": "beat", "player": player, "cards": list(cards)}
            for cards in itertools.combinations(hand, len(self.attack))
            if beats_all(cards, self.attack, self.trump)
        ]
        return [*beating, {"action": "take", "player": player}]

    def _room(self) -> int:
        """How many cards the defender holds (`zhiletka.attack-size`)."""
        assert self.defender is not None
        return len(self.hands[self.defender])

    def refusal(self, action: Action) -> Refusal | None:
        """The first test of the rules that an action fails."""
        word, player = action["action"], action["player"]
        if self.finished:
            return "deal-is-over", None
        if player not in self.still_in:
            return "out-of-the-game", ["zhiletka.six"]
        if player != self.to_act:
            return "not-your-turn", None
        if self.phase != PHASES[word]:
            return "wrong-phase", None
        if word == "attack":
            return self._attack_refusal(player, action["cards"])
        if word == "beat":
            return self._beat_refusal(player, action["cards"])
        return None

    def _attack_refusal(self, player: str, cards: list[str]) -> Refusal | None:
        if not cards:
            return "wrong-count", ["zhiletka.attack"]
        if not alike(cards):
            return "cards-not-alike", ["zhiletka.attack"]
        if len(cards) > 2:
            return "too-many-cards", ["zhiletka.attack"]
        if len(cards) > self._room():
            return "more-than-defender-holds", ["zhiletka.attack-size"]
        if any(card not in self.hands[player] for card in cards):
            return "card-not-held", ["zhiletka.attack"]
        return None

    def _beat_refusal(self, player: str, cards: list[str]) -> Refusal | None:
        if len(cards) != len(self.attack):
            return "not-one-for-each", ["zhiletka.defence"]
        if not beats_all(cards, self.attack, self.trump):
            return "does-not-beat", ["zhiletka.beat"]
        if any(card not in self.hands[player] for card in cards):
            return "card-not-held", ["zhiletka.defence"]
        return None

    # What follows.

    def apply(self, action: Action) -> None:
        """Attack, beat or take."""
        assert self.refusal(action) is None, (action, self.refusal(action))
        word, player = action["action"], action["player"]
        cards = action.get("cards", [])
        self.hands[player] = [card for card in self.hands[player] if card not in cards]
        if word == "attack":
            self.attack = _in_order(cards)
            self.phase, self.to_act = "defence", self.defender
        elif word == "beat":
            self.discarded += [*self.attack, *cards]
            self.attack = []
            self._after_beat()
        else:
            self.hands[player] += self.attack
            self.attack = []
            self._after_take()

    def _open_bout(self, leader: str) -> None:
        self.attacker, self.defender = leader, self._left_of(leader)
        if not self.hands[self.attacker] or not self.hands[self.defender]:
            self._finish("void", None, None, ["void"])
        else:
            self.phase, self.to_act = "attack", leader

    def _after_beat(self) -> None:
        attacker, defender = self.attacker, self.defender
        assert attacker is not None
        assert defender is not None
        self._draw_and_judge(defender, beat_now=True)
        if not self.finished:
            self._draw_and_judge(attacker)
        if not self.finished:
            self._open_bout(defender)

    def _after_take(self) -> None:
        attacker, taker = self.attacker, self.defender
        assert attacker is not None
        assert taker is not None
        if len(self.hands[taker]) >= self.options["hand_limit"]:
            self.discarded += self.hands[taker]
            self.hands[taker] = []
            self.still_in.remove(taker)
            if len(self.still_in) == 1:
                self._win("survivor", self.still_in[0], ["six", "survivor", "payment"])
                return
        self._draw_and_judge(attacker)
        if not self.finished:
            self._open_bout(attacker)

    def _draw_and_judge(self, player: str, *, beat_now: bool = False) -> None:
        """Draw up to three cards, and see whether there is a sbor then."""
        hand = self.hands[player]
        before = len(hand)
        self._draw(hand)
        drawn = len(hand) > before
        if is_sbor(hand):
            how = "drawn-sbor" if drawn else "kept-sbor"
            clause = how if drawn or beat_now else "kept-sbor-attacker"
            self._win(how, player, ["sbor", clause, "payment"])
        elif beat_now and self.options["sbor_kept"] == "contains" and contains_sbor(hand):
            self._win("kept-sbor", player, ["sbor", "kept-sbor", "exactly-three", "payment"])

    def _draw(self, hand: list[str]) -> None:
        while len(hand) < 3:
            if not self.stock:
                if self.options["stock_empty"] == "play-on":
                    return
                self.shuffles += 1
                self.stock = self.shuffle(self.shuffles, _in_order(self.discarded))
                self.discarded = []
                self.first_stock = False
            hand.append(self.stock.pop(0))

    # The end.

    def _win(self, result: str, winner: str, clauses: list[str]) -> None:
        self.ledger[winner] += self.pot
        self.pot = 0
        cards = None if result == "survivor" else _in_order(self.hands[winner])
        self._finish(result, winner, cards, clauses)

    def _finish(
        self, result: str, winner: str | None, cards: list[str] | None, clauses: list[str]
    ) -> None:
        self.phase, self.to_act = "finished", None
        self.attacker = self.defender = None
        self.outcome = {
            "result": result,
            "winner": winner,
            "cards": cards,
            "clauses": [f"zhiletka.{clause}" for clause in clauses],
        }

    def view(self) -> View:
        """All that somebody sees from whom nothing is hidden."""
        return copy.deepcopy(
            {
                "phase": self.phase,
                "to_act": self.to_act,
                "hands": {player: _in_order(self.hands[player]) for player in self.players},
                "in": [player for player in self.players if player in self.still_in],
                "attacker": self.attacker,
                "defender": self.defender,
                "attack": self.attack,
                "trump": self.trump,
                "turned": self.turned,
                "stock": {
                    "count": len(self.stock),
                    "turned_under": self.first_stock and bool(self.stock),
                },
                "discards": {"count": len(self.discarded)},
                "pot": self.pot,
                "ledger": self.ledger,
                "finished": self.finished,
                "outcome": self.outcome,
            }
        )

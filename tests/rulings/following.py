"""Legal records as the oracles follow them, and why an action may not come at a place of one.

What is refused, and by which clauses, is the oracles' word; of what they do not know, form and the
actions of the table, it is that of the rules' files and of the order in which they test.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.oracles.deals import DEALS, OPTIONS
from tests.oracles.shuffle import seeded

Json = dict[str, Any]
Ways = tuple[tuple[str, ...], ...]
"""The clauses that may be cited: one way, or several where the rules leave it open."""

CARDS_IN = {"deal": "cards", "turn-up": "card", "draw": "cards", "shuffle": "deck"}
"""The actions of the table, and the field in which their cards are."""
RECEIVED = ("deal", "draw")
"""The actions of the table that name a player."""

REVOKES = {"must-follow-suit", "must-beat", "must-trump"}
PAIR = 2
VOIDS = {"all-pass": ("all-pass",), "unaccepted-proposal": ("proposer-raises",)}
"""The clause that ended a deal of Solo Whist in which nobody played."""


def is_of_table(action: Mapping[str, Any]) -> bool:
    """Whether the table acts."""
    return action["action"] in CARDS_IN


def cards_of(action: Mapping[str, Any]) -> list[str]:
    """The cards that an action of the table names."""
    cards = action[CARDS_IN[action["action"]]]
    return [cards] if isinstance(cards, str) else list(cards)


@dataclass(frozen=True)
class Refused:
    """Why an action is illegal, and what follows from it in a ruling."""

    code: str
    ways: Ways = ((),)
    plays_on: bool = False
    annuls: bool = False
    """The deal ends here, and its outcome is known."""
    reopens: bool = False
    """What had ended the deal does not stand."""

    def also(self, *clauses: str) -> "Refused":
        """The same, with clauses cited beside the others."""
        return replace(self, ways=tuple((*way, *clauses) for way in self.ways))

    def perhaps(self, *clauses: str) -> "Refused":
        """The same, with clauses that may be cited beside the others or not."""
        return replace(self, ways=(*self.ways, *self.also(*clauses).ways))


@dataclass
class Orders:
    """The orders in which the cards of a record come; shuffles for an oracle.

    What is told tells them only as far as cards are drawn; the rest lies in any order.
    """

    game: str
    record: Json
    packets: Sequence[int]
    at: int = 0
    """The actions of the table from here on are still to come."""
    recycled: set[str] | None = None
    """The discards that the last action has made a new stock of."""

    def __call__(self, number: int, cards: list[str]) -> list[str]:
        if number > (self.game == "vinegret"):  # whose first later shuffle is of the stock
            self.recycled = set(cards)
        if "seed" in self.record:
            return seeded(self.game, self.record["seed"], number, cards)
        if "deck" in self.record:
            return self._given(number, cards)
        coming = [*(self._dealt() if number == 0 else ()), *self._coming()]
        places = {card: place for place, card in reversed(list(enumerate(coming)))}
        return sorted(cards, key=lambda card: places.get(card, len(coming)))

    def _given(self, number: int, cards: list[str]) -> list[str]:
        told = [each["deck"] for each in self.record["actions"] if each["action"] == "shuffle"]
        decks = [self.record["deck"], *told]
        return list(decks[number]) if number < len(decks) else cards

    def _coming(self) -> Iterator[str]:
        for action in self.record["actions"][self.at :]:
            if is_of_table(action):
                yield from cards_of(action)

    def _dealt(self) -> Iterator[str]:
        """The cards as they were dealt in packets, the one turned up last if it is in a hand."""
        actions = self.record["actions"]
        turned = [each["card"] for each in actions if each["action"] == "turn-up"]
        hands = [
            sorted(each["cards"], key=turned.count) for each in actions if each["action"] == "deal"
        ]
        start = 0
        for size in self.packets:
            for hand in hands:
                yield from hand[start : start + size]
            start += size


PACKETS = {"solo-whist": (3, 3, 3, 3, 1)}


@dataclass
class Followed:
    """A legal record, followed by an oracle up to a place."""

    game: str
    record: Json
    """With its ruleset and what is overridden of its options."""
    place: int = 0
    deal: Any = field(init=False)
    orders: Orders = field(init=False)
    since: int = 0
    """The place after the last action of a player."""

    def __post_init__(self) -> None:
        options = {**OPTIONS[self.record["ruleset"]], **self.record["options"]}
        packets = PACKETS.get(self.game, options.get("deal_packets", ()))
        self.orders = Orders(self.game, self.record, packets)
        players, dealer = self.players, self.record["dealer"]
        self.deal = DEALS[self.game](options, players, dealer, self.orders)

    @property
    def players(self) -> list[str]:
        """Who plays."""
        return list(self.record["players"])

    @property
    def actions(self) -> list[Json]:
        """The actions of the whole record."""
        return list(self.record["actions"])

    @property
    def told(self) -> bool:
        """Whether the table's actions are told."""
        return not {"seed", "deck"} & self.record.keys()

    def go_to(self, place: int) -> None:
        """Follow the record up to this action, which is not done."""
        for action in self.actions[self.place : place]:
            self.place += 1
            if not is_of_table(action):
                self.since = self.orders.at = self.place
                self.orders.recycled = None
                self.deal.apply(action)

    @property
    def due(self) -> Json | None:
        """What the table does here."""
        here = self.actions[self.place : self.place + 1]
        return next((action for action in here if is_of_table(action)), None)

    @property
    def over(self) -> bool:
        """Whether nothing may follow."""
        return self.due is None and bool(self.deal.finished)

    def legal(self) -> list[Json]:
        """What may be done here."""
        due = self.due
        if due is None:
            moves = self.deal.legal()
            return [{name: move[name] for name in move if name != "player"} for move in moves]
        named: Json = {name: due[name] for name in due if name in {"action", "player"}}
        return [named if due["action"] == "turn-up" else {**named, "count": len(cards_of(due))}]

    def has_outcome(self) -> bool:
        """Whether the result stands here."""
        return self.deal.outcome is not None and self.due is None

    def in_hand(self) -> dict[str, str]:
        """Each card that has been dealt to a player while the hands are told, with his name."""
        return {
            card: action["player"]
            for action in self.actions[: self.place]
            if action["action"] == "deal"
            for card in action["cards"]
        }

    # Why an action may not come here.

    def refusal(self, action: Json) -> Refused | None:
        """Why a well-formed action may not come here, if it may not."""
        if is_of_table(action):
            return self._table_refusal(action)
        refused = self._player_refusal(action)
        if refused is None:
            return None
        if refused.code in REVOKES:
            return replace(refused.also(f"{self.game}.revoke"), plays_on=True)
        if refused.code == "king-not-held":
            return replace(refused, plays_on=True)
        if refused.code == "does-not-beat" or (
            refused.code == "cards-not-alike" and len(action["cards"]) == PAIR
        ):
            held = set(action["cards"]) <= set(self.deal.hands[action["player"]])
            return replace(refused, plays_on=held)
        return refused

    def _player_refusal(self, action: Json) -> Refused | None:
        player = action["player"]
        if self.over:
            return Refused("deal-is-over", self._after_the_end(action))
        if player in self._out():
            code = "has-refused" if self.game == "vinegret" else "out-of-the-game"
            clause = "vinegret.refusal" if self.game == "vinegret" else "zhiletka.six"
            return Refused(code, ((clause,),))
        if self.due is not None:
            return Refused("not-your-turn", self._out_of_turn(action))
        found = self.deal.refusal(action)
        if found is None:
            return None
        code, clauses = found
        if clauses is not None:
            return Refused(code, (tuple(clauses),))
        if code == "not-your-turn":
            return Refused(code, self._out_of_turn(action))
        assert code == "wrong-phase"  # each phase that would be right has its clause
        return Refused(code, (sum(self._of_action(action["action"]), ()),))

    def _out(self) -> Sequence[str]:
        if self.game == "vinegret":
            return list(self.deal.refused_in_time)
        if self.game == "zhiletka":
            return [player for player in self.players if player not in self.deal.still_in]
        return ()

    def _table_refusal(self, action: Json) -> Refused | None:
        word, due = action["action"], self.due
        if self.over:
            over = Refused("deal-is-over", self._after_the_end(action))
            return self._turned_after_a_king(action, over)
        if "seed" in self.record or ("deck" in self.record and word != "shuffle"):
            return Refused("chance-is-derived", self._of_table_action(word))
        if due is None or due["action"] != word:
            return self._misdealt(action, Refused("chance-not-due", self._of_table_action(word)))
        if action.get("player") != due.get("player"):
            return Refused("wrong-player", self._of_due(due))
        if len(cards_of(action)) != len(cards_of(due)):
            return self._misdealt(action, Refused("wrong-count", self._of_due(due)))
        return self._unavailable(action, due)

    def _unavailable(self, action: Json, due: Json) -> Refused | None:
        cards = set(cards_of(action))
        if action["action"] == "shuffle":
            wrong = cards != set(cards_of(due))
            return Refused("not-the-shuffled-cards", self._of_due(due)) if wrong else None
        must, may = self.may_come()
        if must <= cards <= must | may:
            return None
        ways = self._of_unavailable(due, cards)
        return self._misdealt(action, Refused("card-not-available", ways))

    def may_come(self) -> tuple[set[str], set[str]]:
        """The cards that must and those that may come with what is due and told."""
        due = self.due
        assert due is not None
        if self.game == "solo-whist" and due["action"] == "turn-up":
            return set(), set(self.deal.hands[self.deal.dealer])
        now, *later = self._pending(self.place)
        recycled = self.orders.recycled or set()
        if self.recycles:
            return now - recycled, recycled
        stock = now.union(*later)
        if recycled and not any(cards & recycled for cards in self._before()):
            return set(), self._without_turned(stock - recycled)
        return set(), self._without_turned(stock.union(getattr(self.deal, "stock", ())))

    @property
    def recycles(self) -> bool:
        """Whether a told draw is due with which discards come again, after what is left."""
        recycled = self.orders.recycled if self.told and self.due is not None else None
        if not recycled:
            return False
        now, *_ = self._pending(self.place)
        return bool(now & recycled) and not any(cards & recycled for cards in self._before())

    def _without_turned(self, stock: set[str]) -> set[str]:
        """`zhiletka.trump-drawn-last`: what a draw may take of a stock."""
        due = self.due
        if self.game != "zhiletka" or due is None or due["action"] != "draw":
            return stock
        left = len(stock) - len(cards_of(due))
        return stock - {self.deal.turned} if left and self._is_first_stock() else stock

    def _is_first_stock(self) -> bool:
        """Whether the turned card still lies where it was laid at first."""
        newly = self.orders.recycled is not None and self.deal.shuffles == 1
        drawn = newly and any(cards & (self.orders.recycled or set()) for cards in self._before())
        return bool(self.deal.first_stock) or (newly and not drawn)

    def _pending(self, since: int) -> Iterator[set[str]]:
        """The cards of what the table does from a place on, until a player acts."""
        for action in self.actions[since:]:
            if not is_of_table(action):
                return
            yield set(cards_of(action))

    def _before(self) -> list[set[str]]:
        """The cards of what the table has done since a player acted."""
        return [set(cards_of(each)) for each in self.actions[self.since : self.place]]

    def _misdealt(self, action: Json, refused: Refused) -> Refused:
        """What a mistake in dealing comes to where the rules have a remedy."""
        if not self.told:
            return refused
        word, cards = action["action"], set(cards_of(action))
        if word == "deal" and refused.code == "wrong-count" and self.game != "vinegret":
            return self._miscounted(action, refused)
        if self.game != "ecarte" or word != "turn-up":
            return refused
        acted = {each["action"] for each in self.actions[: self.place] if not is_of_table(each)}
        if acted:  # the elder has looked
            spoken = (
                not acted & {"exchange", "play", "throw-up"} and refused.code == "chance-not-due"
            )
            turned = {self.deal.turn_up} | self.in_hand().keys()
            two = spoken and not cards & turned
            return replace(refused.also("ecarte.two-turned"), annuls=True) if two else refused
        if cards & self.in_hand().keys():
            return replace(refused.also("ecarte.exposed-card"), plays_on=True)
        due = self.due
        if due is not None and due["action"] == "deal":
            return replace(refused.also("ecarte.faced-card"), annuls=True)
        if cards == {self.deal.turn_up}:  # nothing more has been turned
            return refused.perhaps("ecarte.two-turned")
        return replace(refused.also("ecarte.two-turned"), reopens=True)

    def _turned_after_a_king(self, action: Json, refused: Refused) -> Refused:
        """A card turned beside a king that has won the game: before anybody had acted."""
        acted = any(not is_of_table(each) for each in self.actions[: self.place])
        if self.game != "ecarte" or action["action"] != "turn-up" or acted or not self.told:
            return refused
        found = self._misdealt(action, refused)
        return replace(found, plays_on=False)

    def _miscounted(self, action: Json, refused: Refused) -> Refused:
        there = set(cards_of(action)) <= self.may_come()[1]
        if self.game == "solo-whist":
            found = replace(refused, annuls=True)
            return (
                found.also("solo-whist.misdeal") if there else found.perhaps("solo-whist.misdeal")
            )
        if self.game == "ecarte":
            who = "elder" if action["player"] == self.deal.elder else "dealer"
            misdeal = f"ecarte.misdeal-count-{who}"
            if there:
                return replace(refused.also(misdeal), plays_on=True)
        return refused

    # The clauses that the oracles leave open.

    def _ways(self, *names: str) -> Ways:
        return tuple((f"{self.game}.{name}",) for name in names) or ((),)

    def _of_action(self, word: str) -> Ways:
        return self._ways(*OF_ACTION[self.game].get(word, ()))

    def _of_table_action(self, word: str) -> Ways:
        """The clause of what the table may not do now; where two fit, that of the phase."""
        own = OF_PHASE.get(self.game, {}).get((word, self._phase()))
        if own is None:
            return self._of_action(word)
        return self._ways(own)

    def _phase(self) -> str:
        """The phase in which a draw or the second cards of a deal are due."""
        due = self.due
        if due is None:
            return str(self.deal.phase)
        word = self.actions[self.since - 1]["action"] if self.since else ""
        if self.game == "ecarte" and word == "exchange":
            elder = self.actions[self.since - 1]["player"] == self.deal.elder
            return "elder-exchange" if elder else "dealer-exchange"
        if self.game != "vinegret":
            return str(due["action"])
        if due["action"] == "deal":
            return "second-cards" if self.since else "first-cards"
        if self._is_first_exchange():
            return "second-cards" if due["action"] == "shuffle" else "first-exchange"
        return "draw"

    def _is_first_exchange(self) -> bool:
        """Whether no player of Vinegret has spoken or drawn in a later phase yet."""
        words = [each["action"] for each in self.actions[: self.since] if not is_of_table(each)]
        return len(words) <= len(self.players) and {"vist", "exchange"} >= set(words)

    def _out_of_turn(self, action: Json) -> Ways:
        if self.game == "zhiletka":
            words = [each["action"] for each in self.actions[: self.since]]
            last = next((word for word in reversed(words) if word not in CARDS_IN), "")
            return self._ways(ZHILETKA_TURNS[last])
        if self.game != "solo-whist" or self.due is not None or self.deal.phase != "auction":
            return self._ways(*TURNS[self.game])
        passed = {"player": action["player"], "call": "pass"} in self.deal.calls
        return self._ways("pass" if passed and action["action"] == "call" else "turns")

    def _after_the_end(self, action: Json) -> Ways:
        """The clause of turns, or the one that ended the deal; that of the next for a deal."""
        next_deal = [NEXT_DEAL[self.game]] if action["action"] == "deal" else []
        ended = [
            clause.partition(".")[2] for clause in (self.deal.outcome or {}).get("clauses", ())
        ]
        if self.game != "zhiletka":
            void = VOIDS.get((self.deal.outcome or {}).get("reason", ""), ())
            return self._ways(*(void or TURNS[self.game]), *ended, *next_deal)
        ended += ["automatic-sbor"] if "sbor" in ended else []
        return self._ways(*ZHILETKA_TURNS.values(), *ended, *next_deal)

    def _of_due(self, due: Json) -> Ways:
        word = due["action"]
        own = OF_PHASE.get(self.game, {}).get((word, self._phase()))
        return self._of_action(word) if own is None else self._ways(own)

    def _of_unavailable(self, due: Json, cards: set[str]) -> Ways:
        if due["action"] != "draw":
            return self._of_due(due)
        if self.game != "zhiletka":
            again = {"vinegret": "vinegret.stock-short", "ecarte": "ecarte.recycle"}[self.game]
            return tuple((*way, again) if self.recycles else way for way in self._of_due(due))
        if self.recycles:
            return self._ways("reshuffle")
        turned = self.deal.turned in cards - self.may_come()[1]
        others = cards - {self.deal.turned} - self.may_come()[1]
        early = self._ways("trump-drawn-last") if turned and self._is_first_stock() else ()
        return early if early and not others else (*early, *self._of_due(due))


TURNS = {
    "vinegret": ("order-of-speaking",),
    "ecarte": ("turns",),
    "solo-whist": ("turns",),
}
ZHILETKA_TURNS = {
    "": "leader",
    "attack": "defence",
    "beat": "next-lead",
    "take": "same-attacker",
}
"""Whose turn it is, by the last action of a player."""
NEXT_DEAL = {
    "vinegret": "next-dealer",
    "ecarte": "alternate",
    "solo-whist": "next-dealer",
    "zhiletka": "next-dealer",
}
OF_ACTION: dict[str, dict[str, tuple[str, ...]]] = {
    "vinegret": {
        "vist": ("vist",),
        "exchange": ("vist", "draw"),
        **dict.fromkeys(("pass", "bet", "hold", "raise"), ("first-betting", "last-betting")),
        **dict.fromkeys(("redeal", "force"), ("all-pass",)),
        "deal": ("first-cards", "second-cards"),
        "draw": ("vist", "draw"),
        "shuffle": ("second-cards", "stock-short"),
    },
    "ecarte": {
        **dict.fromkeys(("play-at-once", "propose"), ("propose-or-play",)),
        **dict.fromkeys(("accept", "refuse"), ("answer",)),
        "exchange": ("elder-exchange", "dealer-exchange"),
        **dict.fromkeys(("announce-king", "no-king"), ("king-window",)),
        "play": ("lead",),
        "throw-up": ("thrown-up",),
        "deal": ("deal",),
        "turn-up": ("turn-up",),
        "draw": ("elder-exchange", "dealer-exchange"),
        "shuffle": ("recycle",),
    },
    "solo-whist": {
        "call": ("turns",),
        "name-trumps": ("name-trumps",),
        "play": ("lead",),
        "deal": ("deal",),
        "turn-up": ("turn-up",),
    },
    "zhiletka": {
        "attack": ("attack",),
        "beat": ("defence",),
        "take": ("defence",),
        "deal": ("deal",),
        "turn-up": ("trump",),
        "draw": ("draw-order",),
        "shuffle": ("reshuffle",),
    },
}
"""The clauses of the actions: where there are two, each belongs to a phase."""
OF_PHASE: dict[str, dict[tuple[str, str], str]] = {
    "vinegret": {
        ("deal", "first-cards"): "first-cards",
        ("deal", "second-cards"): "second-cards",
        ("draw", "first-exchange"): "vist",
        ("draw", "draw"): "draw",
        ("shuffle", "second-cards"): "second-cards",
        ("shuffle", "draw"): "stock-short",
    },
    "ecarte": {
        ("draw", "elder-exchange"): "elder-exchange",
        ("draw", "dealer-exchange"): "dealer-exchange",
    },
}
"""Of two clauses of an action of the table the one that belongs to a phase."""

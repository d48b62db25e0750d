"""Records out of choices: mostly legal deals, and what people and programs write down wrongly."""

import random
import sys
from collections.abc import Sequence
from typing import Any

from evaluators.actions import MAY_BE_UNSEEN, TABLE_ACTIONS, Action
from evaluators.arbiter import Arbiter
from evaluators.cards import UNSEEN, Card
from evaluators.catalogue import deals_of
from evaluators.chance import Source
from evaluators.faults import Faults
from evaluators.game import Amounts, Game
from evaluators.record import Position, given_faces
from evaluators.replay import Refused, learnt, step
from service.v1.schemas import GameSchemas
from tests.conformance.questions import options_for, values
from tests.fuzz.choices import Choices
from tests.records.playing import NAMES, table_action

Json = dict[str, Any]

MOST_ACTIONS = 80
"""Enough for the longest deal that is played to its end in one go, and for some that are not."""
WAYS = 62
"""Of so many ways to go on, the last are odd; the others choose among what is legal."""
ODD_WAYS = ("unseen", "other-cards", "any-action", "misspelled")
"""`W`, `X`, `Y` and `Z` in an input."""
SPOILED = 8
"""One set-up of so many is spoiled."""
NOT_CARDS: tuple[object, ...] = (
    "",
    "10",
    "♥T",
    "Zz",
    "??",
    "ThTs",
    "Th Td",
    5,
    None,
    True,
    [],
    {},
    ["Th"],
    1.0,
    "x" * 50,
)
"""What may stand where a card should."""
WRONG: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    "",
    "x",
    "table",
    [],
    ["x"],
    {},
    {"min": 1},
)
"""What may stand anywhere."""


def arbiter_of(game: Game) -> Arbiter[Any]:
    """Who rules on the disputes of a game."""
    arbiter: Arbiter[Any] = sys.modules[game.operations["adjudicate"].run.__module__].ARBITER
    return arbiter


class Maker:
    """Makes records of one game."""

    def __init__(self, game: Game, schemas: GameSchemas) -> None:
        self.game = game
        self.schemas = schemas
        self.deals = deals_of(game)
        self.arbiter = arbiter_of(game)
        self.names = [*NAMES, "table", "nobody"]
        self.fields = {
            **{name: {"player": str, **fields} for name, fields in game.actions.items()},
            **TABLE_ACTIONS,
        }
        self.overrides = {name: values(option) for name, option in options_for(game).items()}

    def make(self, choices: Choices) -> Json:
        """A record: its set-up, then an action for every choice left."""
        record = self._set_up(choices)
        try:
            _, options, question, _ = self.schemas.read("position", {"record": record})
        except Faults:
            return {**record, "actions": []}
        form = question.record
        start, chance = self.deals.start(form, options), self.deals.chance(form)
        read, actions = self.deals.reader(form).read, list[object]()
        now, shuffles = chance.run(start, 1)
        try:
            while not choices.ended and len(actions) < MOST_ACTIONS:
                actions.append(self._action(now, choices))
                given = read(actions[-1])
                if isinstance(given, Action):
                    now, given, _ = learnt(now, given)
                    given = given_faces(given, now.counted_out(given))
                now = step(now, chance, len(actions) - 1, given, self._go_on)
                now, shuffles = chance.run(now, shuffles)
        except Refused:
            pass  # nobody can say how play went on
        return {**record, "actions": actions}

    def _go_on(self, refused: Refused) -> Any:
        finding = self.arbiter.deals.judge(refused)
        if finding.after is None or finding.stops:
            raise refused
        return finding.after

    # The set-up.

    def _set_up(self, choices: Choices) -> Json:
        low, high = self.game.players
        players = list(NAMES[: low + choices.below(high - low + 1)])
        record: Json = {"players": players}
        source = choices.one_of(tuple(Source))
        if source is Source.SEED:
            record["seed"] = f"seed {choices.below(256)}"
        elif source is Source.DECK:
            deck = random.Random(choices.below(256)).sample(self.game.pack.cards, self._pack_size)
            record["deck"] = [str(card) for card in deck]
        if dealer := choices.below(len(players) + 1):
            record["dealer"] = players[dealer - 1]
        if chosen := choices.below(len(self.game.rulesets) + 1):
            record["ruleset"] = self.game.rulesets[chosen - 1].id
        options = {}
        for _ in range(choices.below(3)):
            name = choices.one_of(tuple(self.overrides))
            options[name] = choices.one_of(self.overrides[name])
        if options:
            record["options"] = options
        if carried := choices.below(5):
            record |= self._carried_in(carried - 1, players)
        if choices.below(SPOILED) == SPOILED - 1:
            self._spoil(record, choices)
        return record

    @property
    def _pack_size(self) -> int:
        return len(self.game.pack.cards)

    def _carried_in(self, amount: int, players: Sequence[str]) -> Json:
        match self.game.code:
            case "vinegret":
                return {"pool": amount}
            case "zhiletka":
                return {"pot": amount}
            case "ecarte":
                return {"score": {players[0]: amount, players[1]: 4}}
            case _:
                return {}

    def _spoil(self, record: Json, choices: Choices) -> None:
        """Write something of the set-up down wrongly."""
        name = choices.one_of([*record, "viewer", "seed", "deck", "dealer", "score", "pool", "pot"])
        record[name] = choices.one_of([*WRONG, *record.values(), ["anna", "anna"], {"anna": 1}])

    # The actions.

    def _action(self, now: Position, choices: Choices) -> object:
        way = choices.below(WAYS)
        given = self._legal(now, way, choices) or self._any_action(choices)
        odd = way - (WAYS - len(ODD_WAYS))
        if odd < 0:
            return given
        match ODD_WAYS[odd]:
            case "unseen":
                return self._unseen(given, choices)
            case "other-cards":
                return self._other_cards(given, choices)
            case "any-action":
                return self._any_action(choices)
            case _:
                return self._misspelled(given, choices)

    @staticmethod
    def _legal(now: Position, way: int, choices: Choices) -> Json | None:
        """What may follow; None at the end, or where all cards are unseen."""
        if now.due is not None:
            return table_action(now, random.Random(way))
        legal = now.legal()
        if not legal:
            return None
        move = legal[way % len(legal)]
        written = {"player": now.turn, **move.written()}
        if isinstance(move.amount, Amounts):
            most = move.amount.max or move.amount.min + 5
            written["amount"] = move.amount.min + choices.below(most - move.amount.min + 1)
        return written

    @staticmethod
    def _unseen(given: Json, choices: Choices) -> Json:
        """Some of the cards, from some place on, nobody has seen."""
        if given["action"] not in MAY_BE_UNSEEN:
            return given
        cards = given["cards"]
        seen = choices.below(len(cards) + 1)
        return {**given, "cards": [*cards[:seen], *[UNSEEN] * (len(cards) - seen)]}

    def _other_cards(self, given: Json, choices: Choices) -> Json:
        """One of the cards is another, or there is one more or less."""
        other = str(choices.one_of(self.game.pack.cards))
        if "card" in given:
            return {**given, "card": other}
        for name in ("cards", "deck"):
            if name in given:
                cards = list(given[name])
                place = choices.below(len(cards) + 1)
                cards[place : place + 1] = [[other], [], [other, *cards[place : place + 1]]][
                    choices.below(3)
                ]
                return {**given, name: cards}
        return given

    def _any_action(self, choices: Choices) -> Json:
        """Any action by anybody, in form, whether it may come or not."""
        action = choices.one_of(tuple(self.fields))
        made: Json = {"action": str(action)}
        for name, holds in self.fields[action].items():
            made[name] = self._any_value(name, holds, choices)
        return made

    def _any_value(self, name: str, holds: Any, choices: Choices) -> object:
        pack = self.game.pack.cards
        if name == "player":
            return choices.one_of(self.names)
        if holds is tuple:
            return [str(choices.one_of(pack)) for _ in range(choices.below(6))]
        if holds is Card:
            return str(choices.one_of(pack))
        if holds is int:
            return choices.below(8) - 1
        return str(choices.one_of(tuple(holds)))

    def _misspelled(self, given: Json, choices: Choices) -> object:
        """The form of an action is wrong, or looks so."""
        name = choices.one_of([*given, "cards", "card", "amount", "extra"])
        match choices.below(6):
            case 0:
                return {each: value for each, value in given.items() if each != name}
            case 1:
                return choices.one_of(WRONG)
            case 2 | 3 if name in {"cards", "deck"}:
                cards = list(given.get(name, ()))
                place = choices.below(len(cards) + 1)
                return {**given, name: [*cards[:place], choices.one_of(NOT_CARDS), *cards[place:]]}
            case 2 | 3 if name == "card":
                return {**given, name: choices.one_of(NOT_CARDS)}
            case _:
                return {**given, name: choices.one_of(WRONG)}

"""What a player could not know at the table changes nothing in the answers he gets."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from inspect import isfunction
from itertools import cycle, islice
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.catalogue import GAMES
from evaluators.chance import Source
from evaluators.game import Game
from evaluators.standing import Pile
from tests.records.look_alikes import Given, Story, endings, look_alikes, moves, story

pytestmark = pytest.mark.no_cover  # the tracer would double its time

BY_CODE: dict[str, Any] = {game.code: game for game in GAMES}

OPTIONS: dict[str, list[Given]] = {
    "vinegret": [{}],
    "ecarte": [{}, {"game_points": 1, "deal_packets": [2, 3]}],
    "solo-whist": [{}, {"unaccepted_proposal": "redeal", "full_abundance_trumps": "own"}],
    "zhiletka": [
        {},
        {"stock_empty": "reshuffle", "sbor_kept": "contains"},
        {"hand_limit": 4, "stock_empty": "reshuffle"},
    ],
}
"""What each game is played under besides its rulesets as they are."""

KEEN: dict[str, list[tuple[str, ...]]] = {
    "vinegret": [
        (),
        ("exchange", "bet", "raise", "hold"),
        ("exchange", "hold", "raise", "bet", "pass"),
        ("pass", "force"),
    ],
    "ecarte": [
        (),
        ("propose", "accept", "exchange"),
        ("accept", "exchange", "play"),
        ("refuse", "no-king", "play"),
        ("announce-king", "play"),
        ("play-at-once", "no-king", "play"),
    ],
    "solo-whist": [
        (),
        ("abundance", "pass", "play"),
        ("open-misere", "pass", "play"),
        ("full-abundance", "pass", "play"),
    ],
    "zhiletka": [(), ("beat",), ("beat",), ("take",)],
}
"""What players may be keen on, so that rare turns are taken too."""

LOOK_INTO_HANDS = {
    "vinegret": {"card-not-held", "card-not-available", "not-the-shuffled-cards"},
    "ecarte": {
        "card-not-held",
        "must-follow-suit",
        "must-beat",
        "must-trump",
        "king-not-held",
        "card-not-available",
        "not-the-shuffled-cards",
    },
    "solo-whist": {"card-not-held", "must-follow-suit", "card-not-available"},
    "zhiletka": {"card-not-held", "card-not-available", "not-the-shuffled-cards"},
}
"""The refusals of each game that rest on hidden cards."""


@dataclass
class Search:
    """A search for answers that differ where nothing that a viewer may know differs."""

    client: FlaskClient
    game: Game
    rng: random.Random
    keen: Sequence[tuple[str, ...]]
    met: Counter[str] = field(default_factory=Counter)

    def ask(self, operation: str, record: Given, viewer: str, more: Given) -> object:
        """All of an answer but its time."""
        answer = self.client.post(
            f"/v1/games/{self.game.code}/{operation}",
            json={"record": record, "viewer": viewer, **more},
            headers={"X-Request-ID": "the-same"},
        )
        self.met[f"status {answer.status_code}"] += 1
        return answer.status_code, list(answer.headers), answer.get_data()

    def differ(
        self, operation: str, records: tuple[Given, Given], viewer: str, more: Given | None = None
    ) -> Iterator[str]:
        """What was asked, if the answers about two records are not the same."""
        one, other = (self.ask(operation, record, viewer, more or {}) for record in records)
        if one != other:
            yield f"{operation} {more} for {viewer}:\n{records[0]}\n{records[1]}\n{one}\n{other}"

    def leaks(self, rules: Given, options: Any, source: Source) -> Iterator[str]:
        """Every difference found in one random deal, sometimes one with rare recyclings."""
        wanted = self.rng.choice(self.keen)
        some = 6 if self.rng.random() < 0.4 and self.game.code != "solo-whist" else 1
        stories = [story(self.game, options, source, self.rng, wanted) for _ in range(some)]
        told = max(stories, key=lambda each: len(list(each.recycled(each.record["dealer"]))))
        for viewer in told.record["players"]:
            *_, other = [None, *look_alikes(told, viewer, self.rng)]
            if other is not None:
                yield from self._compare(rules, told, other, viewer)

    def _compare(self, rules: Given, told: Story, other: Story, viewer: str) -> Iterator[str]:
        one, two = {**told.record, **rules}, {**other.record, **rules}
        self.met[f"{told.last.phase} {told.source}"] += 1
        self.met["recycled"] += any(True for _ in told.recycled(viewer))
        yield from self.differ("position", (one, two), viewer)
        yield from self.differ("legal-moves", (one, two), viewer)
        for move in moves(told, viewer, self.rng):
            yield from self.differ("legal-moves", (one, two), viewer, {"move": move})
        for ending in endings(told, other, viewer, self.rng):
            given, twin = ending.actions
            self.met[f"{ending.code} {ending.whose}"] += 1
            records = (
                {**one, "actions": [*one["actions"], given]},
                {**two, "actions": [*two["actions"], twin]},
            )
            operation = self.rng.choice(["position", "legal-moves"])
            yield from self.differ(operation, records, viewer)


def cases(game: Game, rng: random.Random) -> list[tuple[Given, Any, Source]]:
    """The rules and sources of chance that a game is played under, in random order."""
    every = [
        ({"ruleset": ruleset.id, "options": overrides}, ruleset.resolve(overrides), source)
        for ruleset in game.rulesets
        for overrides in OPTIONS[game.code]
        for source in Source
    ]
    return rng.sample(every, len(every))


def leaks(search: Search, deals: int) -> Iterator[str]:
    """Every difference found in some deals."""
    order = cycle(cases(search.game, search.rng))
    for case in islice(order, deals):
        yield from search.leaks(*case)


games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)


DEALS = {"vinegret": 14, "ecarte": 28, "solo-whist": 8, "zhiletka": 18}
"""How many deals of each game the short test looks at."""


@games
def test_hidden_cards_change_nothing(client: FlaskClient, game: Game) -> None:
    search = Search(client, game, random.Random(game.code), KEEN[game.code])
    assert next(leaks(search, DEALS[game.code]), "") == ""


MOST_ROUNDS = 5
"""How often as many deals are looked at again until whatever is rare has been met."""
ENDS = (" other", " table", "")


@pytest.mark.long
@games
def test_hidden_cards_change_nothing_in_many_deals(client: FlaskClient, game: Game) -> None:
    search = Search(client, game, random.Random(f"many deals of {game.code}"), KEEN[game.code])
    rare = {*LOOK_INTO_HANDS[game.code]} | ({"recycled"} if game.code != "solo-whist" else set())
    for _ in range(MOST_ROUNDS):
        assert next(leaks(search, 20 * DEALS[game.code]), "") == ""
        rare -= {code for code in rare if any(search.met[f"{code}{end}"] for end in ENDS)}
        if not rare:
            break
    assert not rare


# The search finds leaks. Names are replaced where they are used: modules keep what they import.


@dataclass(frozen=True)
class Leak:
    """A name that is replaced, by what, and the game and its deals in which that is to be found.

    A leaky function gets the real one as its first argument.
    """

    game: str
    name: str
    leaky: Any
    wanted: tuple[str, ...] = ()

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put it where the real one is."""
        module, name = self.name.split(":")
        *owner, attribute = name.split(".")
        where: Any = import_module(f"evaluators.{module}")
        for part in owner:
            where = getattr(where, part)
        real, leaky = vars(where)[attribute], self.leaky
        if isfunction(real):

            def planted(*given: Any, **named: Any) -> Any:
                return leaky(real, *given, **named)

            monkeypatch.setattr(where, attribute, planted)
        else:
            monkeypatch.setattr(where, attribute, leaky)


def all_shown(real: Any, cards: Any, pack: Any, **_: object) -> Any:
    return real(cards, pack, shown=True)


def unsorted(_: Any, cards: Any, __: Any, *, shown: bool = False) -> Pile:
    return Pile(len(cards), tuple(cards) if shown else None)


def exposed_at_once(deal: Any) -> str | None:
    return deal.declarers[0] if deal.contract == "open-misere" else None


def alternatives_told(real: Any, refused: Any, given: Any, viewer: Any) -> Any:
    found = real(refused, given, viewer)
    legal = [move.written() for move in refused.position.legal()]
    return replace(found, facts={**found.facts, "legal": legal})


as_it_came = SimpleNamespace(in_order=tuple)
"""A pack in which cards have no order but that in which they came."""

WHY = {"zhiletka": ("beat",)}
"""What makes many draws, in which a card that lies open may be told too early."""

LEAKS = {
    "all hands": Leak("solo-whist", "standing:pile", all_shown),
    "all hands at the end": Leak(
        "vinegret",
        "vinegret.position:_shown",
        lambda _, deal: deal.seats if deal.finished else (),
    ),
    "the hand of an open misère before the first trick is complete": Leak(
        "solo-whist",
        "solo_whist.deal:Deal.exposed",
        property(exposed_at_once),
        ("open-misere", "pass", "play"),
    ),
    "the stock and the discards": Leak("vinegret", "vinegret.position:pile", all_shown),
    "the order of the stock": Leak(
        "ecarte",
        "ecarte.position:pile",
        lambda _, cards, pack, *, shown=True: unsorted(_, cards, pack, shown=shown),
    ),
    "the other's discards": Leak(
        "ecarte",
        "ecarte.position:pile",
        lambda real, cards, pack, *, shown=None: real(cards, pack, shown=shown is not None),
    ),
    "the hands of those who are out": Leak("zhiletka", "zhiletka.position:pile", all_shown),
    "the order in which a shown hand came": Leak("vinegret", "vinegret.table:PACK", as_it_came),
    "the order in which a sbor came": Leak("zhiletka", "zhiletka.deal:PACK", as_it_came),
    "that there was a second sbor": Leak(
        "zhiletka", "zhiletka.position:_outcome_for", lambda _, __, deal: deal.outcome
    ),
    "everybody's legal moves": Leak(
        "zhiletka", "standing:moves_for", lambda _, deal, __: deal.legal()
    ),
    "everybody's legal and refused moves": Leak(
        "ecarte",
        "position:Deals.legal_moves",
        lambda real, deals, question, options: real(deals, replace(question, viewer=None), options),
    ),
    "whether another may make a move": Leak(
        "solo-whist",
        "position:refuse_move",
        lambda real, deal, player, move: real(deal, deal.turn or player, move),
    ),
    "what another could have done instead": Leak("ecarte", "position:_illegal", alternatives_told),
    "cards in an action that is misspelt": Leak("vinegret", "position:NAMING_CARDS", frozenset()),
    **{
        f"why an action is refused in {game.code}": Leak(
            game.code,
            {
                "ecarte": "ecarte.deal:Deal.HIDDEN",
                "solo-whist": "solo_whist.deal:Deal.HIDDEN",
            }.get(game.code, "record:Position.HIDDEN"),
            frozenset(),
            WHY.get(game.code, ()),
        )
        for game in GAMES
    },
}
"""What is told by each of some leaks."""


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_the_search_finds_a_leak(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, leak: Leak
) -> None:
    leak.plant(monkeypatch)
    keen = [leak.wanted] if leak.wanted else KEEN[leak.game]
    search = Search(client, BY_CODE[leak.game], random.Random("leak"), keen)
    assert next(leaks(search, 200), None)

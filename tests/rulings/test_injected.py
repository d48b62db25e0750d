"""An illegal action put into a legal record is found where it is, for what it is."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators import decisions
from evaluators.arbiter import Arbiter
from evaluators.catalogue import GAMES
from evaluators.chance import Source
from evaluators.game import Game
from tests.conformance.games import answer
from tests.records.playing import play
from tests.records.test_oracles import KEEN
from tests.records.test_random_play import OPTIONS, WANTED
from tests.rulings.following import Followed, Refused, Ways
from tests.rulings.illegal import FORM, Illegal, illegal_actions

pytestmark = pytest.mark.no_cover  # the tracer would double its time

Json = dict[str, Any]
Kind = tuple[str, object, Ways]
"""The code and the clauses by which an action is refused, and its word."""

TABLE = ("deal-is-over", "chance-is-derived", "chance-not-due", "wrong-player", "wrong-count")
COMMON = {*FORM, *TABLE, "card-not-available", "not-your-turn", "wrong-phase", "card-not-held"}
CODES = {
    "vinegret": {
        *("not-the-shuffled-cards", "has-refused"),
        *("no-stake-yet", "already-staked", "wrong-word"),
        *("amount-out-of-range", "over-max-stake"),
    },
    "ecarte": {
        *("not-the-shuffled-cards", "played-with-wrong-count"),
        *("must-exchange-one", "stock-too-small", "stock-empty"),
        *("king-too-late", "king-already-announced", "king-not-held"),
        *("must-follow-suit", "must-beat", "must-trump"),
    },
    "solo-whist": {
        *("not-higher", "accept-or-pass-only", "no-proposal", "already-accepted"),
        *("own-proposal", "proposal-overcalled", "must-follow-suit"),
    },
    "zhiletka": {
        *("not-the-shuffled-cards", "out-of-the-game"),
        *("cards-not-alike", "too-many-cards", "more-than-defender-holds"),
        *("not-one-for-each", "does-not-beat"),
    },
}
"""The codes of each game beside those of all games."""
REMEDIED = {
    "vinegret": set[str](),
    "ecarte": {
        *("ecarte.revoke", "ecarte.false-king"),
        *("ecarte.misdeal-count-elder", "ecarte.misdeal-count-dealer"),
        *("ecarte.faced-card", "ecarte.exposed-card", "ecarte.two-turned"),
    },
    "solo-whist": {"solo-whist.revoke", "solo-whist.misdeal"},
    "zhiletka": set[str](),
}
"""The clauses of the breaches for which there is a remedy."""

PLACES = 6
"""At how many places of a record an illegal action is put."""
MOST_CLAIMED = 3
"""How many actions before and after it are claimed to be legal or not."""


@dataclass(frozen=True)
class Injected:
    """A question about a record with one illegal action, and what is wrong with that."""

    question: Json
    index: int
    refused: Refused
    player: str | None
    legal: list[Json]
    has_outcome: bool

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after it."""
        return self.index == len(self.question["record"]["actions"]) - 1


@dataclass
class Search:
    """Puts illegal actions into legal records and asks who is right."""

    client: FlaskClient
    game: Game
    rng: random.Random
    met: Counter[Kind] = field(default_factory=Counter)
    """How often actions of each kind were put into records."""
    put: Counter[str] = field(default_factory=Counter)
    """How often each code was that of an action put into a record."""
    codes: Counter[str] = field(default_factory=Counter)
    """How often each code came up, also of breaches that followed."""
    cited: Counter[str] = field(default_factory=Counter)
    """How often each clause was cited for the actions put in."""

    def look_at(self, records: int) -> None:
        """Put illegal actions into so many records."""
        for number in range(records):
            for injected in self._injected(number):
                told = answer(self.client, self.game, "adjudicate", injected.question)
                check(injected, told)
                self.codes.update(each["code"] for each in told["breaches"])
                self.cited.update(clauses_of(told["breaches"][0]))

    def _injected(self, number: int) -> Iterator[Injected]:
        game, rng = self.game, self.rng
        ruleset = rng.choice(game.rulesets)
        overrides = rng.choice(OPTIONS[game.code])
        source = rng.choice(list(Source))
        keen = [*WANTED[game.code], *KEEN[game.code]]
        wanted = keen[number % len(keen)]
        played = play(game, ruleset.resolve(overrides), source, rng, wanted)
        record = {"ruleset": ruleset.id, "options": overrides, **played.record}
        followed = Followed(game.code, record)
        for place in sorted(self._places(record["actions"], finished=played.last.finished)):
            followed.go_to(place)
            yield self._into(followed)

    def _places(self, actions: list[Json], *, finished: bool) -> Iterator[int]:
        """Some places, those of rare actions as often as those of common ones; often the last."""
        words = [action["action"] for action in actions] + ["the end"] * finished
        for _ in range(PLACES):
            word = self.rng.choice(sorted(set(words)))
            places = [place for place, each in enumerate(words) if each == word]
            yield self.rng.choice([places[-1], self.rng.choice(places)])

    def _into(self, followed: Followed) -> Injected:
        """Put an illegal action where the record has been followed to, often a rare one."""
        rng, place = self.rng, followed.place
        found = list(illegal_actions(self.game, followed, rng))
        rarity = rng.choice([lambda _: 0, self._of_code, self._of_kind])
        rarest = min(map(rarity, found))
        action, refused = rng.choice([each for each in found if rarity(each) == rarest])
        self.put[refused.code] += 1
        self.met[kind(action, refused)] += 1
        before, after = followed.actions[:place], followed.actions[place:]
        rest = rng.choice([after, after[1:], []])
        actions = [*before, action, *rest]
        question = {
            "record": {**followed.record, "actions": actions},
            "claims": list(self._claims(place, len(actions))),
        }
        player = action.get("player") if isinstance(action, dict) else None
        return Injected(
            question=question,
            index=place,
            refused=refused,
            player=player if player in followed.players else None,
            legal=followed.legal(),
            has_outcome=followed.has_outcome(),
        )

    def _of_code(self, illegal: Illegal) -> int:
        """How often an action has been put in that is refused by the same code."""
        return self.put[illegal[1].code]

    def _of_kind(self, illegal: Illegal) -> int:
        """How often an action of the same kind has been put in."""
        return self.met[kind(*illegal)]

    def _claims(self, index: int, count: int) -> Iterator[Json]:
        """Claims on the action, on some before it and on some after it."""
        for verdict in ("illegal", "legal"):
            yield {"claim": verdict, "action": index}
        for some in (range(index), range(index + 1, count)):
            for each in self.rng.sample(some, min(len(some), MOST_CLAIMED)):
                yield {"claim": self.rng.choice(["illegal", "legal"]), "action": each}


def kind(action: object, refused: Refused) -> Kind:
    """What kind of illegal action this is."""
    word = action["action"] if isinstance(action, dict) and refused.code not in FORM else None
    return refused.code, word, refused.ways


# What must be so


def check(injected: Injected, told: Json) -> None:
    """The first breach is the action that was put in; the claims are decided by what was found."""
    refused, index = injected.refused, injected.index
    asked = json.dumps({"expected": str(injected), "told": told}, indent=1, ensure_ascii=False)
    assert told["breaches"], asked
    breach = told["breaches"][0]
    assert (breach["action"], breach["code"]) == (index, refused.code), asked
    assert breach["player"] == injected.player, asked
    cited = clauses_of(breach)  # those of the refusal, then what else shows it
    assert cited, asked
    assert any(cited[: len(way)] == way for way in refused.ways), asked
    assert breach["legal_instead"] == injected.legal, asked
    assert breach["explanation"], asked
    found_at = [each["action"] for each in told["breaches"]]
    assert found_at == sorted(found_at), asked
    if refused.plays_on:
        assert told["stopped_at"] != index, asked
        assert not injected.is_last or told["stopped_at"] is None, asked
    else:
        assert told["stopped_at"] == index, asked
        assert told["breaches"] == [breach], asked
        known = (injected.has_outcome or refused.annuls) and not refused.reopens
        assert (told["outcome"] is not None) == known, asked
    assert told["undecided"] == [], asked
    for ruling in told["rulings"]:
        check_ruling(ruling, told, asked)


def check_ruling(ruling: Json, told: Json, asked: str) -> None:
    """Whether an action was legal is told as the breaches say, up to where the record stops."""
    claim, stopped = ruling["claim"], told["stopped_at"]
    found = {each["action"]: each for each in reversed(told["breaches"])}
    got = (ruling["verdict"], ruling["reason"], ruling["correct"])
    if stopped is not None and claim["action"] > stopped:
        assert got == ("undecidable", "replay-stopped", None), asked
        return
    breach = found.get(claim["action"])
    correct = "legal" if breach is None else "illegal"
    verdict = "upheld" if claim["claim"] == correct else "rejected"
    assert got == (verdict, None, correct), asked
    assert breach is None or clauses_of(ruling) == clauses_of(breach), asked
    assert breach is not None or clauses_of(ruling), asked


def clauses_of(part: Json) -> tuple[str, ...]:
    """The ids of the clauses cited."""
    return tuple(clause["id"] for clause in part["clauses"])


games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.code))

RECORDS = 60
MANY_RECORDS = 2_000
MOST_ROUNDS = 5
"""How often a tenth as many records are looked at again until each code has come up."""


@games
def test_an_illegal_action_is_found(client: FlaskClient, game: Game) -> None:
    Search(client, game, random.Random(game.code)).look_at(RECORDS)


@pytest.mark.long
@games
def test_many_illegal_actions_are_found(client: FlaskClient, game: Game) -> None:
    search = Search(client, game, random.Random(f"many records of {game.code}"))
    search.look_at(MANY_RECORDS)
    codes, remedied = COMMON | CODES[game.code], REMEDIED[game.code]
    for _ in range(MOST_ROUNDS):
        if codes <= search.codes.keys() and remedied <= search.cited.keys():
            break
        search.look_at(MANY_RECORDS // 10)
    assert search.codes.keys() == codes
    assert remedied <= search.cited.keys()


# The search finds faults. Each is put where the service would have it.


cite = Arbiter.cited


def not_shown(examined: Any, claim: Any) -> Any:
    """What is said of a claim that the question does not show."""
    return decisions.not_shown(examined.arbiter, claim)


FAULTS = {
    "a revoke ends the record": ("ecarte", "ecarte.remedies.REVOKES", frozenset()),
    "a pair that is not alike ends the record": ("zhiletka", "zhiletka.remedies.MOST_LED", 0),
    "nothing was legal instead": ("vinegret", "findings.Found.legal_instead", lambda _: ()),
    "nobody has acted": ("zhiletka", "inquiry._named_in", lambda *_: None),
    "only one clause is cited": (
        "solo-whist",
        "arbiter.Arbiter.cited",
        lambda arbiter, ids: cite(arbiter, ids[:1]),
    ),
    "what came after is judged": ("vinegret", "examined.Examined._stopped", not_shown),
}
"""The game in which each fault is looked for, and what is put in place of what."""


@pytest.mark.parametrize(("code", "name", "faulty"), FAULTS.values(), ids=FAULTS)
def test_the_search_finds_a_fault(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, code: str, name: str, faulty: object
) -> None:
    monkeypatch.setattr(f"evaluators.{name}", faulty)
    (game,) = (each for each in GAMES if each.code == code)
    with pytest.raises(AssertionError, match="expected"):
        Search(client, game, random.Random("fault")).look_at(RECORDS)

"""Records that one player could not tell apart at the table, though hidden cards differ in them."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from evaluators.cards import CARDS, Card
from evaluators.catalogue import deals_of
from evaluators.chance import Source, TableAction, shuffled
from evaluators.game import Game, Refusal
from evaluators.record import do
from evaluators.refusing import refuse_action
from evaluators.replay import Refused
from tests.records.playing import player_action, set_up, table_action

MOST_ACTIONS = 150
MOST_TRIES = 12
"""How many changes are tried to make one record that looks the same."""
MOST_ENDINGS = 12
"""How many ways to end a record illegally are tried; of those refused alike one is taken."""

Given = dict[str, Any]
Seen = tuple[object, ...]


@dataclass(frozen=True)
class Story:
    """A legal record, as a caller writes it, and its positions as everybody together sees them."""

    game: Game
    options: Any
    record: Given
    positions: tuple[Any, ...]

    @property
    def last(self) -> Any:
        """The position after all actions."""
        return self.positions[-1]

    @cached_property
    def source(self) -> Source:
        """Where its chance comes from."""
        return next((each for each in Source if each in self.record), Source.TOLD)

    def seen(self, viewer: str) -> Seen:
        """All that a player sees and hears at the table, from the set-up to the last position."""
        actions = (_face(action, viewer) for action in self.record["actions"])
        return (*actions, *(_moment(self.game, each, viewer) for each in self.positions))

    def known(self, viewer: str, since: int = 0) -> set[str]:
        """The cards that a player has seen from a position on."""
        cards = {
            str(card)
            for position in self.positions[since:]
            for hand in (position.hands[viewer], *_shown(self.game, position).values())
            for card in hand
        }
        for action in self.record["actions"][since:]:
            if not _face_down(action, viewer):
                cards |= set(_cards(action))
        return cards

    def never_seen(self, viewer: str) -> list[str]:
        """The cards that a player has not seen."""
        turned = {str(_turned(self.last))}
        seen = self.known(viewer) | turned
        return [card for card in map(str, self.game.pack.cards) if card not in seen]

    def held_by_another(self, viewer: str, rng: random.Random) -> list[str]:
        """The cards that some other player has held, not the viewer, in whatever order."""
        other = rng.choice([player for player in self.last.hands if player != viewer])
        held = {player: self._held(player) for player in (viewer, other)}
        return sorted(held[other] - held[viewer] - {str(_turned(self.last))})

    def _held(self, player: str) -> set[str]:
        return {str(card) for position in self.positions for card in position.hands[player]}

    def recycled(self, viewer: str) -> Iterator[tuple[int, list[str]]]:
        """Each action with which discards came back, and those of them not seen since."""
        for index, action in enumerate(self.record["actions"]):
            before = self.positions[index]
            if action["action"] == TableAction.SHUFFLE:
                pool, _ = before.waiting(before.due)
            elif action["action"] == TableAction.DRAW and before.due.count > len(before.stock):
                _, pool = before.waiting(before.due)
            else:
                continue
            seen = self.known(viewer, index + 1)
            yield index, [str(card) for card in pool if str(card) not in seen]


# What is seen at the table, by the rules and not by what the code that is tested shows.


def _face_down(action: Given, viewer: str) -> bool:
    """Whether the cards of an action are hidden from a viewer."""
    kind = action["action"]
    to_another = kind in {"deal", "draw", "exchange"} and action["player"] != viewer
    return kind == "shuffle" or to_another


def _cards(action: Given) -> list[str]:
    return [*action.get("cards", ()), *action.get("deck", ()), *filter(None, [action.get("card")])]


def _face(action: Given, viewer: str) -> Seen:
    """An action as a viewer sees it: of hidden cards their number, of shown ones the set."""
    others = (part for part in action.items() if part[0] not in {"cards", "deck", "card"})
    cards = _cards(action)
    hidden = _face_down(action, viewer)
    return (*sorted(others, key=str), len(cards) if hidden else frozenset(cards))


def _turned(position: Any) -> Card | None:
    """The card turned up, which lies open as long as anybody remembers."""
    turned: Card | None = getattr(position, "turn_up", None) or getattr(position, "turned", None)
    return turned


def _shown(game: Game, position: Any) -> Mapping[str, Sequence[Card]]:
    """The hands that lie open: at a Vinegret showdown, a sbor, an open misère after a trick."""
    outcome = position.outcome
    shown: Iterable[str | None] = ()
    if game.code == "solo-whist":
        exposed = position.contract == "open-misere" and position.played
        shown = position.declarers if exposed else ()
    elif game.code == "zhiletka" and outcome and outcome.result not in {"survivor", "void"}:
        shown = [outcome.winner]
    elif game.code == "vinegret" and outcome:
        stayed = [player for player in position.hands if player not in position.refused]
        shown = stayed if outcome.result in {"showdown", "unheld-raise"} else ()
    return {player: position.hands[player] for player in shown if player is not None}


def _moment(game: Game, position: Any, viewer: str) -> Seen:
    """A position as a viewer sees it."""
    due, outcome = position.due, position.outcome
    shown = _shown(game, position)
    return (
        position.turn,
        due and (due.action, due.player, due.count),
        _turned(position),
        frozenset(position.hands[viewer]),
        tuple((player, len(hand)) for player, hand in position.hands.items()),
        tuple((player, frozenset(hand)) for player, hand in shown.items()),
        outcome and (getattr(outcome, "result", None), getattr(outcome, "winner", None)),
    )


# Playing


def deck_for(game: Game, rng: random.Random) -> list[str]:
    """A random order of the pack; in Zhiletka often one that deals some players sbors."""
    cards = rng.sample(game.pack.cards, len(game.pack.cards))
    if game.code == "zhiletka" and rng.random() < 0.5:
        packets: list[Card] = []
        for _ in range(6):
            alike = [card for card in cards if card.suit is cards[0].suit]
            packet = alike[:3] if len(alike) >= 3 and rng.random() < 0.4 else cards[:3]
            packets += packet
            cards = [card for card in cards if card not in packet]
        cards = packets + cards
    return [str(card) for card in cards]


def story(
    game: Game, options: Any, source: Source, rng: random.Random, wanted: tuple[str, ...]
) -> Story:
    """A random deal, broken off at a random moment or played to its end."""
    record = set_up(game, source, rng)
    order = deck_for(game, rng)
    if source is Source.DECK:
        record["deck"] = order
    actions: list[Given] = []
    form = _form(game, record)
    deals = deals_of(game)
    reader, chance = deals.reader(form), deals.chance(form)
    deal, shuffles = chance.run(deals.start(form, options), 1)
    positions = [deal]
    while not deal.finished and len(actions) < MOST_ACTIONS:
        if deal.due is None:
            given = player_action(deal, rng, wanted)
        else:
            given = table_action(deal, rng)
            if deal.due.action is TableAction.DEAL:
                _, may = deal.waiting(deal.due)
                there = [card for card in order if CARDS[card] in may]
                given["cards"] = there[: deal.due.count]
        action = reader.read(given)
        assert not isinstance(action, Refusal)
        deal, shuffles = chance.run(do(deal, action), shuffles)
        actions.append(given)
        positions.append(deal)
    cut = _cut(positions, rng)
    record["actions"] = actions[:cut]
    return Story(game, options, record, tuple(positions[: cut + 1]))


def _cut(positions: Sequence[Any], rng: random.Random) -> int:
    """Where a deal is broken off: at its end, or in a phase, often a telling one."""
    last = len(positions) - 1
    where = rng.random()
    if where < 0.3:
        return last
    phases = sorted({each.phase for each in positions})
    telling = [phase for phase in ("shuffle", "play") if phase in phases]
    phase = rng.choice(telling if telling and rng.random() < 0.5 else phases)
    there = [index for index, each in enumerate(positions) if each.phase == phase]
    return there[0] if where < 0.45 else rng.choice(there)


def _form(game: Game, record: Given) -> Any:
    chance: Given = {}
    if "seed" in record:
        chance["seed"] = record["seed"]
    if "deck" in record:
        chance["deck"] = tuple(CARDS[card] for card in record["deck"])
    return deals_of(game).form(
        players=tuple(record["players"]),
        dealer=record["dealer"],
        actions=tuple(record.get("actions", ())),
        **chance,
    )


def retold(old: Story, record: Given) -> Story | None:
    """Another record of the same game, if it is legal."""
    deals = deals_of(old.game)
    try:
        positions = tuple(deals.replay(_form(old.game, record), old.options))
    except Refused:
        return None
    return Story(old.game, old.options, record, positions)


# Changing what is hidden


def look_alikes(first: Story, viewer: str, rng: random.Random) -> Iterator[Story]:
    """Records that look as the first does to a viewer, each changed some more than the last."""
    seen = first.seen(viewer)
    current = first
    if first.source is Source.SEED:
        deck = shuffled(first.game.code, first.record["seed"], 0, first.game.pack.cards)
        record = {name: part for name, part in first.record.items() if name != "seed"}
        given = retold(first, {**record, "deck": [str(card) for card in deck]})
        if given is None or given.seen(viewer) != seen:
            return  # there was a later shuffle, which a deck does not tell
        current = given
    for _ in range(MOST_TRIES):
        record = _changed(current, viewer, rng)
        other = retold(first, record)
        if other is not None and record != current.record and other.seen(viewer) == seen:
            current = other
            yield other


def _changed(current: Story, viewer: str, rng: random.Random) -> Given:
    """The record with some hidden cards exchanged for each other."""
    record = current.record
    start, cards = 0, current.never_seen(viewer)
    recycled = list(current.recycled(viewer))
    before_shown = rng.random() < 0.3
    if before_shown:
        cards = current.held_by_another(viewer, rng)
    elif recycled and rng.random() < 0.5:
        start, cards = rng.choice(recycled)
    some = rng.choice([len(cards), 2, 2, 3, 4])
    chosen = rng.sample(cards, min(some, len(cards)))
    names = dict(zip(chosen, rng.sample(chosen, len(chosen)), strict=True))
    actions = [
        action
        if index < start or (before_shown and not _face_down(action, viewer))
        else _renamed(action, names, rng)
        for index, action in enumerate(record["actions"])
    ]
    if "deck" in record and start == 0:
        record = {**record, "deck": [names.get(card, card) for card in record["deck"]]}
    return {**record, "actions": actions}


def _renamed(action: Given, names: Mapping[str, str], rng: random.Random) -> Given:
    """An action with cards renamed; a set of cards is told in another order."""
    told = dict(action)
    for part in ("cards", "deck"):
        if part in told:
            told[part] = [names.get(card, card) for card in told[part]]
    if "cards" in told:
        rng.shuffle(told["cards"])
    if "card" in told:
        told["card"] = names.get(told["card"], told["card"])
    return told


# Ending illegally


@dataclass(frozen=True)
class Ending:
    """An action that is illegal in two records that look the same, told as it is in each."""

    code: str
    whose: str
    actions: tuple[Given, Given]


def endings(one: Story, other: Story, viewer: str, rng: random.Random) -> list[Ending]:
    """Actions, told so that the viewer sees the same, that neither record allows."""
    found = {}
    for _ in range(2 if one.last.finished else MOST_ENDINGS):
        given = _table_given(one, rng) if rng.random() < 0.4 else _player_given(one, viewer, rng)
        twin = given
        if _face_down(given, viewer):
            field = "deck" if "deck" in given else "cards"
            twin = {**given, field: _any_cards(one.game, len(given[field]), rng)}
        if rng.random() < 0.1:
            clumsily = rng.choice([_twice, _suit_first])
            given, twin = clumsily(given), clumsily(twin)
        of_table = given["action"] in set(TableAction)
        if of_table and one.source is not other.source:
            continue
        codes = [_refused(story, action) for story, action in ((one, given), (other, twin))]
        if None not in codes:
            whose = "own" if given.get("player") == viewer else "table" if of_table else "other"
            found[*codes, whose] = Ending(str(codes[0]), whose, (given, twin))
    return list(found.values())


def _refused(told: Story, given: Given) -> str | None:
    """The code by which an action is refused to whom everything is shown."""
    deals = deals_of(told.game)
    action = deals.reader(_form(told.game, told.record)).read(given)
    if isinstance(action, Refusal):
        return action.code
    refusal = refuse_action(told.last, told.source, action)
    return None if refusal is None else refusal.code


def _any_cards(game: Game, count: int, rng: random.Random) -> list[str]:
    return [str(card) for card in rng.sample(game.pack.cards, count)]


def _twice(given: Given) -> Given:
    """The action with a card named twice."""
    return _with_cards(given, lambda cards: [*cards, *cards[:1]])


def _suit_first(given: Given) -> Given:
    """The action with its cards written as nobody may write them."""
    return _with_cards(given, lambda cards: [card[::-1] for card in cards])


def _with_cards(given: Given, change: Callable[[list[str]], list[str]]) -> Given:
    changed: Given = {name: change(given[name]) for name in ("cards", "deck") if name in given}
    return given | changed


def _table_given(told: Story, rng: random.Random) -> Given:
    """Something the table might do, mostly what is due, with any cards."""
    due = told.last.due
    if due is None or rng.random() < 0.1:
        kind, count = rng.choice(list(TableAction)), rng.randint(1, 3)
        player = rng.choice(told.record["players"])
    else:
        kind, player = due.action, due.player
        count = due.count if rng.random() < 0.8 else rng.randint(1, 3)
    cards = _any_cards(told.game, count, rng)
    turned = _turned(told.last)
    if turned is not None and str(turned) not in cards and rng.random() < 0.4:
        cards[0] = str(turned)
    match kind:
        case TableAction.TURN_UP:
            return {"action": "turn-up", "card": cards[0]}
        case TableAction.SHUFFLE:
            return {"action": "shuffle", "deck": cards}
        case _:
            return {"action": str(kind), "player": player, "cards": cards}


def _player_given(told: Story, viewer: str, rng: random.Random) -> Given:
    """Something a player might do, mostly he whose turn it is, with any cards."""
    last, game = told.last, told.game
    if last.turn is not None and rng.random() < 0.3:
        thought_of = [move for move in last.conceivable() if last.refuse(move) is not None]
        if thought_of:
            move = rng.choice(thought_of)
            bare = replace(move, amount=None if move.amount is None else 1)
            return {**bare.written(), "player": last.turn}
    name = rng.choice(sorted(game.actions))
    player = rng.choice(told.record["players"])
    if last.turn is not None and rng.random() < 0.8:
        player = last.turn
        name = rng.choice(sorted({move.action for move in last.conceivable()} or {name}))
    mine = [str(card) for card in last.hands[viewer]]
    his = [str(card) for card in last.hands[player]]
    near = rng.choice([mine, his, his]) or _any_cards(game, 1, rng)
    cards = rng.choice([_any_cards(game, 4, rng), rng.sample(near, len(near))])
    given: Given = {"player": player, "action": name}
    for field, holds in game.actions[name].items():
        if holds is tuple:
            given[field] = cards[: rng.choice([0, 1, 1, 2, 2, 3, 4])]
        elif holds is Card:
            given[field] = cards[0]
        elif holds is int:
            given[field] = rng.randint(0, 3)
        else:
            words: list[str] = [str(word) for word in holds]  # type: ignore[attr-defined]  # an enum
            given[field] = rng.choice(words)
    return given


def moves(told: Story, viewer: str, rng: random.Random) -> Iterator[Given]:
    """Moves that a viewer might ask about: of whoever is to act, and any."""
    conceivable = list(told.last.conceivable()) if told.last.turn is not None else []
    if conceivable:
        move = rng.choice(conceivable).written()
        yield {**move, "amount": 1} if "amount" in move else move
    given = _player_given(told, viewer, rng)
    yield {name: part for name, part in given.items() if name != "player"}

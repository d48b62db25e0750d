"""Illegal actions of all kinds, at a place of a legal record."""

import random
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from evaluators.cards import Card
from evaluators.game import Game
from tests.oracles.shuffle import SUITS, pack_of
from tests.rulings.following import CARDS_IN, RECEIVED, Followed, Refused, cards_of, is_of_table

Json = dict[str, Any]
Illegal = tuple[object, Refused]
"""An action as it is written, and why it may not come."""

AMOUNTS = (-1, 0, 1, 2, 3, 1_000_000, 1_000_001)

FORM = (
    "malformed-action",
    "missing-field",
    "unknown-action",
    "unknown-field",
    "unknown-player",
    "not-a-card",
    "duplicate-card",
)
"""The faults of form, in the order in which they are looked for."""


def illegal_actions(game: Game, followed: Followed, rng: random.Random) -> Iterator[Illegal]:
    """Some actions that may not come here."""
    made = [player_action(game, followed, rng) for _ in range(10)]
    made += [table_action(followed, rng) for _ in range(5)]
    for action in made:
        refused = followed.refusal(action)
        if refused is not None:
            yield action, refused
    for _ in range(4):
        yield misshapen(game, rng.choice(made), rng)


# Actions of players


def player_action(game: Game, followed: Followed, rng: random.Random) -> Json:
    """Any action of a player, mostly of the one to act."""
    deal = followed.deal
    player = deal.to_act
    if player is None or rng.random() < 0.3:
        player = rng.choice(followed.players)
    legal = deal.legal()
    words = [move["action"] for move in legal] if rng.random() < 0.5 else []
    word = rng.choice(words or list(game.actions))
    where = rng.random()
    pack = pack_of(game.code)
    hands = [deal.hands[player], deal.hands[rng.choice(followed.players)], pack]
    cards = hands[(where > 0.7) + (where > 0.85)] or pack
    if rng.random() < 0.3:
        suit = rng.choice(cards)[1]
        cards = [card for card in cards if card[1] == suit]
    action: Json = {"action": word, "player": player}
    for name, holds in game.actions[word].items():
        action[name] = _value(holds, cards, rng)
    return action


def _value(holds: type, cards: list[str], rng: random.Random) -> object:
    if holds is tuple:
        return rng.sample(cards, min(len(cards), rng.choice([0, 1, 1, 2, 2, 3, 4, 5, 6])))
    if holds is Card:
        return rng.choice(cards)
    if holds is int:
        return rng.choice(AMOUNTS)
    assert issubclass(holds, StrEnum)
    return str(rng.choice(list(holds)))


# Actions of the table


def table_action(followed: Followed, rng: random.Random) -> Json:
    """Any action of the table, mostly like the one that is due."""
    due = followed.due
    if due is not None and rng.random() < 0.75:
        return _like(due, followed, rng)
    word = rng.choice(list(CARDS_IN))
    pack = pack_of(followed.game)
    cards = rng.sample(pack, 1 if word == "turn-up" else rng.randint(0, 6))
    return _of_table(word, rng.choice(followed.players), cards)


def _of_table(word: str, player: str | None, cards: list[str]) -> Json:
    action: Json = {"action": word}
    if word in RECEIVED:
        action["player"] = player
    return {**action, CARDS_IN[word]: cards[0] if word == "turn-up" else cards}


def _like(due: Json, followed: Followed, rng: random.Random) -> Json:
    """What is due, with a mistake or two: cards too many, too few or elsewhere, another player."""
    cards, player = cards_of(due), due.get("player")
    one_only = due["action"] == "turn-up"
    others = [card for card in _others(followed, rng) if card not in cards]
    for mistake in rng.sample(("more", "fewer", "elsewhere", "another"), rng.choice([1, 1, 2])):
        if mistake == "more" and not one_only:
            more = rng.choice([1, 1, 2, 5])
            cards, others = cards + others[:more], others[more:]
        elif mistake == "fewer" and not one_only:
            cards = cards[: rng.randrange(len(cards)) if cards else 0]
        elif mistake == "elsewhere" and cards and others:
            cards[rng.randrange(len(cards))] = others.pop()
        elif mistake == "another":
            player = rng.choice(followed.players)
    return _of_table(due["action"], player, cards)


def _others(followed: Followed, rng: random.Random) -> list[str]:
    """Some cards: any, or the discards that might come but must not alone, or the turned one."""
    deal, where = followed.deal, rng.random()
    cards = pack_of(followed.game)
    if where < 0.2 and followed.orders.recycled:
        cards = list(followed.orders.recycled)
    elif where < 0.3 and getattr(deal, "turned", None):
        cards = [deal.turned]
    elif where < 0.6:
        coming = {card for each in followed.actions if is_of_table(each) for card in cards_of(each)}
        cards = [card for card in cards if card not in coming] or cards
    return rng.sample(cards, len(cards))


# Form


def misshapen(game: Game, action: Json, rng: random.Random) -> Illegal:
    """An action with a fault of form or two; the first that is looked for is the one told."""
    if rng.random() < 0.05:
        nothing: object = rng.choice([5, None, "take", [], ["take"], True, 1.5])
        return nothing, Refused("malformed-action")
    faults = ["malformed-action", "missing-field", "unknown-action", "unknown-field"]
    if "player" in action:
        faults += ["unknown-player"]
    if "cards" in action or "deck" in action:
        faults += ["not-a-card", "duplicate-card"]
    elif "card" in action:
        faults += ["not-a-card"]
    chosen = rng.sample(faults, rng.choice([1, 1, 1, 2]))
    code = min(chosen, key=FORM.index)
    if "missing-field" in chosen or "unknown-action" in chosen:
        chosen = [code]  # which of two faults would be met first may depend on the other
    broken, refused = dict(action), Refused(code)
    for each in sorted(chosen, key=FORM.index, reverse=True):
        broken, found = DAMAGES[each](game, broken, rng)
        refused = found if each == code else refused
    return broken, refused


def _malformed(game: Game, action: Json, rng: random.Random) -> tuple[Json, Refused]:
    """A field of the wrong type, one that belongs to it or one that does not."""
    kinds: dict[str, type] = dict.fromkeys(("action", "player", "card"), str)
    kinds |= {"cards": tuple, "deck": tuple}
    for fields in game.actions.values():
        kinds |= fields
    name, holds = rng.choice(list(kinds.items()))
    wrong: list[object] = [None, {}, True, 1.5]
    if holds is not int:
        wrong += [7]
    if holds is not tuple:
        wrong += [["6c"]]
    if holds is int or issubclass(holds, StrEnum):
        wrong += ["x", ""]
    return {**action, name: rng.choice(wrong)}, Refused("malformed-action")


def _missing(_: Game, action: Json, rng: random.Random) -> tuple[Json, Refused]:
    missing = rng.choice(list(action))
    return {name: action[name] for name in action if name != missing}, Refused("missing-field")


def _unknown_action(_: Game, action: Json, rng: random.Random) -> tuple[Json, Refused]:
    word = rng.choice(["fly", "", "Play", "sbor", "??", f"{action['action']} "])
    return {**action, "action": word}, Refused("unknown-action")


def _unknown_field(game: Game, action: Json, rng: random.Random) -> tuple[Json, Refused]:
    """A field that no action has, or one that belongs to another."""
    known = {"card": "6c", "cards": ["6c"], "deck": ["6c"], "amount": 1, "call": "pass"}
    known |= {"x": 1, "note": "so it was", "Player": "anna", "": None}
    there = {"amount", "call"} - {name for fields in game.actions.values() for name in fields}
    names = [name for name in known if name not in action and name not in there]
    name = rng.choice(names)
    return {**action, name: known[name]}, Refused("unknown-field")


def _unknown_player(_: Game, action: Json, rng: random.Random) -> tuple[Json, Refused]:
    name = rng.choice(["zoe", "", "table", "Anna", "anna "])
    return {**action, "player": name}, Refused("unknown-player")


def _not_a_card(game: Game, action: Json, rng: random.Random) -> tuple[Json, Refused]:
    name = next(name for name in ("cards", "deck", "card") if name in action)
    foreign = [rank + suit for rank in "A23456789TJQK" for suit in SUITS]
    foreign = [card for card in foreign if card not in pack_of(game.code)]
    wrong: list[object] = ["xx", "", "c9", "9", "Z♥", "1h"]
    if action["action"] not in {"deal", "draw", "exchange"}:
        wrong += ["??"]
    if name != "card":
        wrong += [5, None, ["6c"], {}]
    card = rng.choice(foreign if foreign and rng.random() < 0.4 else wrong)
    ways = ((f"{game.code}.pack",),) if card in foreign else ((),)
    if name == "card":
        return {**action, name: card}, Refused("not-a-card", ways)
    cards = list(action[name])
    cards.insert(rng.randint(0, len(cards)), card)
    return {**action, name: cards}, Refused("not-a-card", ways)


def _twice(game: Game, action: Json, rng: random.Random) -> tuple[Json, Refused]:
    name = "cards" if "cards" in action else "deck"
    cards = list(action[name]) or [rng.choice(pack_of(game.code))]
    cards.insert(rng.randint(0, len(cards)), rng.choice(cards))
    return {**action, name: cards}, Refused("duplicate-card")


DAMAGES: Mapping[str, Callable[[Game, Json, random.Random], tuple[Json, Refused]]] = {
    "malformed-action": _malformed,
    "missing-field": _missing,
    "unknown-action": _unknown_action,
    "unknown-field": _unknown_field,
    "unknown-player": _unknown_player,
    "not-a-card": _not_a_card,
    "duplicate-card": _twice,
}

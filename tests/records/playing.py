"""Random legal play of any game, action by action, with what must hold at every moment."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from evaluators.cards import Card
from evaluators.catalogue import deals_of
from evaluators.chance import Source, TableAction
from evaluators.game import Amounts, Game, Move, Refusal
from evaluators.record import Position, do
from evaluators.refusing import refuse_action, refuse_move

MOST_ACTIONS = 200
SAMPLED = 0.1
"""At this part of the turns any move whatever is tried."""
NAMES = ("anna", "boris", "vera", "gleb", "dasha", "egor")


@dataclass(frozen=True)
class Played:
    """A deal that was played to its end: the record as a caller writes it, and its last moment."""

    record: dict[str, Any]
    last: Any


def set_up(game: Game, source: Source, rng: random.Random) -> dict[str, Any]:
    """A random set-up of a record."""
    low, high = game.players
    players = list(NAMES[: rng.randint(low, high)])
    record: dict[str, Any] = {"players": players, "dealer": rng.choice(players)}
    if source is Source.SEED:
        record["seed"] = f"seed {rng.random()}"
    if source is Source.DECK:
        record["deck"] = [str(card) for card in rng.sample(game.pack.cards, len(game.pack.cards))]
    return record


def play(
    game: Game, options: Any, source: Source, rng: random.Random, wanted: tuple[str, ...] = ()
) -> Played:
    """Play a random deal to its end, holding every moment against what must hold.

    Moves with a `wanted` word are preferred; of those the ones with most cards.
    """
    deals = deals_of(game)
    record = set_up(game, source, rng)
    form = deals.form(
        players=tuple(record["players"]),
        dealer=record["dealer"],
        **({"seed": record["seed"]} if source is Source.SEED else {}),
        **({"deck": tuple(map(_card(game), record["deck"]))} if source is Source.DECK else {}),
    )
    reader, chance = deals.reader(form), deals.chance(form)
    deal, shuffles = chance.run(deals.start(form, options), 1)
    actions: list[dict[str, Any]] = []
    while not deal.finished and len(actions) < MOST_ACTIONS:
        check(game, deal)
        if deal.turn is not None and rng.random() < SAMPLED:
            check_any_move(game, deal, rng)
        given = table_action(deal, rng) if deal.due else player_action(deal, rng, wanted)
        action = reader.read(given)
        assert not isinstance(action, Refusal), given
        assert refuse_action(deal, source, action) is None, given
        actions.append(given)
        deal, shuffles = chance.run(do(deal, action), shuffles)
    check(game, deal)
    assert deal.finished == (deal.legal() == ())
    return Played({**record, "actions": actions}, deal)


def _card(game: Game) -> Any:
    by_name = {str(card): card for card in game.pack.cards}
    return by_name.__getitem__


def table_action(deal: Position, rng: random.Random) -> dict[str, Any]:
    """What the table is due to do, with random cards that may come."""
    due = deal.due
    assert due is not None
    must, may = deal.waiting(due)
    cards = [*must, *rng.sample(list(may), due.count - len(must))]
    rng.shuffle(cards)
    spelled = [str(card) for card in cards]
    action: dict[str, Any] = {"action": str(due.action)}
    if due.player is not None:
        action["player"] = due.player
    if due.action is TableAction.TURN_UP:
        return {**action, "card": spelled[0]}
    return {**action, "deck" if due.action is TableAction.SHUFFLE else "cards": spelled}


def player_action(
    deal: Position, rng: random.Random, wanted: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A random legal move of the player to act."""
    legal = deal.legal()
    preferred = [move for move in legal if {move.action, move.call} & set(wanted)]
    if preferred:
        most = max(len(move.cards or ()) for move in preferred)
        legal = tuple(move for move in preferred if len(move.cards or ()) == most)
    kinds = sorted({move.action for move in legal})
    kind = rng.choice(kinds)
    move = rng.choice([move for move in legal if move.action == kind])
    written = {**move.written(), "player": deal.turn}
    if isinstance(move.amount, Amounts):
        written["amount"] = rng.randint(1, move.amount.max or 3)
    return written


def check(game: Game, deal: Any) -> None:
    """Every card is in one place; nothing is won or lost; refusals cite a clause."""
    assert deal.phase
    counts = Counter(cards_of(deal))
    assert max(counts.values()) == 1
    assert set(counts) <= set(game.pack.cards)
    if game.code != "ecarte":
        assert len(counts) == len(game.pack.cards)
    if game.code == "vinegret":
        assert sum(deal.ledger.values()) + sum(deal.bets.values()) + deal.pool == 0
    elif game.code == "zhiletka":
        assert sum(deal.ledger.values()) + deal.pot == 0
    else:
        assert sum(deal.ledger.values()) == 0
    if deal.turn is not None:
        for move in deal.conceivable():
            refusal = deal.refuse(move)
            assert refusal is None or refusal.clauses
        for player in (*deal.hands, "nobody"):
            assert player == deal.turn or deal.refuse_turn(player).clauses


def check_any_move(game: Game, deal: Position, rng: random.Random) -> None:
    """What is listed is accepted, and what is not listed is refused by a clause."""
    legal = deal.legal()
    allowed = {_key(move): move for move in legal}
    for move in any_moves(game, deal, rng):
        refusal = refuse_move(deal, deal.turn or "", move)
        listed = allowed.get(_key(move))
        if listed is not None and isinstance(listed.amount, Amounts):
            most = listed.amount.max or 1_000_000
            listed = listed if listed.amount.min <= cast("int", move.amount) <= most else None
        assert (refusal is None) == (listed is not None), move
        assert refusal is None or refusal.clauses


def any_moves(game: Game, deal: Position, rng: random.Random) -> Iterator[Move]:
    """Moves of all kinds: every word and card, some sets of cards, amounts at their limits."""
    hand, pack = deal.hands[deal.turn or ""], game.pack.cards
    for action, fields in game.actions.items():
        ((name, kind),) = fields.items() or (("", None),)
        values: Iterable[Any] = [None]
        if kind is tuple:
            sizes = [rng.randint(0, 6) for _ in range(12)]
            values = [tuple(rng.sample(hand, min(size, len(hand)))) for size in sizes]
            values = [*values, *(tuple(rng.sample(pack, size)) for size in sizes)]
        elif kind is Card:
            values = pack
        elif kind is int:
            values = (-1, 0, 1, 2, 3, 1_000_000, 1_000_001)
        elif kind is not None:
            values = list(cast("type[StrEnum]", kind))
        yield from (Move(action, **({name: value} if name else {})) for value in values)


def _key(move: Move) -> tuple[object, ...]:
    return (move.action, move.card, frozenset(move.cards or ()), move.call, move.suit)


def cards_of(deal: Any) -> Iterator[Card]:
    """Every card that a deal still knows of, wherever it is."""
    for hand in deal.hands.values():
        yield from hand
    yield from deal.stock
    for name in ("discards", "aside", "attack"):
        pile = getattr(deal, name, ())
        for part in pile.values() if isinstance(pile, Mapping) else [pile]:
            yield from part
    if hasattr(deal, "bidding"):
        yield from (play.card for play in deal.trick)
        yield from (play.card for trick in deal.played for play in trick.plays)
    if hasattr(deal, "led"):
        yield from (card for card in (deal.turn_up, deal.led) if card is not None)

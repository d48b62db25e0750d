"""The comparison of the cards of one trick, which the trick games share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from evaluators import players
from evaluators.cards import Card, Pack, Suit
from evaluators.faults import Fault
from evaluators.forms import Clauses, Form, Given, Player, Says
from evaluators.game import Answer
from evaluators.spelling import duplicate
from evaluators.tricks import ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Form):
    """A card and who played it."""

    player: Annotated[Player, Says("Who played it, by name.")]
    card: Card


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of the ranking."""

    place: Annotated[int | None, Says("1 for the winner; null for a card that can win nothing.")]
    player: Annotated[str, Says("Who played the card, by name.")]
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickComparison(Answer):
    """Who takes the trick."""

    ranking: Annotated[tuple[Placed, ...], Says("The cards, best first.")]
    winner: Annotated[str, Says("Who takes the trick, by the cards so far.")]
    clauses: Clauses


def faults_of_plays(given: Given) -> Iterator[Fault]:
    """A name or a card that stands twice among the plays."""
    plays = [play or {} for play in given.get("plays", ())]
    for index, found in players.repeated([play.get("player") for play in plays]):
        yield found.below("plays", index, "player")
    cards = [play.get("card") for play in plays]
    for index, card in enumerate(cards):
        if card is not None and card in cards[:index]:
            found = duplicate(card, index, first=cards.index(card))
            yield found.at("plays", index, "card")


def compare_trick(
    plays: Sequence[Play], pack: Pack, trump: Suit | None, clause: str
) -> TrickComparison:
    """The ranking of a trick's cards; the first of them led, and legality is not judged."""
    order, able = ranked([play.card for play in plays], pack, trump)
    ranking = tuple(
        Placed(place if place <= able else None, plays[index].player, plays[index].card)
        for place, index in enumerate(order, 1)
    )
    return TrickComparison(ranking=ranking, winner=ranking[0].player, clauses=(clause,))

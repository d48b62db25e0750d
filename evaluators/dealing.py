"""How chance happens in a deal: by a seed, by a deck, or not at all where it is told."""

from dataclasses import dataclass
from typing import TypeVar

from evaluators.chance import Source, TableAction, shuffled
from evaluators.record import Position

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Chance:
    """Where the chance of a deal comes from: a seed, a deck, or what is told."""

    game: str
    source: Source
    seed: str = ""

    def run(self, position: P, shuffles: int) -> tuple[P, int]:
        """Let all that follows by itself happen; also how many shuffles there have been.

        A seed decides everything, a deck all but the order after later shuffles, told chance
        nothing.
        """
        while self.source is not Source.TOLD and (due := position.due) is not None:
            must, may = position.waiting(due)
            if due.action is TableAction.SHUFFLE:
                if self.source is Source.DECK:
                    break
                cards = shuffled(self.game, self.seed, shuffles, tuple(must))
                shuffles += 1
            else:
                cards = tuple((*must, *may)[: due.count])
            position = position.receive(due, cards)
        return position, shuffles

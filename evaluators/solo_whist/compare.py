"""Who takes a Solo Whist trick."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from evaluators.cards import Suit
from evaluators.faults import Fault
from evaluators.forms import Count, Form, Given, Says
from evaluators.solo_whist.rules import PACK, PLAYERS, Options
from evaluators.trick_compare import Play, TrickComparison, compare_trick, faults_of_plays


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """The cards of a trick, perhaps not all of them yet."""

    trump: Annotated[Suit | None, Says("The trump suit; null where there is none.")]
    plays: Annotated[
        tuple[Play, ...],
        Count(1, PLAYERS[1], ("solo-whist.players",)),
        Says("One to four cards; the first led. Whether they were legal is not judged."),
    ]

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A name or a card that stands twice."""
        yield from faults_of_plays(given)


def compare(question: Question, options: Options) -> TrickComparison:
    """The winner of a trick: the highest trump, else the highest card of the suit led."""
    del options  # none of them changes who takes a trick
    return compare_trick(question.plays, PACK, question.trump, "solo-whist.trick")

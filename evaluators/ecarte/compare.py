"""Who takes an Écarté trick."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from evaluators.ecarte.rules import PACK, PLAYERS, Options, Trump
from evaluators.faults import Fault
from evaluators.forms import Count, Form, Given, Says
from evaluators.trick_compare import Play, TrickComparison, compare_trick, faults_of_plays


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """The two cards of a trick."""

    trump: Trump
    plays: Annotated[
        tuple[Play, ...],
        Count(*PLAYERS, ("ecarte.players",)),
        Says("The two cards; the first led. Whether they were legal is not judged."),
    ]

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A name or a card that stands twice."""
        yield from faults_of_plays(given)


def compare(question: Question, options: Options) -> TrickComparison:
    """The winner of a trick: the higher card of the suit led, unless it was trumped."""
    del options  # none of them changes who takes a trick
    return compare_trick(question.plays, PACK, question.trump, "ecarte.trick")

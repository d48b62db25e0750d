"""The ways in which a deal may have gone where that depends on cards nobody has seen.

What they all come to is certain, although nobody can say which of them it was.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar, cast

from evaluators.actions import Action
from evaluators.arbiter import Arbiter
from evaluators.findings import Inquiry, went_on
from evaluators.record import Position
from evaluators.replay import Foresight, Refused, step

P = TypeVar("P", bound=Position)

MOST_WAYS = 100
"""In how many ways a deal may have gone before it is left in doubt what it came to."""


def ways(arbiter: Arbiter[P], inquiry: Inquiry[P]) -> list[Inquiry[P]]:
    """What the record comes to by every way in which its result may depend on unseen cards.

    None if there are too many, or if one of them cannot be followed.
    """
    open_stories, ended = [inquiry.positions[:1]], []
    for index in range(len(inquiry.positions) - 1):
        following: list[list[P]] = []
        for story in open_stories:
            try:
                after = _after(arbiter, inquiry, story[-1], index)
            except Refused:
                return []
            following += [[*story, way.changed(ways=tuple)] for way in after]
        ended += [story for story in following if story[-1].finished]
        open_stories = _unlike([story for story in following if not story[-1].finished])
        told = [*ended, *open_stories]
        if len(told) > MOST_WAYS or any(story[-1].result_in_doubt for story in told):
            return []
    return [replace(inquiry, positions=story) for story in (*ended, *open_stories)]


def _after(arbiter: Arbiter[P], inquiry: Inquiry[P], position: P, index: int) -> tuple[P, ...]:
    """All positions that an action may have led to."""
    action = cast("Action", inquiry.actions[index])  # what is none has ended the record
    foresight = cast("Foresight", inquiry.foresight)
    position, action = foresight.applied(position, index, action)
    after = step(position, inquiry.chance, index, action, partial(went_on, arbiter.deals.judge))
    noticed = arbiter.notice(position, action, after)
    if noticed is not None and noticed.after is not None:
        return (noticed.after,)
    ways = tuple(cast("Iterable[P]", after.ways())) or (after,)
    return tuple(foresight.after(way, index) for way in ways)


def _unlike(stories: Sequence[list[P]]) -> list[list[P]]:
    """The stories that stand in different positions now."""
    unlike: list[list[P]] = []
    for story in stories:
        if not any(story[-1] == other[-1] for other in unlike):
            unlike.append(story)
    return unlike

"""Searching a record for breaches: a deal is followed as the table played it, as far as it can be.

A breach does not stop it where the rules of the game say that play goes on. Everywhere else the
record ends there, and what came later is not judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from evaluators.actions import Action
from evaluators.arbiter import Arbiter
from evaluators.chance import TABLE, Source
from evaluators.findings import Finding, Found, Inquiry
from evaluators.game import Refusal
from evaluators.position import RecordForm
from evaluators.record import Position
from evaluators.refusing import OVER
from evaluators.replay import Refused, replay

P = TypeVar("P", bound=Position)


def inquire(
    arbiter: Arbiter[P],
    record: RecordForm,
    options: Any,
    actions: tuple[Action | Refusal, ...] | None = None,
) -> Inquiry[P]:
    """Follow a record to its end, or to where it cannot be followed further.

    `actions` may be others, already read, in place of those of the record.
    """
    if actions is None:
        actions = tuple(map(arbiter.deals.reader(record).read, record.actions))
    start, chance = arbiter.deals.start(record, options), arbiter.deals.chance(record)
    inquiry: Inquiry[P] = Inquiry(record.players, actions, chance)
    if chance.source is Source.TOLD:
        inquiry.foresight = arbiter.deals.foresight(start, chance, inquiry.actions)

    def go_on(refused: Refused) -> P:
        finding: Finding[P] = _with_grounds(arbiter, refused, arbiter.deals.judge(refused))
        index, action = refused.index, refused.action
        player = action.player if action else _named_in(record.actions[index], record.players)
        inquiry.found.append(Found(index, player, action, refused.position, finding))
        if finding.after is None or finding.stops:
            raise refused
        return finding.after

    try:
        for position in replay(start, chance, inquiry.actions, go_on, inquiry.foresight):
            inquiry.positions.append(position)
            if _stops_unnoticed(arbiter, inquiry):
                break
    except Refused as refused:
        inquiry.stopped_at = refused.index
        after = inquiry.found[-1].finding.after
        if after is not None:
            inquiry.positions.append(after)
    return inquiry


def _with_grounds(arbiter: Arbiter[P], refused: Refused, finding: Finding[P]) -> Finding[P]:
    """The finding with all the clauses that show why the action was not allowed."""
    refusal, position = finding.refusal, refused.position
    more: tuple[str, ...] = ()
    if not refusal.clauses and refused.action is None:
        more = (arbiter.RULING,)
    elif not refusal.clauses:
        more = _to_be_done(position)
    elif refusal.code in {"wrong-phase", "not-your-turn"} and position.turn is not None:
        more = position.resting_on()[:1]
    elif refusal.code == OVER:
        more = _ended_by(arbiter, position)
    if refused.action is not None:
        grounds = arbiter.grounds(position, refused.action, refusal)
        more = (*more, *arbiter.beside(refusal.code), *grounds)
    clauses = tuple(dict.fromkeys((*refusal.clauses, *more)))
    return replace(finding, refusal=replace(refusal, clauses=clauses))


def _ended_by(arbiter: Arbiter[P], position: P) -> tuple[str, ...]:
    """The clauses by which a deal was over, those that are certain."""
    endings = [position] if arbiter.is_over(position) else cast("Iterable[P]", position.ways())
    first, *others = [arbiter.ending(each) for each in endings] or [()]
    return tuple(clause for clause in first if all(clause in other for other in others))


def _to_be_done(position: Position) -> tuple[str, ...]:
    """The clauses that say what there was to be done, where the game does not know what was."""
    if position.due is not None:
        return position.due_rests_on(position.due)[:1]
    return position.resting_on()[:1] if position.turn else position.refuse_turn(TABLE).clauses


def _stops_unnoticed(arbiter: Arbiter[P], inquiry: Inquiry[P]) -> bool:
    """Whether the last action, though nothing refused it, ends what can be followed."""
    index = len(inquiry.positions) - 2
    action = inquiry.actions[index] if index >= 0 else None
    if not isinstance(action, Action):
        return False
    before, after = inquiry.positions[-2:]
    finding = arbiter.notice(before, action, after)
    if finding is None:
        return False
    inquiry.found.append(Found(index, action.player, action, before, finding, noticed=True))
    if finding.after is None:
        return False
    inquiry.positions[-1] = finding.after
    inquiry.stopped_at = index
    return True


def _named_in(given: object, names: Sequence[str]) -> str | None:
    """The player that an action names which could not be read, if it names one."""
    player = given.get("player") if isinstance(given, dict) else None
    return next((name for name in names if name == player), None)

"""What a search for breaches has found, as the answer tells it: what is certain, and what is not.

`ends` are all that the record may have come to, none if that is too much to look at; they are
`exact` if they are all completions, which show as well what was a breach.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from evaluators.actions import Action
from evaluators.arbiter import Arbiter
from evaluators.claims import Breach, Reason, Undecided
from evaluators.decisions import are_alike, holders
from evaluators.findings import Cure, Finding, Found, Inquiry
from evaluators.record import Doubt, Position
from evaluators.refusing import OVER
from evaluators.replay import Refused
from evaluators.standing import unseen_in
from evaluators.wording import broken, broken_anyway, remedy, said

P = TypeVar("P", bound=Position)


def breaches(
    arbiter: Arbiter[P], inquiry: Inquiry[P], ends: Sequence[Inquiry[P]], *, exact: bool
) -> tuple[Breach, ...]:
    """The breaches that are certain, each with its remedy if that is too."""
    completed = ends if exact else ()
    told = list(_found_by_all(arbiter, inquiry, completed))
    for found in inquiry.found:
        if _is_certain(inquiry, found, completed):
            told.append(_told(arbiter, found, _cure(arbiter, inquiry, found, ends, exact=exact)))
        elif _is_anyway(inquiry, found, completed):
            told.append(_told_anyway(arbiter, found))
    return tuple(sorted(told, key=lambda breach: breach.action))


def _told(arbiter: Arbiter[P], found: Found[P], cure: Cure | None) -> Breach:
    return Breach(
        action=found.index,
        player=found.player,
        code=found.finding.refusal.code,
        clauses=arbiter.cited(found.finding.refusal.clauses),
        explanation=broken(arbiter, found),
        legal_instead=found.legal_instead(),
        remedy=remedy(arbiter, cure),
    )


def _told_anyway(arbiter: Arbiter[P], found: Found[P]) -> Breach:
    clauses, why = broken_anyway(arbiter, found)
    return Breach(
        action=found.index,
        player=found.player,
        code="illegal-action",
        clauses=arbiter.cited(clauses),
        explanation=why,
        legal_instead=(),
        remedy=None,
    )


def _found_by_all(
    arbiter: Arbiter[P], inquiry: Inquiry[P], completed: Sequence[Inquiry[P]]
) -> Iterator[Breach]:
    """The breaches that only all completions together show, where they tell them alike."""
    for found in completed[0].found if completed else ():
        its = [(each, each.breach_at(found.index)) for each in completed]
        told = [_told(arbiter, it, it.finding.cure(each.last)) for each, it in its if it]
        if inquiry.breach_at(found.index) is None and len(told) == len(its) and are_alike(told):
            yield told[0]


def undecided(
    arbiter: Arbiter[P],
    inquiry: Inquiry[P],
    ends: Sequence[Inquiry[P]],
    outcomes: Sequence[object],
    *,
    exact: bool,
) -> tuple[Undecided, ...]:
    """What depends on unseen cards, with the action after which it did."""
    entries = [
        *_open_breaches(inquiry, ends if exact else ()),
        *_open_doubts(arbiter, inquiry, ends, outcomes, exact=exact),
    ]
    told = {index for index, _, _ in entries}
    entries += [
        entry for entry in _open_cures(arbiter, inquiry, ends, exact=exact) if entry[0] not in told
    ]
    return tuple(
        Undecided(
            action=index,
            player=player,
            depends_on=unseen_in(doubts),
            explanation=said(Reason.UNSEEN_CARDS, unseen=holders(doubts)),
        )
        for index, player, doubts in sorted(entries, key=lambda entry: entry[0])
    )


Entry = tuple[int, str | None, Sequence[Doubt]]
"""An action, who acted, and what it depends on what this comes to."""


def _open_breaches(inquiry: Inquiry[P], completed: Sequence[Inquiry[P]]) -> Iterator[Entry]:
    """What is a breach only if the deal was not over already, which completions leave open."""
    for index in {found.index for found in inquiry.found}:
        found = inquiry.breach_at(index)
        judged = [_judged(each, index) for each in completed]
        here = [each.breach_at(index) is not None for each in completed]
        settled = bool(judged) and are_alike(judged) and are_alike(here)
        told = found and (
            _is_certain(inquiry, found, completed) or _is_anyway(inquiry, found, completed)
        )
        if found and not (settled or told):
            yield index, found.player, found.position.ends


def _open_doubts(
    arbiter: Arbiter[P],
    inquiry: Inquiry[P],
    ends: Sequence[Inquiry[P]],
    outcomes: Sequence[object],
    *,
    exact: bool,
) -> Iterator[Entry]:
    """The doubts of the record, but for those that all completions settle."""
    cures = [_cures(arbiter, found, ends, exact=exact) for found in inquiry.found]
    settled = exact and are_alike(outcomes) and all(map(are_alike, cures))
    for index, after in enumerate(inquiry.positions[1:]):
        same = exact and are_alike([_judged(each, index) for each in ends])
        action, found = inquiry.actions[index], inquiry.breach_at(index)
        for doubt in after.doubts[len(inquiry.positions[index].doubts) :]:
            if same and (settled or doubt.of_move_only):
                continue
            if doubt.of_remedy_only and found and _cure(arbiter, inquiry, found, ends, exact=exact):
                continue
            yield index, action.player if isinstance(action, Action) else None, [doubt]


def _open_cures(
    arbiter: Arbiter[P], inquiry: Inquiry[P], ends: Sequence[Inquiry[P]], *, exact: bool
) -> Iterator[Entry]:
    """The breaches whose remedies depend on what was in doubt before them."""
    for found in inquiry.found:
        doubts = [doubt for doubt in found.position.doubts if doubt.of_result or doubt.of_end]
        some = doubts and any(_cures(arbiter, found, ends, exact=exact))
        if some and _cure(arbiter, inquiry, found, ends, exact=exact) is None:
            yield found.index, found.player, doubts


def _is_certain(inquiry: Inquiry[P], found: Found[P], completed: Sequence[Inquiry[P]]) -> bool:
    """Whether a breach was what it was found to be, although the deal may have been over."""
    if not inquiry.in_doubt(found):
        return True
    over = found.finding.refusal.code == OVER
    there = [each.breach_at(found.index) for each in completed]
    return bool(there) and all(
        each is not None and (each.finding.refusal.code == OVER) == over for each in there
    )


def _is_anyway(inquiry: Inquiry[P], found: Found[P], completed: Sequence[Inquiry[P]]) -> bool:
    """Whether an action was a breach in any case, though which depends on unseen cards."""
    if not completed:
        return inquiry.is_anyway(found)
    return all(each.breach_at(found.index) is not None for each in completed)


def _cure(
    arbiter: Arbiter[P],
    inquiry: Inquiry[P],
    found: Found[P],
    ends: Sequence[Inquiry[P]],
    *,
    exact: bool,
) -> Cure | None:
    """The remedy of a breach; None if it depends on unseen cards, or there is none."""
    if not ends and inquiry.last.ends:
        return None
    cures = _cures(arbiter, found, ends or [inquiry], exact=exact)
    first, *others = cures
    if first is None or not are_alike([cure and replace(cure, clauses=()) for cure in cures]):
        return None
    common = [
        each for each in first.clauses if all(cure and each in cure.clauses for cure in others)
    ]
    return replace(first, clauses=tuple(common))


def _cures(
    arbiter: Arbiter[P], found: Found[P], ends: Sequence[Inquiry[P]], *, exact: bool
) -> list[Cure | None]:
    """The remedies of a breach by all that the record may have come to."""
    if not exact:
        return [_judged_by(arbiter, found, end).cure(end.last) for end in ends]
    there = [(end, end.breach_at(found.index)) for end in ends]
    return [its.finding.cure(end.last) if its else None for end, its in there]


def _judged_by(arbiter: Arbiter[P], found: Found[P], way: Inquiry[P]) -> Finding[P]:
    """What a breach comes to where the deal has gone this way."""
    if found.noticed or found.index >= len(way.positions):
        return found.finding
    refusal, position = found.finding.refusal, way.positions[found.index]
    judged: Finding[P] = arbiter.deals.judge(Refused(found.index, found.action, refusal, position))
    return judged


def _judged(inquiry: Inquiry[P], index: int) -> str | None:
    """The code of the breach at an action, or of what ended the deal before; None if allowed."""
    found = inquiry.breach_at(index)
    if found is None and inquiry.stopped_at is not None and inquiry.stopped_at < index:
        found = inquiry.breach_at(inquiry.stopped_at)
    return found.finding.refusal.code if found else None

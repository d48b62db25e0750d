"""Ruling on claims: each is held against what the record, the situation or the hands come to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from evaluators.actions import Action
from evaluators.arbiter import Arbiter
from evaluators.claims import (
    Breach,
    Claim,
    Legality,
    Reason,
    Ruling,
    Rulings,
    Undecided,
    Verdict,
)
from evaluators.completions import completions
from evaluators.decisions import (
    agreed,
    without_record,
)
from evaluators.examined import Examined, holders
from evaluators.findings import Cure, Found, Inquiry
from evaluators.forms import ABSENT
from evaluators.inquiry import inquire
from evaluators.position import unseen_in
from evaluators.record import Position
from evaluators.ways import ways
from evaluators.wording import broken, remedy, said

P = TypeVar("P", bound=Position)


def adjudicate(arbiter: Arbiter[P], question: Any, options: Any) -> Rulings:
    """The ruling on a dispute."""
    record, claims = question.record, question.claims
    if record is ABSENT:
        rulings = tuple(without_record(arbiter, claim, question, options) for claim in claims)
        return arbiter.answer(
            rulings=rulings, breaches=(), undecided=(), stopped_at=None, outcome=None
        )
    inquiry = inquire(arbiter, record, options)
    exact, gone = [], [inquiry]
    if inquiry.last.doubts:
        exact = completions(arbiter, record, options, inquiry)
        gone = exact or (ways(arbiter, inquiry) if inquiry.last.result_in_doubt else gone)
    examined = Examined(arbiter, inquiry)
    endings = [replace(examined, inquiry=way) for way in gone]
    outcomes = [arbiter.outcome(way.last, record) for way in gone]
    return arbiter.answer(
        rulings=_ruled(claims, examined, endings, bool(exact)),
        breaches=_breaches(arbiter, inquiry, exact),
        undecided=tuple(_undecided(inquiry, exact, outcomes)),
        stopped_at=inquiry.stopped_at,
        outcome=outcomes[0] if outcomes and _are_alike(outcomes) else None,
    )


def _ruled(
    claims: Sequence[Claim], examined: Examined[P], endings: Sequence[Examined[P]], exact: bool
) -> tuple[Ruling, ...]:
    """The decisions on all claims; the same claim is decided once."""
    unlike: list[Claim] = []
    for claim in claims:
        if claim not in unlike:
            unlike.append(claim)
    decided = [_surely(claim, examined, endings, exact) for claim in unlike]
    return tuple(decided[unlike.index(claim)] for claim in claims)


def _are_alike(things: Sequence[object]) -> bool:
    return all(thing == things[0] for thing in things)


def _surely(
    claim: Claim, examined: Examined[P], endings: Sequence[Examined[P]], exact: bool
) -> Ruling:
    """The decision on a claim, also where only all that the deal may have come to shows it.

    `exact`: these are all completions, which tell as well what was allowed.
    """
    ruling = examined.ruling(claim)
    undecided = ruling.verdict is Verdict.UNDECIDABLE and ruling.reason is Reason.UNSEEN_CARDS
    if not undecided or (isinstance(claim, Legality) and not exact):
        return ruling
    unseen = holders(examined.inquiry.last.doubts)
    return agreed((ending.ruling(claim) for ending in endings), unseen) or ruling


def _cure(inquiry: Inquiry[P], found: Found[P], exact: Sequence[Inquiry[P]]) -> Cure | None:
    """The remedy of a breach; None if it depends on unseen cards, or there is none."""
    if not exact:
        may_be_over = any(doubt.of_end for doubt in found.position.doubts)
        return None if may_be_over else found.finding.cure(inquiry.last)
    there = [(completed, completed.breach_at(found.index)) for completed in exact]
    cures = [each.finding.cure(completed.last) if each else None for completed, each in there]
    return cures[0] if _are_alike(cures) else None


def _breaches(
    arbiter: Arbiter[P], inquiry: Inquiry[P], exact: Sequence[Inquiry[P]]
) -> tuple[Breach, ...]:
    """What was found, as the answer tells it."""
    return tuple(
        Breach(
            action=found.index,
            player=found.player,
            code=found.finding.refusal.code,
            clauses=arbiter.cited(found.finding.refusal.clauses),
            explanation=broken(arbiter, found),
            legal_instead=found.legal_instead(),
            remedy=remedy(arbiter, _cure(inquiry, found, exact)),
        )
        for found in inquiry.found
    )


def _undecided(
    inquiry: Inquiry[P], exact: Sequence[Inquiry[P]], outcomes: Sequence[object]
) -> Iterator[Undecided]:
    """What depends on unseen cards, with the action after which it did.

    Not where all completions come to the same.
    """
    for index, after in enumerate(inquiry.positions[1:]):
        same = exact and _are_alike([_judged(completed, index) for completed in exact])
        for doubt in after.doubts[len(inquiry.positions[index].doubts) :]:
            if same and (_are_alike(outcomes) or not (doubt.of_result or doubt.of_end)):
                continue
            action = inquiry.actions[index]
            yield Undecided(
                action=index,
                player=action.player if isinstance(action, Action) else None,
                depends_on=unseen_in([doubt]),
                explanation=said(Reason.UNSEEN_CARDS, unseen=holders([doubt])),
            )


def _judged(inquiry: Inquiry[P], index: int) -> str | None:
    """The code of the breach at an action, or of what ended the deal before; None if allowed."""
    found = inquiry.breach_at(index)
    if found is None and inquiry.stopped_at is not None and inquiry.stopped_at < index:
        found = inquiry.breach_at(inquiry.stopped_at)
    return found.finding.refusal.code if found else None

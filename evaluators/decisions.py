"""Deciding a claim: what is so, by which clauses and why; and what a question does not tell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from evaluators.arbiter import Arbiter, Hand, Won
from evaluators.cards import faces
from evaluators.claims import (
    Claim,
    HasCombination,
    Legality,
    Reason,
    Ruling,
    ScoreIs,
    TakesTheRest,
    TrickWon,
    Verdict,
    Wins,
)
from evaluators.forms import ABSENT
from evaluators.game import Combination, Move, Refusal
from evaluators.record import Doubt, Position
from evaluators.rulebook import Clause
from evaluators.standing import unseen_in
from evaluators.texts import Phrase
from evaluators.wording import said

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Decision:
    """What is so, by which clauses, and why."""

    correct: object
    clauses: Sequence[str]
    why: Phrase

    def on(self, claim: Claim, arbiter: Arbiter[P], *, upheld: bool) -> Ruling:
        """A claim upheld or rejected."""
        return Ruling(
            claim=claim,
            verdict=Verdict.UPHELD if upheld else Verdict.REJECTED,
            reason=None,
            correct=self.correct,
            clauses=arbiter.cited(self.clauses),
            explanation=self.why,
        )


def undecidable(
    claim: Claim, reason: Reason, clauses: tuple[Clause, ...] = (), **facts: object
) -> Ruling:
    """A claim that cannot be decided."""
    return Ruling(
        claim=claim,
        verdict=Verdict.UNDECIDABLE,
        reason=reason,
        correct=None,
        clauses=clauses,
        explanation=said(reason, **facts),
    )


def are_alike(things: Sequence[object]) -> bool:
    """Whether all of some things are the same."""
    return all(thing == things[0] for thing in things)


def holders(doubts: Sequence[Doubt]) -> tuple[str, ...]:
    """Whose unseen cards some doubts rest on, and how many."""
    return tuple(f"{each.player} {each.count}" for each in unseen_in(doubts))


def agreed(rulings: Iterable[Ruling], unseen: tuple[str, ...]) -> Ruling | None:
    """The decision that stands whatever some unseen cards are; None if it depends on them.

    No more rulings are asked for than it takes to see that it does.
    """
    first, unlike = None, []
    for each in rulings:
        first = first or each
        if each == first:
            continue
        if first.verdict is Verdict.UNDECIDABLE or each.verdict is not first.verdict:
            return None
        unlike.append(each)
    if first is None or not unlike:
        return first
    every = (first, *unlike)
    clauses = {clause.id: clause for each in every for clause in each.clauses}
    same = all(each.reason is None and each.correct == first.correct for each in every)
    return replace(
        first,
        reason=None if same else Reason.UNSEEN_CARDS,
        correct=first.correct if same else None,
        clauses=tuple(clauses.values()),
        explanation=said(f"{first.verdict}-anyway", unseen=unseen),
    )


def on_legality(
    arbiter: Arbiter[P], claim: Legality, clauses: Sequence[str], why: Phrase, *, legal: bool
) -> Ruling:
    """Whether a move was allowed."""
    correct = "legal" if legal else "illegal"
    return Decision(correct, clauses, why).on(claim, arbiter, upheld=claim.claim == correct)


def on_combination(
    arbiter: Arbiter[P], claim: HasCombination, hand: Hand, contained: Sequence[Combination]
) -> Ruling:
    """Whether a hand contains a combination: what it contains, or what it lacks, decides."""
    named = [each for each in contained if each.code == claim.code]
    shown = named[:1] or contained[:1]
    clauses = [
        *(clause for each in shown for clause in each.clauses),
        *(arbiter.COMBINATIONS.about(claim.code, hand) if arbiter.COMBINATIONS else ()),
        *(contained[0].clauses if named else ()),
    ]
    facts = {
        "player": claim.player,
        "hand": faces(hand),
        "names": tuple({each.code: each.name for each in contained}.values()),
        "name": arbiter.rulebook.combinations[claim.code],
    }
    lacking = "other-combinations" if contained else "no-combination" if hand else "no-cards"
    key = "combination" if named else lacking
    codes = tuple(each.code for each in contained)
    return Decision(codes, clauses, said(key, **facts)).on(claim, arbiter, upheld=bool(named))


def on_winner(arbiter: Arbiter[P], claim: Wins | TrickWon, won: Won) -> Ruling:
    """Whether those have won of whom it is claimed, the deal or a trick."""
    winners = won.winners
    claimed = claim.player if isinstance(claim, Wins) else claim.winner
    correct: object = winners if arbiter.SIDES_WIN else (winners[0] if winners else None)
    upheld = claimed in winners if winners else claimed is None
    return Decision(correct, won.clauses, won.why).on(claim, arbiter, upheld=upheld)


def without_record(arbiter: Arbiter[P], claim: Claim, question: Any, options: Any) -> Ruling:
    """The decision on a claim about a situation or about hands."""
    match claim:
        case Legality(move=Move() as move) if question.situation is not ABSENT:
            answer = arbiter.moves(question.situation, move, options)
            if isinstance(answer.refusal, Refusal):
                refusal = answer.refusal
                now = answer.clauses[:1] if refusal.code == "wrong-phase" else ()
                clauses = (*refusal.clauses, *now, *arbiter.beside(refusal.code))
                return on_legality(arbiter, claim, clauses, refusal.text, legal=False)
            clauses = arbiter.allowing(answer.clauses, move)
            return on_legality(arbiter, claim, clauses, said("allowed-here"), legal=True)
        case HasCombination() if question.hands is not ABSENT and arbiter.COMBINATIONS:
            hand = next(each.hand for each in question.hands if each.player == claim.player)
            contained = arbiter.COMBINATIONS.shown(hand, question, options)
            return on_combination(arbiter, claim, hand, contained)
        case Wins() if question.hands is not ABSENT:
            won = arbiter.won_by_hands(question, options)
            return on_winner(arbiter, claim, won) if won else not_shown(arbiter, claim)
        case _:
            return not_shown(arbiter, claim)


def not_shown(arbiter: Arbiter[P], claim: Claim) -> Ruling:
    """A claim that the question tells nothing about, or that is none in this game."""
    match claim:
        case TrickWon() | TakesTheRest() if not arbiter.TRICK:
            return undecidable(claim, Reason.NOT_IN_THIS_GAME)
        case TakesTheRest():
            return undecidable(claim, Reason.EXACT_PLAY_NEEDED)
        case ScoreIs() if not arbiter.SCORE:
            return undecidable(claim, Reason.NOT_IN_THIS_GAME)
        case HasCombination() if not arbiter.COMBINATIONS:
            return undecidable(claim, Reason.NOT_IN_THIS_GAME)
        case _:
            return undecidable(claim, Reason.NOT_IN_THE_QUESTION)

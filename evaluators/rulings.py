"""Ruling on claims: each is held against what the record, the situation or the hands come to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Generic, TypeVar, cast

from evaluators.actions import Action
from evaluators.arbiter import Arbiter, Combinations, Hand, Won
from evaluators.budget import spend
from evaluators.cards import SIGNS, Suit, face, seen
from evaluators.claims import (
    Breach,
    Claim,
    HasCombination,
    LedgerIs,
    Legality,
    Reason,
    Ruling,
    Rulings,
    ScoreIs,
    TrickWon,
    Undecided,
    Verdict,
    Wins,
)
from evaluators.completions import completions
from evaluators.decisions import (
    Decision,
    agreed,
    not_shown,
    on_combination,
    on_legality,
    on_winner,
    undecidable,
    without_record,
)
from evaluators.findings import Cure, Found, Inquiry
from evaluators.forms import ABSENT
from evaluators.game import Combination
from evaluators.inquiry import inquire
from evaluators.position import unseen_in
from evaluators.record import Doubt, Position
from evaluators.ways import ways
from evaluators.wording import allowed, broken, remedy, said

P = TypeVar("P", bound=Position)

MOST_FILLINGS = 2_000
"""How many ways to fill up a hand with unseen cards are looked at before it is left in doubt."""


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
        exact = completions(arbiter, record, options, inquiry, len(claims))
        gone = exact or (ways(arbiter, inquiry) if inquiry.last.result_in_doubt else gone)
    examined = _Examined(arbiter, inquiry)
    endings = [replace(examined, inquiry=way) for way in gone]
    outcomes = [arbiter.outcome(way.last, record) for way in gone]
    return arbiter.answer(
        rulings=tuple(_surely(claim, examined, endings, bool(exact)) for claim in claims),
        breaches=_breaches(arbiter, inquiry, exact),
        undecided=tuple(_undecided(inquiry, exact, outcomes)),
        stopped_at=inquiry.stopped_at,
        outcome=outcomes[0] if outcomes and _are_alike(outcomes) else None,
    )


def _are_alike(things: Sequence[object]) -> bool:
    return all(thing == things[0] for thing in things)


def _surely(
    claim: Claim, examined: "_Examined[P]", endings: Sequence["_Examined[P]"], exact: bool
) -> Ruling:
    """The decision on a claim, also where only all that the deal may have come to shows it.

    `exact`: these are all completions, which tell as well what was allowed.
    """
    ruling = examined.ruling(claim)
    undecided = ruling.verdict is Verdict.UNDECIDABLE and ruling.reason is Reason.UNSEEN_CARDS
    if not undecided or (isinstance(claim, Legality) and not exact):
        return ruling
    unseen = _holders(examined.inquiry.last.doubts)
    return agreed([ending.ruling(claim) for ending in endings], unseen) or ruling


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
                explanation=said(Reason.UNSEEN_CARDS, unseen=_holders([doubt])),
            )


def _judged(inquiry: Inquiry[P], index: int) -> str | None:
    """The code of the breach at an action, or of what ended the deal before; None if allowed."""
    found = inquiry.breach_at(index)
    if found is None and inquiry.stopped_at is not None and inquiry.stopped_at < index:
        found = inquiry.breach_at(inquiry.stopped_at)
    return found.finding.refusal.code if found else None


def _holders(doubts: Sequence[Doubt]) -> tuple[str, ...]:
    """Whose unseen cards some doubts rest on, and how many."""
    return tuple(f"{each.player} {each.count}" for each in unseen_in(doubts))


@dataclass(frozen=True, slots=True)
class _Examined(Generic[P]):
    """A record that has been searched, against which claims are held.

    `contained`: what hands with unseen cards may contain, by the hand and what is not placed.
    """

    arbiter: Arbiter[P]
    inquiry: Inquiry[P]
    contained: dict[tuple[Hand, Hand], list[Sequence[Combination]]] = field(default_factory=dict)

    def ruling(self, claim: Claim) -> Ruling:
        """The decision on a claim."""
        match claim:
            case Legality(action=int() as index):
                return self._legality(claim, index)
            case TrickWon():
                return self._trick(claim)
            case HasCombination():
                return self._combination(claim)
            case Wins():
                return self._winner(claim)
            case LedgerIs():
                return self._amounts(claim, claim.ledger, "ledger")
            case ScoreIs() if self.arbiter.SCORE:
                return self._amounts(claim, claim.score, "score")
            case _:
                return not_shown(self.arbiter, claim)

    def _stopped(self, claim: Claim) -> Ruling:
        """Undecidable because it comes after what ended the record."""
        clauses = self.arbiter.cited([self.arbiter.RULING])
        action = self.inquiry.stopped_at
        return undecidable(claim, Reason.REPLAY_STOPPED, clauses, action=action)

    @staticmethod
    def _unseen(claim: Claim, doubts: Sequence[Doubt]) -> Ruling:
        """Undecidable for the unseen cards that the doubts rest on."""
        return undecidable(claim, Reason.UNSEEN_CARDS, unseen=_holders(doubts))

    def _legality(self, claim: Legality, index: int) -> Ruling:
        arbiter, inquiry = self.arbiter, self.inquiry
        found = inquiry.breach_at(index)
        if found is not None:
            clauses = found.finding.refusal.clauses
            return on_legality(arbiter, claim, clauses, broken(arbiter, found), legal=False)
        if inquiry.stopped_at is not None and index > inquiry.stopped_at:
            return self._stopped(claim)
        position, action = inquiry.positions[index], inquiry.actions[index]
        before, after = position.doubts, inquiry.positions[index + 1].doubts
        doubts = [doubt for doubt in after[len(before) :] if doubt.of_move]
        doubts += [doubt for doubt in before if doubt.of_end]
        if doubts:
            return self._unseen(claim, doubts)
        due = position.due
        clauses = position.due_rests_on(due) if due else position.resting_on()
        clauses = (*clauses, *arbiter.also(inquiry, index))
        why = allowed(arbiter, position, cast("Action", action))  # else it was found above
        return on_legality(arbiter, claim, clauses, why, legal=True)

    def _trick(self, claim: TrickWon) -> Ruling:
        tricks, last = self.arbiter.tricks(self.inquiry), self.inquiry.last
        if tricks is None:
            return not_shown(self.arbiter, claim)
        if claim.number > len(tricks):
            if self.inquiry.stopped_at is not None:
                return self._stopped(claim)
            return undecidable(claim, Reason.TRICK_NOT_COMPLETE, number=claim.number)
        if doubts := [doubt for doubt in last.doubts if doubt.of_end]:
            return self._unseen(claim, doubts)
        plays, winner = tricks[claim.number - 1]
        trump: Suit | None = getattr(last, "trump", None)
        why = said(
            "trick",
            number=claim.number,
            trump=SIGNS[trump] if trump else "–",
            plays=tuple(f"{play.player} {face(play.card)}" for play in plays),
            winner=winner,
            card=next(face(play.card) for play in plays if play.player == winner),
        )
        decision = Decision(winner, self.arbiter.TRICK, why)
        return decision.on(claim, self.arbiter, upheld=claim.winner == winner)

    def _combination(self, claim: HasCombination) -> Ruling:
        arbiter, inquiry = self.arbiter, self.inquiry
        known = arbiter.COMBINATIONS
        if known is None:
            return not_shown(arbiter, claim)
        if inquiry.stopped_at is not None and not inquiry.last.finished:
            return self._stopped(claim)
        held = arbiter.hand_of(inquiry, claim.player)
        if held is None:
            return undecidable(claim, Reason.NOT_IN_THE_QUESTION)
        if doubts := [doubt for doubt in inquiry.last.doubts if doubt.of_end]:
            return self._unseen(claim, doubts)
        position, hand = held
        rulings = [
            on_combination(arbiter, claim, hand, contained)
            for contained in self._contained(known, position, hand)
        ]
        unseen = (f"{claim.player} {position.unseen(claim.player)}",)
        return agreed(rulings, unseen) or undecidable(claim, Reason.UNSEEN_CARDS, unseen=unseen)

    def _contained(
        self, known: Combinations, position: P, hand: Hand
    ) -> Sequence[Sequence[Combination]]:
        """All that a hand may contain; nothing if its unseen cards may be too many."""
        key = hand, position.unplaced()
        if key not in self.contained:
            self.contained[key] = _contents(known, position, hand)
        return self.contained[key]

    def _winner(self, claim: Wins) -> Ruling:
        arbiter, inquiry, last = self.arbiter, self.inquiry, self.inquiry.last
        if last.result_in_doubt:
            won = arbiter.won_in_doubt(last)
            return on_winner(arbiter, claim, won) if won else self._unseen(claim, last.doubts)
        if not arbiter.is_over(last):
            if inquiry.stopped_at is not None:
                return self._stopped(claim)
            return undecidable(claim, Reason.DEAL_NOT_OVER)
        have_won = arbiter.winners(last)
        winners = tuple(player for player in inquiry.players if player in have_won)
        clauses = (*arbiter.resting(last), *self._played_on())
        return on_winner(arbiter, claim, Won(winners, clauses, arbiter.result(last)))

    def _played_on(self) -> tuple[str, ...]:
        """The clauses by which breaches were played on and weigh on the result."""
        cures = [found.finding.cure(self.inquiry.last) for found in self.inquiry.found]
        weighing = tuple(clause for cure in cures if cure for clause in cure.clauses)
        went_on = any(found.finding.after is not None for found in self.inquiry.found)
        return (*weighing, *([self.arbiter.RULING] if went_on else []))

    def _amounts(self, claim: Claim, claimed: Mapping[str, int], name: str) -> Ruling:
        """Whether ledger or score are as they are claimed to be."""
        arbiter, inquiry, last = self.arbiter, self.inquiry, self.inquiry.last
        over = arbiter.is_over(last)
        if last.result_in_doubt:
            return self._unseen(claim, last.doubts)
        if inquiry.stopped_at is not None and not over:
            return self._stopped(claim)
        amount_of: Mapping[str, int] = getattr(last, name)
        correct = {player: amount_of[player] for player in inquiry.players}
        signed = "+" if name == "ledger" else ""
        amounts = tuple(
            f"{player} {format(n, signed) if n else 0}" for player, n in correct.items()
        )
        if not over:
            clauses = (*arbiter.meanwhile(inquiry, name), *self._played_on())
            why = said(f"{name}-meanwhile", amounts=amounts)
        else:
            clauses, why = (*arbiter.resting(last), *self._played_on()), arbiter.result(last)
            why = said("ledger-over", result=why, amounts=amounts) if name == "ledger" else why
        upheld = all(correct[player] == amount for player, amount in claimed.items())
        return Decision(correct, clauses, why).on(claim, arbiter, upheld=upheld)


def _contents(game: Combinations, position: P, hand: Hand) -> list[Sequence[Combination]]:
    """What a hand may contain, whatever its unseen cards are; nothing if they are too many."""
    known = seen(hand)
    contained: dict[tuple[str, ...], Sequence[Combination]] = {}
    fillings = combinations(position.unplaced(), len(hand) - len(known))
    for number, cards in enumerate(fillings):
        if number == MOST_FILLINGS:
            return []
        spend(1)
        found = game.held(position, position.pack.in_order((*known, *cards)))
        contained[tuple(each.code for each in found)] = found
    return list(contained.values())

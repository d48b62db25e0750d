"""A record that has been searched for breaches, against which claims are held."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Generic, TypeVar, cast

from evaluators.actions import Action
from evaluators.arbiter import Arbiter, Combinations, Hand, Won
from evaluators.budget import spend
from evaluators.cards import SIGNS, Suit, face, seen
from evaluators.claims import (
    Claim,
    HasCombination,
    LedgerIs,
    Legality,
    Reason,
    Ruling,
    ScoreIs,
    TrickWon,
    Verdict,
    Wins,
)
from evaluators.decisions import (
    Decision,
    agreed,
    holders,
    not_shown,
    on_combination,
    on_legality,
    on_winner,
    undecidable,
)
from evaluators.findings import Inquiry
from evaluators.game import Combination
from evaluators.record import Doubt, Position
from evaluators.texts import Phrase
from evaluators.wording import allowed, broken, broken_anyway, said

P = TypeVar("P", bound=Position)

MOST_FILLINGS = 2_000
"""How many ways to fill up a hand with unseen cards are looked at before it is left in doubt."""


@dataclass(frozen=True, slots=True)
class Examined(Generic[P]):
    """A record that has been searched, against which claims are held.

    `contained`: what hands with unseen cards may contain, by the hand and what is not placed.
    `endings`: by their identity, on which clauses last positions rest, and what they come to.
    """

    arbiter: Arbiter[P]
    inquiry: Inquiry[P]
    contained: dict[tuple[Hand, Hand], list[Sequence[Combination]]] = field(default_factory=dict)
    endings: dict[int, tuple[tuple[str, ...], Phrase]] = field(default_factory=dict)

    def ruling(self, claim: Claim) -> Ruling:
        """The decision on a claim."""
        spend(1)
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
        return undecidable(claim, Reason.UNSEEN_CARDS, unseen=holders(doubts))

    def _legality(self, claim: Legality, index: int) -> Ruling:
        arbiter, inquiry = self.arbiter, self.inquiry
        found = inquiry.breach_at(index)
        if found is not None:
            if found_in_doubt := inquiry.in_doubt(found):
                return self._unseen(claim, found_in_doubt)
            clauses = found.finding.refusal.clauses
            return on_legality(arbiter, claim, clauses, broken(arbiter, found), legal=False)
        if inquiry.stopped_at is not None and index > inquiry.stopped_at:
            return self._stopped(claim)
        position, action = inquiry.positions[index], inquiry.actions[index]
        before, after = position.doubts, inquiry.positions[index + 1].doubts
        doubts = [doubt for doubt in after[len(before) :] if doubt.of_move]
        doubts += position.ends
        if doubts:
            return self._unseen(claim, doubts)
        act = cast("Action", action)  # what is none was found above
        due, move = position.due, act.move
        clauses = position.due_rests_on(due) if due else position.resting_on()
        clauses = arbiter.allowing(clauses, move) if move else clauses
        clauses = (*clauses, *arbiter.also(inquiry, index))
        why = allowed(arbiter, position, act)
        return on_legality(arbiter, claim, clauses, why, legal=True)

    def illegal_anyway(self, claim: Legality) -> Ruling | None:
        """The decision on what was not allowed, whether or not the last action ended the deal."""
        found = self.inquiry.breach_at(cast("int", claim.action))
        if found is None or not self.inquiry.is_anyway(found):
            return None
        clauses, _ = broken_anyway(self.arbiter, found)
        verdict = Verdict.UPHELD if claim.claim == "illegal" else Verdict.REJECTED
        why = said(f"{verdict}-anyway", unseen=holders(found.position.ends))
        return on_legality(self.arbiter, claim, clauses, why, legal=False)

    def _trick(self, claim: TrickWon) -> Ruling:
        tricks, last = self.arbiter.tricks(self.inquiry), self.inquiry.last
        if tricks is None:
            return not_shown(self.arbiter, claim)
        complete = claim.number <= len(tricks)
        given_up = None if complete else self.arbiter.unplayed(last)
        if not (complete or given_up):
            if self.inquiry.stopped_at is not None and not last.finished:
                return self._stopped(claim)
            key = "trick-never-played" if last.finished else Reason.TRICK_NOT_COMPLETE
            why = said(key, number=claim.number)
            return replace(undecidable(claim, Reason.TRICK_NOT_COMPLETE), explanation=why)
        if doubts := last.ends:
            return self._unseen(claim, doubts)
        if given_up:
            return on_winner(self.arbiter, claim, given_up)
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
        if doubts := inquiry.last.ends:
            return self._unseen(claim, doubts)
        if inquiry.stopped_at is not None and not arbiter.is_settled(inquiry.last, claim.player):
            return self._stopped(claim)
        held = arbiter.hand_of(inquiry, claim.player)
        if held is None:
            return undecidable(claim, Reason.NOT_IN_THE_QUESTION)
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
            return (
                on_winner(arbiter, claim, won) if won else self._unseen(claim, last.result_doubts)
            )
        if not arbiter.is_over(last):
            if inquiry.stopped_at is not None:
                return self._stopped(claim)
            return undecidable(claim, Reason.DEAL_NOT_OVER)
        have_won = arbiter.winners(last)
        winners = tuple(player for player in inquiry.players if player in have_won)
        return on_winner(arbiter, claim, Won(winners, *self._ended()))

    def _ended(self) -> tuple[tuple[str, ...], Phrase]:
        """The clauses on which the outcome rests, and the outcome in words."""
        arbiter, last = self.arbiter, self.inquiry.last
        if id(last) not in self.endings:
            clauses = (*arbiter.resting(last), *self._played_on())
            self.endings[id(last)] = clauses, arbiter.result(last)
        return self.endings[id(last)]

    def _played_on(self) -> tuple[str, ...]:
        """The clauses by which breaches were played on and weigh on the result."""
        cures = [found.finding.cure(self.inquiry.last) for found in self.inquiry.found]
        weighing = tuple(clause for cure in cures if cure for clause in cure.clauses)
        findings = [found.finding for found in self.inquiry.found]
        went_on = any(each.after is not None and not each.stops for each in findings)
        return (*weighing, *([self.arbiter.RULING] if went_on else []))

    def _amounts(self, claim: Claim, claimed: Mapping[str, int], name: str) -> Ruling:
        """Whether ledger or score are as they are claimed to be."""
        arbiter, inquiry, last = self.arbiter, self.inquiry, self.inquiry.last
        over = arbiter.is_over(last)
        if last.result_in_doubt:
            return self._unseen(claim, last.result_doubts)
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
            clauses, why = self._ended()
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

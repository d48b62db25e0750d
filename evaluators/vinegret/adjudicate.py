"""Rulings on disputes at Vinegret."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from evaluators.actions import Action
from evaluators.arbiter import Arbiter
from evaluators.cards import Card
from evaluators.claims import Claim, Dispute, Ruling, Rulings, Wins
from evaluators.faults import Fault
from evaluators.forms import ABSENT, Absent, Count, Given, Says
from evaluators.game import Combination, Move
from evaluators.hands import faults_of_hands
from evaluators.inquiry import Inquiry
from evaluators.moves import LegalMoves
from evaluators.position import RecordForm
from evaluators.texts import Phrase
from evaluators.vinegret import legal_moves
from evaluators.vinegret.compare import Decision, Placed, ShownHand, rank
from evaluators.vinegret.deal import PACKET, Deal, Outcome
from evaluators.vinegret.evaluate import DOUBLES, combination, found_in
from evaluators.vinegret.position import DEALS, Record, outcome_of
from evaluators.vinegret.refusals import fewest
from evaluators.vinegret.rules import PLAYERS, RULEBOOK, Options
from evaluators.vinegret.settle import SHOWDOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Dispute):
    """A record, a situation or hands, and what is claimed of them."""

    CODES: ClassVar[tuple[str, ...]] = tuple(RULEBOOK.combinations)

    record: Record | Absent = ABSENT
    situation: legal_moves.Situation | Absent = ABSENT
    hands: Annotated[
        tuple[ShownHand, ...] | Absent,
        Count(1, PLAYERS[1], ("vinegret.players",)),
        Says("The hands shown, in order of speaking, from the elder hand."),
    ] = ABSENT

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """What all disputes may have wrong, and hands that cannot be."""
        yield from super(Question, cls).faults(given)  # slots: the class was made anew
        yield from faults_of_hands(given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(Rulings):
    """The ruling: each claim decided, every breach found, and what the deal came to."""

    outcome: Outcome | None


class VinegretArbiter(Arbiter[Deal]):
    """Rules on disputes at Vinegret, where no breach is played on."""

    deals = DEALS
    rulebook = RULEBOOK
    answer = Judgement
    RULING = "vinegret.ruling"
    MEANWHILE = "vinegret.ante"

    def facts(self, position: Deal, action: Action) -> Mapping[str, object]:
        """How many cards could be changed, and the limits of a stake."""
        hand = position.hands.get(action.player or "", ())
        return {
            "min": fewest(position.stage),
            "max": len(hand),
            "max_stake": position.options.max_stake,
        }

    def also(self, inquiry: Inquiry[Deal], index: int) -> tuple[str, ...]:
        """`vinegret.pass-is-not-refusal`: who has passed in this betting may speak in it again."""
        stage, player = inquiry.positions[index].stage, inquiry.positions[index].turn
        passed = any(
            isinstance(action, Action) and action.player == player and action.move == Move("pass")
            for action, position in zip(inquiry.actions, inquiry.positions[:index], strict=False)
            if position.stage == stage
        )
        return ("vinegret.pass-is-not-refusal",) if passed else ()

    def held(self, position: Deal, hand: tuple[Card, ...]) -> Sequence[Combination]:
        """What a hand contains, from two cards on."""
        found = found_in(hand) if len(hand) >= PACKET else ()
        return [combination(each, position.options) for each in found]

    def contained(
        self, hand: tuple[Card, ...], question: Question, options: Options
    ) -> Sequence[Combination]:
        """What a hand that is shown contains."""
        del question
        return [combination(each, options) for each in found_in(hand)]

    def lacking(self, code: str) -> tuple[str, ...]:
        """The clause of the combination; that of the doubles for both."""
        return (f"vinegret.{'double' if code in DOUBLES else code}",)

    def moves(self, situation: Any, move: Move, options: Options) -> LegalMoves:
        """As `legal-moves` says."""
        question = legal_moves.Question(situation=situation, move=move)
        return legal_moves.legal_moves(question, options)

    def of_hands(self, claim: Claim, question: Question, options: Options) -> Ruling:
        """What a hand contains, and who wins the showdown."""
        if not isinstance(claim, Wins) or question.hands is ABSENT:
            return super().of_hands(claim, question, options)
        ranked, decision = rank(question.hands, options)
        clauses = (SHOWDOWN, *decision.clauses, *ranked[0].best.clauses)
        return self.won(claim, (ranked[0].player,), clauses, _showdown(ranked, decision))

    def outcome(self, last: Deal, record: RecordForm) -> Outcome | None:
        """The outcome, the players in the record's order."""
        return outcome_of(last, record)

    def winners(self, last: Deal) -> tuple[str, ...]:
        """Who takes the pool."""
        winner = last.outcome.winner if last.outcome else None
        return () if winner is None else (winner,)

    def in_doubt(self, claim: Wins, last: Deal) -> Ruling | None:
        """`vinegret.unheld-raise`: he takes the pool, whatever cards he has."""
        if last.taker is None:
            return None
        why = RULEBOOK.phrase("rulings", "unheld-raise-unseen", {"player": last.taker})
        return self.won(claim, (last.taker,), ("vinegret.unheld-raise",), why)

    def result(self, last: Deal) -> Phrase:
        """Who takes the pool, and why."""
        outcome = last.outcome
        if outcome is None:  # pragma: no cover - only asked of an outcome
            raise TypeError
        if outcome.decided_by is not None:
            return _showdown(outcome.ranking, outcome.decided_by)
        staying = last.staying[0]
        named = outcome.combination.name if outcome.combination else ""
        facts = {"player": outcome.winner or staying, "pool": outcome.pool, "name": named}
        return RULEBOOK.phrase("rulings", outcome.result, facts)

    def resting(self, last: Deal) -> tuple[str, ...]:
        """Of a showdown also what decided it, and the winner's combination."""
        outcome = last.outcome
        if outcome is None or outcome.decided_by is None or outcome.combination is None:
            return super().resting(last)
        return (*outcome.clauses, *outcome.decided_by.clauses, *outcome.combination.clauses)


def _showdown(ranking: Sequence[Placed], decision: Decision) -> Phrase:
    """The hands shown, and what put the first before the second."""
    shown = tuple(
        RULEBOOK.phrase(
            "rulings",
            "shown",
            {"player": each.player, "name": each.best.name, "points": each.best.points},
        )
        for each in ranking
    )
    facts = {"shown": shown, "winner": ranking[0].player}
    return RULEBOOK.phrase("rulings", f"showdown-{decision.criterion or 'alone'}", facts)


_ARBITER = VinegretArbiter()


def adjudicate(question: Question, options: Options) -> Rulings:
    """The ruling on a dispute: claims decided and breaches found, with the rules they rest on."""
    return _ARBITER.adjudicate(question, options)

"""Rulings on disputes at Vinegret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

from evaluators import rulings
from evaluators.actions import Action
from evaluators.arbiter import Arbiter, Combinations, Hand, Won
from evaluators.cards import faces
from evaluators.claims import Dispute, Rulings
from evaluators.findings import Inquiry
from evaluators.forms import ABSENT, Absent, Count, Says
from evaluators.game import Combination, Move, Refusal
from evaluators.position import MovesQuestion, RecordForm
from evaluators.standing import OUTCOME
from evaluators.texts import Phrase
from evaluators.vinegret import legal_moves
from evaluators.vinegret.compare import Criterion, Decision, Placed, ShownHand, rank
from evaluators.vinegret.deal import Deal
from evaluators.vinegret.evaluate import DOUBLES, combination, found_in, points_of
from evaluators.vinegret.outcome import Outcome
from evaluators.vinegret.position import DEALS, Record, outcome_of
from evaluators.vinegret.refusals import fewest
from evaluators.vinegret.rules import PLAYERS, RULEBOOK, Options
from evaluators.vinegret.settle import SHOWDOWN
from evaluators.vinegret.table import PACKET


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Dispute):
    """A record, a situation or hands, and what is claimed of them."""

    CODES: ClassVar[tuple[str, ...]] = tuple(RULEBOOK.combinations)
    SITUATIONS: ClassVar[type[MovesQuestion]] = legal_moves.Question

    record: Record | Absent = ABSENT
    situation: legal_moves.Situation | Absent = ABSENT
    hands: Annotated[
        tuple[ShownHand, ...] | Absent,
        Count(1, PLAYERS[1], ("vinegret.players",)),
        Says("The hands shown, in order of speaking, from the elder hand."),
    ] = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(Rulings):
    """The ruling: each claim decided, every breach found, and what the deal came to."""

    outcome: Annotated[Outcome | None, OUTCOME]


def _held(position: Deal, hand: Hand) -> Sequence[Combination]:
    """What a hand contains, from two cards on."""
    found = found_in(hand) if len(hand) >= PACKET else ()
    return [combination(each, position.options) for each in found]


def _forced(inquiry: Inquiry[Deal]) -> bool:
    """Whether the dealer has forced the draw."""
    return any(isinstance(each, Action) and each.move == Move("force") for each in inquiry.actions)


def _of_any(last: Deal, player: str) -> tuple[str, ...]:
    """The clauses of the best that a hand with unseen cards may contain."""
    best = (combination(found_in(hand)[0], last.options) for hand in last.shown().hands_of(player))
    return tuple(dict.fromkeys(clause for each in best for clause in each.clauses))


COMBINATIONS = Combinations(
    held=_held,
    shown=lambda hand, _, options: [combination(each, options) for each in found_in(hand)],
    about=lambda code, _: (f"vinegret.{'double' if code in DOUBLES else code}",),
)


class VinegretArbiter(Arbiter[Deal]):
    """Rules on disputes at Vinegret, where no breach is played on."""

    deals = DEALS
    rulebook = RULEBOOK
    legal_moves: ClassVar[Any] = legal_moves
    answer = Judgement
    COMBINATIONS = COMBINATIONS
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

    def grounds(self, position: Deal, action: Action, refusal: Refusal) -> tuple[str, ...]:
        """That nobody may give up a hand where the dealer forced the draw."""
        del action
        forced = position.stage == "draw" and not any(position.bets.values())
        return ("vinegret.all-pass",) if forced and refusal.code == "wrong-phase" else ()

    def beside(self, code: str) -> tuple[str, ...]:
        """Where the limits of all amounts stand."""
        return ("vinegret.max-stake",) if code == "amount-out-of-range" else ()

    def also(self, inquiry: Inquiry[Deal], index: int) -> tuple[str, ...]:
        """`vinegret.pass-is-not-refusal`: who has passed in this betting may speak in it again.

        `vinegret.all-pass`: everybody draws where the dealer forced it.
        """
        stage, player = inquiry.positions[index].stage, inquiry.positions[index].turn
        passed = any(
            isinstance(action, Action) and action.player == player and action.move == Move("pass")
            for action, position in zip(inquiry.actions, inquiry.positions[:index], strict=False)
            if position.stage == stage
        )
        if stage == "draw" and _forced(inquiry):
            return ("vinegret.all-pass",)
        return ("vinegret.pass-is-not-refusal",) if passed else ()

    def won_by_hands(self, question: Question, options: Options) -> Won | None:
        """Who wins the showdown."""
        ranked, decision = rank(cast("Any", question.hands), options)
        how = SHOWDOWN if len(ranked) > 1 else "vinegret.unheld-raise"
        clauses = (how, *decision.clauses, *ranked[0].best.clauses)
        return Won((ranked[0].player,), clauses, _showdown(ranked, decision))

    def is_settled(self, last: Deal, player: str) -> bool:
        """Who has refused or drawn changes no card any more."""
        drawn = last.stage == "draw" and player not in last.queue
        return drawn or player in last.refused or last.stage == "last-betting" or last.finished

    def outcome(self, last: Deal, record: RecordForm) -> Outcome | None:
        """The outcome, the players in the record's order."""
        return outcome_of(last, record)

    def won_in_doubt(self, last: Deal) -> Won | None:
        """Who takes the pool, though what he is paid depends on his cards."""
        if last.taker is None:
            return None
        held = len(last.staying) > 1
        why = RULEBOOK.phrase("rulings", "taken-unseen", {"player": last.taker})
        how = SHOWDOWN if held else "vinegret.unheld-raise"
        return Won((last.taker,), (how, *(_of_any(last, last.taker) if held else ())), why)

    def result(self, last: Deal) -> Phrase:
        """Who takes the pool, and why."""
        outcome = cast("Outcome", last.outcome)
        if outcome.decided_by is not None:
            return _showdown(outcome.ranking, outcome.decided_by)
        paying = [(player, -paid) for player, paid in outcome.payments.items() if paid < 0]
        facts = {
            "player": outcome.winner or last.staying[0],
            "pool": outcome.pool,
            "name": outcome.combination.name if outcome.combination else "",
            "payer": paying[0][0] if paying else "",
            "paid": paying[0][1] if paying else 0,
        }
        key = outcome.result
        if key == "unheld-bet" and not paying:
            key = "unheld-bet-unpaid"
        elif outcome.winner and outcome.combination is None:
            key = "taken-whatever"
        return RULEBOOK.phrase("rulings", key, facts)

    def resting(self, last: Deal) -> tuple[str, ...]:
        """Also what decided a showdown, and the winner's combination."""
        outcome = last.outcome
        decided = outcome.decided_by.clauses if outcome and outcome.decided_by else ()
        paid_for = outcome.combination.clauses if outcome and outcome.combination else ()
        if outcome and outcome.winner and outcome.combination is None:
            paid_for = _of_any(last, outcome.winner)
        return (*super().resting(last), *decided, *paid_for)

    def ending(self, last: Deal) -> tuple[str, ...]:
        """Whatever was in the hands."""
        return super().resting(last)

    def meanwhile(self, inquiry: Inquiry[Deal], name: str) -> tuple[str, ...]:
        """What has been paid so far: antes, and from the first exchange and betting on stakes."""
        last = inquiry.last
        vist = last.stage not in {"first-cards", "first-exchange"}
        staked = last.stage in {"draw", "last-betting"} or any(last.bets.values())
        return (
            *super().meanwhile(inquiry, name),
            *(["vinegret.vist"] if vist else []),
            *(["vinegret.first-betting"] if staked else []),
            *(["vinegret.all-pass"] if _forced(inquiry) else []),
        )


def _showdown(ranking: Sequence[Placed], decision: Decision) -> Phrase:
    """The hands shown, and what put the first before the second."""
    shown = tuple(
        RULEBOOK.phrase(
            "rulings",
            "shown",
            {
                "player": each.player,
                "name": each.best.name,
                "cards": faces(each.best.cards),
                "points": each.best.points,
            },
        )
        for each in ranking
    )
    how: str = decision.criterion or "alone"
    if decision.criterion is Criterion.POINTS and ranking[0].best.points == ranking[1].best.points:
        how = "flux"
    first, second = (*ranking, ranking[0])[:2]
    facts = {
        "shown": shown,
        "winner": first.player,
        "second": second.player,
        "most": points_of(first.best.cards),
        "fewer": points_of(second.best.cards),
    }
    return RULEBOOK.phrase("rulings", f"showdown-{how}", facts)


ARBITER = VinegretArbiter()


def adjudicate(question: Question, options: Options) -> Rulings:
    """The ruling on a dispute: claims decided and breaches found, with the rules they rest on."""
    return rulings.adjudicate(ARBITER, question, options)

"""The outcomes of a Vinegret deal, and what is paid as it ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from evaluators.forms import Clauses, Says
from evaluators.game import Combination
from evaluators.vinegret.compare import Decision, Placed, ShownHand, rank
from evaluators.vinegret.rules import Options, UnheldBet
from evaluators.vinegret.settle import PAYMENT, SHOWDOWN, payments


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the deal ended."""

    result: Annotated[str, Says("redeal, unheld-bet, carry-over, unheld-raise or showdown.")]
    pool: Annotated[int, Says("Tokens left in it for the next deal.")]
    payments: Annotated[
        Mapping[str, int], Says("By how much each ledger changed as the deal ended, in tokens.")
    ]
    clauses: Clauses
    winner: Annotated[str | None, Says("Who takes the pool, null if nobody.")] = None
    combination: Annotated[
        Combination | None,
        Says("The winner's; null if there is none, or if it rests on unseen cards."),
    ] = None
    ranking: Annotated[tuple[Placed, ...], Says("Of a showdown, best first.")] = ()
    decided_by: Annotated[Decision | None, Says("What put the winner first in a showdown.")] = None


def redeal(seats: Sequence[str], pool: int) -> Outcome:
    """`vinegret.all-pass`: the dealer has chosen another deal; nobody pays."""
    return Outcome("redeal", pool, dict.fromkeys(seats, 0), ("vinegret.all-pass",))


def unheld_bet(
    player: str, bets: Mapping[str, int], refused: Sequence[str], pool: int, options: Options
) -> Outcome:
    """`vinegret.unheld-bet`: he takes back what he staked, and is paid for it.

    `bets` in order of speaking, the dealer's last; they are in the `pool`. `refused` as they did.
    """
    *_, dealer = bets
    staked = bets[player]
    payer, paid = dealer, 2 * staked
    if options.unheld_bet is UnheldBet.LAST_REFUSER_PAYS_TWO:
        payer, paid = refused[-1], 2
    changes = dict.fromkeys(bets, 0)
    changes[payer] -= paid
    changes[player] += paid + staked
    return Outcome("unheld-bet", pool - staked, changes, ("vinegret.unheld-bet",))


def carry_over(seats: Sequence[str], pool: int, options: Options) -> Outcome:
    """`vinegret.carry-over`: everybody adds the ante of the next deal's pool."""
    ante = options.carry_over_ante
    changes = dict.fromkeys(seats, -ante)
    return Outcome("carry-over", pool + ante * len(seats), changes, ("vinegret.carry-over",))


def showdown(
    shown: Sequence[ShownHand], seats: Sequence[str], pool: int, options: Options
) -> Outcome:
    """`vinegret.showdown`: the best of the hands `shown`, in order of speaking, takes the pool."""
    ranking, decision = rank(shown, options)
    winner, best = ranking[0].player, ranking[0].best
    changes = payments(seats, winner, best.pays or 0, pool)
    clauses = (SHOWDOWN, PAYMENT)
    return Outcome("showdown", 0, changes, clauses, winner, best, ranking, decision)

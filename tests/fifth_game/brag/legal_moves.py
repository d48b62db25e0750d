"""What a Brag player may do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, MILLION, Absent, Between, Form, Given, Says
from evaluators.game import Amounts, Move, Refusal
from evaluators.moves import LegalMoves, sorted_out
from tests.fifth_game.brag.rules import RULEBOOK, FullHand, Options

_Stake = Annotated[int, Between(1, MILLION), Says("What the player before put in, in tokens.")]
_Unneeded = Annotated[FullHand | Absent, Says("Not needed.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Staking(Form):
    """Three or more players are left."""

    phase: Literal["staking"]
    stake: _Stake
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTwo(Form):
    """Two players are left."""

    phase: Literal["last-two"]
    stake: _Stake
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A situation, and perhaps one move to be judged in it."""

    situation: Staking | LastTwo
    move: Move | Absent = ABSENT

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """A stake that nobody could have put in."""
        stake = (given.get("situation") or {}).get("stake", 1)
        if options.max_stake is not None and stake > options.max_stake:
            facts = {"min": 1, "max": options.max_stake}
            where = ("situation", "stake")
            yield fault("out-of-range", *where, clauses=("brag.max-stake",), facts=facts)


CLAUSE_OF: Mapping[str, str] = {"fold": "brag.stake", "stake": "brag.stake", "see": "brag.see"}


def _refusal(code: str, clause: str, **facts: object) -> Refusal:
    return Refusal(code, (clause,), RULEBOOK.refusal(code, facts))


def refuse_phase(action: str, phase: str) -> Refusal | None:
    """`wrong-phase`: seeing is for the last two."""
    if action != "see" or phase == "last-two":
        return None
    return _refusal("wrong-phase", CLAUSE_OF[action], action=action, phase=phase)


def refuse_amount(amount: int, stake: int, max_stake: int | None) -> Refusal | None:
    """Whether so much may be put in: not less than before, not more than agreed."""
    if amount < stake:
        return _refusal("too-little", "brag.stake", min=stake)
    if max_stake is not None and amount > max_stake:
        return _refusal("over-max-stake", "brag.max-stake", max=max_stake)
    return None


def refuse(move: Move, situation: Staking | LastTwo, options: Options) -> Refusal | None:
    """Why a move may not be made, None if it may."""
    if isinstance(move.amount, int):
        return refuse_amount(move.amount, situation.stake, options.max_stake)
    return refuse_phase(move.action, situation.phase)


def legal_moves(question: Question, options: Options) -> LegalMoves:
    """Folding, staking and seeing."""
    situation = question.situation
    amounts = Amounts(situation.stake, options.max_stake)
    return sorted_out(
        (Move("fold"), Move("stake", amount=amounts), Move("see")),
        lambda move: refuse(move, situation, options),
        ("brag.stake", "brag.see"),
        question.move,
    )

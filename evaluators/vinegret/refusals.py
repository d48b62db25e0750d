"""What may be done at a turn in Vinegret, and why a move may not be made.

Each `refuse_…` function holds the rule of one kind of action and returns why a move breaks it, or
None. Whatever asks about legality asks here, situations and records.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from evaluators.cards import Card
from evaluators.forms import MILLION
from evaluators.game import Amounts, Move, Refusal, refusal
from evaluators.vinegret.rules import PACK, RULEBOOK, Options


@dataclass(frozen=True, slots=True)
class Turn:
    """What counts at a player's turn. `staked`: somebody has staked in this betting."""

    phase: str
    hand: tuple[Card, ...] = ()
    staked: bool = False


PHASES: Mapping[str, tuple[str, ...]] = {
    "first-exchange": ("vist", "exchange"),
    "first-betting": ("pass", "bet", "hold", "raise"),
    "dealer-choice": ("redeal", "force"),
    "draw": ("exchange",),
    "last-betting": ("pass", "bet", "hold", "raise"),
}
"""The actions whose turn it is in each phase, in the order in which moves are listed."""

BETTINGS = frozenset({"first-betting", "last-betting"})

PHASE_CLAUSE: Mapping[str, str] = {
    "first-exchange": "vinegret.vist",
    "first-betting": "vinegret.first-betting",
    "dealer-choice": "vinegret.all-pass",
    "draw": "vinegret.draw",
    "last-betting": "vinegret.last-betting",
}
"""The clause that describes each phase."""


_refusal = partial(refusal, RULEBOOK)


def conceivable(turn: Turn, options: Options) -> Iterator[Move]:
    """The moves of the phase, whether or not they are allowed now; amounts as a range."""
    for action in PHASES[turn.phase]:
        if action == "exchange":
            hand = PACK.in_order(turn.hand)
            for number in range(fewest(turn.phase), len(hand) + 1):
                yield from (Move(action, cards=cards) for cards in combinations(hand, number))
        elif action in {"bet", "raise"}:
            yield Move(action, amount=Amounts(1, options.max_stake))
        else:
            yield Move(action)


def resting_on(turn: Turn, options: Options) -> tuple[str, ...]:
    """The clauses that say what may be done."""
    phase = PHASE_CLAUSE[turn.phase]
    if turn.phase not in BETTINGS:
        return (phase,)
    passing = "vinegret.refusal" if turn.staked else "vinegret.pass-is-not-refusal"
    unlimited = options.max_stake is None
    limit = "vinegret.no-table-stakes" if unlimited else "vinegret.max-stake"
    return (phase, passing, limit)


def refuse(move: Move, turn: Turn, options: Options) -> Refusal | None:
    """Why a move may not be made, None if it may: its phase, the word, the amount; or the cards."""
    refusal = refuse_phase(move.action, turn.phase)
    if refusal is None and turn.phase in BETTINGS:
        refusal = refuse_word(move.action, turn.phase, staked=turn.staked)
        if refusal is None and isinstance(move.amount, int):
            refusal = refuse_amount(move.amount, turn.phase, options.max_stake)
    elif refusal is None and move.cards is not None:
        refusal = refuse_exchange(move.cards, turn.phase, turn.hand)
    return refusal


def refuse_phase(action: str, phase: str) -> Refusal | None:
    """`wrong-phase`, citing the phases that the action belongs to."""
    if action in PHASES[phase]:
        return None
    own = (PHASE_CLAUSE[other] for other, actions in PHASES.items() if action in actions)
    return _refusal("wrong-phase", *own, action=action, phase=phase)


def refuse_word(action: str, phase: str, *, staked: bool) -> Refusal | None:
    """Whether a word of a betting may be said, before any amount is looked at.

    `vinegret.first-betting`: pass or bet; after a bet pass, hold or raise. `vinegret.last-betting`:
    the opening word is raise. `staked`: somebody has staked in this betting.
    """
    clause = PHASE_CLAUSE[phase]
    first = phase == "first-betting"
    if not staked and (action == "hold" or (action == "raise" and first)):
        text = RULEBOOK.refusal("no-stake-yet" if first else "no-stake-yet-last", {})
        return Refusal("no-stake-yet", (clause,), text)
    if action == "bet" and first and staked:
        return _refusal("already-staked", clause)
    if action == "bet" and not first:
        return _refusal("wrong-word", clause)
    return None


def refuse_amount(amount: int, phase: str, max_stake: int | None) -> Refusal | None:
    """Whether a bet or a raise may be of this many tokens (`vinegret.max-stake`)."""
    if not 1 <= amount <= MILLION:
        return _refusal("amount-out-of-range", PHASE_CLAUSE[phase], min=1, max=MILLION)
    if max_stake is not None and amount > max_stake:
        return _refusal("over-max-stake", "vinegret.max-stake", max_stake=max_stake)
    return None


def fewest(phase: str) -> int:
    """How few cards may be changed: who changes none in the first exchange, says vist."""
    return 1 if phase == "first-exchange" else 0


def refuse_exchange(cards: tuple[Card, ...], phase: str, hand: tuple[Card, ...]) -> Refusal | None:
    """Whether these cards may be changed: one or two at first, none to four in the draw."""
    clause = PHASE_CLAUSE[phase]
    low = fewest(phase)
    if not low <= len(cards) <= len(hand):
        return _refusal("wrong-count", clause, min=low, max=len(hand), count=len(cards))
    for card in cards:
        if card not in hand:
            return _refusal("card-not-held", clause, card=card)
    return None

"""Who pays whom when a Solo Whist contract has been made or lost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from evaluators import players
from evaluators.faults import Fault, miscounted
from evaluators.forms import Between, Clauses, Count, Form, Given, Player, Says
from evaluators.game import Answer
from evaluators.solo_whist.rules import HAND, TERMS, Contract, Options, Seats


def is_made(contract: Contract, tricks: int) -> bool:
    """Whether the declarers' tricks make the contract."""
    needed = TERMS[contract].tricks
    return tricks == 0 if needed == 0 else tricks >= needed


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A contract that has been played."""

    players: Seats
    contract: Annotated[Contract, Says("What was played for.")]
    declarers: Annotated[
        tuple[Player, ...], Count(1, 2), Says("The declarer; two of them in a partnership.")
    ]
    tricks: Annotated[int, Between(0, HAND), Says("The declarers' tricks together, as final.")]

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """Names that stand twice or for nobody, too many declarers or too few."""
        seats = given.get("players", (None,))
        declarers = given.get("declarers", ())
        for field, names in (("players", seats), ("declarers", declarers)):
            for index, found in players.repeated(names):
                yield found.below(field, index)
        for index, name in enumerate(declarers):
            if name is not None:
                yield from players.unknown(name, seats, "declarers", index)
        if "contract" in given and "declarers" in given:
            wanted = 2 if TERMS[given["contract"]].partners else 1
            if len(declarers) != wanted:
                clauses = (f"solo-whist.{given['contract']}",)
                found = miscounted(wanted, wanted, len(declarers), clauses=clauses)
                yield found.at("declarers")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement(Answer):
    """Whether it was made, and who pays."""

    made: Annotated[bool, Says("Whether the declarers made the contract.")]
    each: Annotated[int, Says("What each payer pays, in tokens.")]
    payments: Annotated[
        Mapping[str, int], Says("What each player gets, or pays if negative; their sum is 0.")
    ]
    clauses: Clauses


def price(contract: Contract, tricks: int, options: Options) -> int:
    """What each payer pays: the contract's units, and its over- or undertricks."""
    terms = TERMS[contract]
    beyond = abs(tricks - terms.tricks) if terms.by_tricks else 0
    if options.all_thirteen_doubles and tricks == HAND:
        beyond *= 2
    return options.units[contract] * options.unit_size + options.per_trick * beyond


REVOKE = 3
"""Tricks that a revoke costs (`solo-whist.revoke`)."""


def moved(tricks: int, revokes: Sequence[bool]) -> int:
    """The declarers' tricks once three, or all there are, have changed sides for each revoke.

    `revokes`: in their order, each whether it was the declarers'.
    """
    for declarers_own in revokes:
        if declarers_own:
            tricks -= min(REVOKE, tricks)
        else:
            tricks += min(REVOKE, HAND - tricks)
    return tricks


def result(
    contract: Contract, tricks: int, revokes: Sequence[bool], options: Options
) -> tuple[bool, int]:
    """Whether the declarers' tricks make the contract, and what each payer pays.

    Declarers who have revoked cannot make it; with tricks enough they lose without undertricks.
    """
    if not revokes or not TERMS[contract].by_tricks:
        return is_made(contract, tricks), price(contract, tricks, options)
    counted = moved(tricks, revokes)
    made = is_made(contract, counted)
    if made and True in revokes:
        return False, price(contract, TERMS[contract].tricks, options)
    return made, price(contract, counted, options)


def price_clauses(contract: Contract, options: Options) -> tuple[str, ...]:
    """What the price of a contract rests on."""
    terms = TERMS[contract]
    pay = "solo-whist.pay-partners" if terms.partners else "solo-whist.pay-lone"
    counted = options.unit_size > 1 or (terms.by_tricks and options.per_trick > 0)
    per_trick = ("solo-whist.per-trick",) if counted else ()
    return (f"solo-whist.{contract}", pay, *per_trick)


def payments(
    seats: Sequence[str], declarers: Sequence[str], each: int, *, made: bool
) -> dict[str, int]:
    """A lone declarer gets from or pays each of three; of partners each one of the others."""
    share = each if made else -each
    per_declarer = share * ((len(seats) - len(declarers)) // len(declarers))
    return {player: per_declarer if player in declarers else -share for player in seats}


def settle(question: Question, options: Options) -> Settlement:
    """The payments, in tokens, of a contract with the declarers' tricks as final."""
    contract = question.contract
    made = is_made(contract, question.tricks)
    each = price(contract, question.tricks, options)
    return Settlement(
        made=made,
        each=each,
        payments=payments(question.players, question.declarers, each, made=made),
        clauses=price_clauses(contract, options),
    )

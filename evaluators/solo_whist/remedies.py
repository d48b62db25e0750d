"""What a breach comes to at Solo Whist: where the deal goes on, and what the rules provide."""

from dataclasses import replace
from typing import cast

from evaluators.chance import TableAction
from evaluators.findings import Cure, Finding
from evaluators.replay import Refused
from evaluators.solo_whist.deal import Deal
from evaluators.solo_whist.rules import TERMS, Contract, Revoke


def judge(refused: Refused) -> Finding[Deal]:
    """A revoke is played on; a hand that is not of thirteen cards voids the deal."""
    position: Deal = refused.position
    action, refusal, due = refused.action, refused.refusal, position.due
    if action is None:
        return Finding(refusal)
    if refusal.code == "must-follow-suit" and action.move is not None:
        cure = _cost(position)
        told = replace(refusal, clauses=(*refusal.clauses, "solo-whist.revoke"))
        return Finding(told, position.revoked(action.move), cure=lambda _: cure)
    dealt = due is not None and due.action is action.kind is TableAction.DEAL
    if dealt and refusal.code == "wrong-count":
        cure = Cure("misdeal", ("fresh-deal",), None, ("solo-whist.misdeal",))
        told = replace(refusal, clauses=(*refusal.clauses, "solo-whist.misdeal"))
        return Finding(told, position.misdealt(), stops=True, cure=lambda _: cure)
    return Finding(refusal)


def _cost(position: Deal) -> Cure | None:
    """What a revoke costs, by the option and by what is played."""
    contract = cast("Contract", position.contract)
    clauses = ("solo-whist.revoke",)
    if position.options.revoke is Revoke.REPORT_ONLY:
        return None
    if position.result_in_doubt:  # nobody can say whether it stands already
        return None
    if position.outcome is not None:
        stood = tuple(c for c in position.outcome.clauses if c == "solo-whist.early-end")
        return Cure("revoke", ("keep",), None, (*clauses, *stood))
    if TERMS[contract].by_tricks:
        return Cure("revoke", ("move-tricks",), None, clauses)
    lost = position.actor in position.declarers
    return Cure("revoke", ("contract-lost" if lost else "contract-won",), None, clauses)

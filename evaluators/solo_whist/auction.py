"""The auction of Solo Whist: who speaks, what he may say, and how it ends."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluators.game import Refusal
from evaluators.seats import after
from evaluators.solo_whist.rules import RULEBOOK, Call, Contract, UnacceptedProposal
from evaluators.texts import Phrase

BIDS = tuple(call for call in Call if call not in {Call.PASS, Call.ACCEPT})
"""The bids, lowest first (`solo-whist.order`)."""


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction so far. Players are named as the caller names them; the first is the eldest.

    `standing` is the highest bid, `holders` who made it (with who accepted it), `proposer` who
    proposed and `accepted` whether somebody accepted. `to_act` is None when the auction is over.
    """

    players: tuple[str, ...]
    policy: UnacceptedProposal
    to_act: str | None
    standing: Call | None = None
    holders: tuple[str, ...] = ()
    passed: frozenset[str] = frozenset()
    proposer: str | None = None
    accepted: bool = False
    returned: bool = False
    """Whether the eldest has had his second word."""
    bidders: frozenset[str] = frozenset()
    """Who has bid or accepted."""

    @property
    def eldest(self) -> str:
        """The first to speak."""
        return self.players[0]

    @property
    def open_proposal(self) -> bool:
        """Whether a proposal stands that nobody has accepted."""
        return self.standing is Call.PROPOSAL and not self.accepted

    @property
    def returning(self) -> bool:
        """Whether the player to act is the eldest, come back after his pass."""
        return self.to_act == self.eldest and self.eldest in self.passed

    @property
    def raising(self) -> bool:
        """Whether the player to act is a proposer whom nobody joined."""
        return self.open_proposal and self.to_act == self.proposer

    @property
    def contract(self) -> Contract | None:
        """What will be played; None while the auction lasts, and if the deal is void."""
        if self.to_act is not None or self.standing is None or self.open_proposal:
            return None
        if self.standing is Call.PROPOSAL:
            return Contract.PARTNERSHIP
        return Contract(self.standing)


def begin(players: Sequence[str], policy: UnacceptedProposal) -> Auction:
    """An auction in which nobody has spoken; `players` from the eldest clockwise."""
    return Auction(tuple(players), policy, players[0])


def refuse_call(auction: Auction, call: Call) -> Refusal | None:
    """Why the player to act may not say this, None if he may."""
    standing = auction.standing
    if call in BIDS:
        if standing is not None and BIDS.index(call) <= BIDS.index(standing):
            return _refusal("not-higher", "higher", call=name_of(call), standing=name_of(standing))
        if auction.returning:
            return _refusal("accept-or-pass-only", "eldest-returns")
    if call is Call.ACCEPT:
        if auction.proposer is None:
            return _refusal("no-proposal", "accept")
        if auction.accepted:
            return _refusal("already-accepted", "accept")
        if auction.to_act == auction.proposer:
            return _refusal("own-proposal", "accept")
        if standing is not Call.PROPOSAL:
            return _refusal("proposal-overcalled", "accept-standing")
    return None


def name_of(call: Call) -> Phrase:
    """The name of a call."""
    return RULEBOOK.combinations.get(call) or RULEBOOK.phrase("calls", call)


def _refusal(code: str, clause: str, **facts: object) -> Refusal:
    return Refusal(code, (f"solo-whist.{clause}",), RULEBOOK.refusal(code, facts))


def say(auction: Auction, call: Call) -> Auction:
    """The auction after the player to act has said something that is not refused."""
    speaker = auction.to_act
    if speaker is None:
        raise ValueError("the auction is over")
    if call is Call.PASS:
        said = replace(
            auction,
            passed=auction.passed | {speaker},
            returned=auction.returned or auction.returning,
        )
    elif call is Call.ACCEPT:
        said = replace(auction, accepted=True, holders=(*auction.holders, speaker))
    else:
        proposer = speaker if call is Call.PROPOSAL else auction.proposer
        said = replace(auction, standing=call, holders=(speaker,), proposer=proposer)
    if call is not Call.PASS:
        said = replace(said, bidders=auction.bidders | {speaker})
    over = auction.raising or call is Call.FULL_ABUNDANCE
    return replace(said, to_act=None if over else _next(said, speaker))


def _next(auction: Auction, speaker: str) -> str | None:
    """Who speaks after a player: the next in turn who may, the lone proposer last."""
    for player in after(auction.players, speaker):
        if player in auction.holders:
            continue
        may_return = player == auction.eldest and auction.open_proposal and not auction.returned
        if player not in auction.passed or may_return:
            return player
    raises = auction.policy is UnacceptedProposal.RAISE_OR_REDEAL
    return auction.proposer if auction.open_proposal and raises else None


def resting_on(auction: Auction) -> tuple[str, ...]:
    """The clauses that say what may be said now, or how the auction ended."""
    turn = ("solo-whist.turns", "solo-whist.order", "solo-whist.higher")
    if auction.to_act is None:
        if auction.contract is not None:
            return ("solo-whist.auction-end", f"solo-whist.{auction.contract}")
        void = "proposer-raises" if auction.open_proposal else "all-pass"
        return (f"solo-whist.{void}",)
    if auction.returning:
        return (*turn, "solo-whist.eldest-returns")
    if auction.raising:
        return (*turn, "solo-whist.proposer-raises")
    if auction.open_proposal:
        return (*turn, "solo-whist.accept", "solo-whist.accept-standing")
    if auction.to_act in auction.bidders:
        return (*turn, "solo-whist.overcalled")
    return (*turn, "solo-whist.pass")

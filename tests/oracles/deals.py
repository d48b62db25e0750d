"""The oracles of whole deals by game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tests.oracles import ecarte_deal, solo_whist_deal, vinegret_deal, zhiletka_deal
from tests.oracles.shuffle import seeded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.oracles.whole_deal import Options, WholeDeal

DEALS: dict[str, Callable[..., WholeDeal]] = {
    "vinegret": vinegret_deal.Deal,
    "ecarte": ecarte_deal.Deal,
    "solo-whist": solo_whist_deal.Deal,
    "zhiletka": zhiletka_deal.Deal,
}
OPTIONS: dict[str, Options] = {
    **vinegret_deal.OPTIONS,
    **ecarte_deal.OPTIONS,
    **solo_whist_deal.OPTIONS,
    **zhiletka_deal.OPTIONS,
}
"""The options of each ruleset."""


def seeded_deal(  # noqa: PLR0913, PLR0917 - all that a record says before its actions
    game: str,
    options: Options,
    players: Sequence[str],
    dealer: str,
    seed: str,
    carried: int | dict[str, int] | None = None,
) -> WholeDeal:
    """A seeded deal of a game: its options complete, with what is carried in from the last one."""
    rest = {} if carried is None else {"carried": carried}
    return DEALS[game](dict(options), list(players), dealer, partial(seeded, game, seed), **rest)

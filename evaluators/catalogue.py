"""The games there are: one line each."""

import sys
from typing import Any

from evaluators import ecarte, solo_whist, vinegret, zhiletka
from evaluators.game import Game
from evaluators.position import Deals

GAMES: tuple[Game, ...] = (
    vinegret,
    ecarte,
    solo_whist,
    zhiletka,
)


def deals_of(game: Game) -> Deals[Any, Any, Any]:
    """How a game's records are replayed; KeyError where it offers no `position`."""
    deals: Deals[Any, Any, Any] = sys.modules[game.operations["position"].run.__module__].DEALS
    return deals

"""The games there are: one line each."""

from evaluators import ecarte, solo_whist, vinegret, zhiletka
from evaluators.game import Game

GAMES: tuple[Game, ...] = (
    vinegret,
    ecarte,
    solo_whist,
    zhiletka,
)

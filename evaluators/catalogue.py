"""The games there are: one line each."""

from evaluators import vinegret
from evaluators.game import Game

GAMES: tuple[Game, ...] = (vinegret,)

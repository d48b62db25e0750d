"""The targets by name."""

from collections.abc import Callable, Mapping
from pathlib import Path

from evaluators.catalogue import GAMES
from tests.fuzz import card_texts, json_texts, records

SEEDS = Path(__file__).parent / "seeds"
"""A folder of inputs for each target."""

TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "cards": card_texts.target,
    "json": json_texts.target,
    **{game.code: records.target(game) for game in GAMES},
}


def seeds_of(name: str) -> list[Path]:
    """The committed inputs of a target."""
    return sorted((SEEDS / name).iterdir())

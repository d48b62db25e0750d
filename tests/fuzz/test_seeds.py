"""The committed inputs, those that once found a fault among them, through the targets as they are.

The first choice of a record's input says what is asked of it besides; here everything is.
"""

from pathlib import Path

import pytest

from evaluators.catalogue import GAMES
from tests.fuzz.records import CHECKS
from tests.fuzz.targets import SEEDS, TARGETS, seeds_of

ALL = [
    pytest.param(name, seed, id=f"{name}-{seed.name}")
    for name in TARGETS
    for seed in seeds_of(name)
]


def test_every_target_has_its_seeds_and_no_other() -> None:
    assert {folder.name for folder in SEEDS.iterdir()} == set(TARGETS)
    assert all(len(seeds_of(name)) >= 24 for name in TARGETS)


@pytest.mark.parametrize(("name", "seed"), ALL)
def test_a_seed_finds_nothing_wrong(name: str, seed: Path) -> None:
    data = seed.read_bytes()
    TARGETS[name](data)
    if name in {game.code for game in GAMES}:
        for check in range(CHECKS):
            TARGETS[name](str(check).encode() + data[1:])

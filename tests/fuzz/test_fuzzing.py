"""100,000 inputs to each target, found by atheris as coverage leads, from the committed ones on.

The two parts of a target run beside each other where there are two cores; each has its own seed.
"""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.fuzz.targets import SEEDS, TARGETS
from tests.serving import ROOT

RUNS = 100_000
PARTS = 2
LONGEST_INPUT = {"cards": 200, "json": 400}
LONGEST_RECORD = 72
"""A whole deal of Solo Whist; a byte an action, and some for the set-up."""
MOST_SECONDS = 3 * 3600


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", TARGETS)
def test_nothing_is_found(name: str, part: int, tmp_path: Path) -> None:
    if find_spec("atheris") is None:
        pytest.skip("There is no atheris for this Python or this processor: see pyproject.toml.")
    found = tmp_path / "found"
    found.mkdir()
    dictionary = Path(__file__).parent / f"{name}.dict"
    run = subprocess.run(
        [
            *(sys.executable, "-m", "tests.fuzz", name),
            *(f"-runs={RUNS // PARTS}", f"-seed={part + 1}"),
            *(f"-max_len={LONGEST_INPUT.get(name, LONGEST_RECORD)}", "-len_control=20"),
            *("-timeout=60", "-report_slow_units=60", f"-artifact_prefix={tmp_path}/"),
            *([f"-dict={dictionary}"] if dictionary.exists() else []),
            *(str(found), str(SEEDS / name)),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    said = f"{run.stdout}\n{run.stderr}"[-6000:]
    assert run.returncode == 0, said
    done = re.search(r"Done (\d+) runs", said)
    assert done is not None, said
    assert int(done[1]) >= RUNS // PARTS
    *_, edges = re.findall(r"cov: (\d+)", said)
    print(f"{name}, part {part}: {done[0]}, {edges} edges covered")  # noqa: T201 - pytest -rP shows it

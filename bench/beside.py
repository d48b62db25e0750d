"""The figures of peers, which are measured in an environment of their own."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

_PYTHON = Path(sys.prefix) / "peers" / "bin" / "python"


@cache
def peers() -> dict[str, Any]:
    """Nanoseconds of CPU: phevaluator a hand, pokerkit and OpenSpiel an action; the versions."""
    ran = subprocess.run([str(_PYTHON), "-m", "bench.peers"], capture_output=True, check=True)
    figures: dict[str, Any] = json.loads(ran.stdout)
    return figures

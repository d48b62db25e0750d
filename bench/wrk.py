"""Load from wrk, on cores of its own, and what it cost the server that answered it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.serving import Serving, cpu_seconds

CONNECTIONS = 8
_SCRIPT = """
local requests, last = {}, 0
init = function()
  for body in io.lines("%s") do
    requests[#requests + 1] = wrk.format("POST", nil, {["Content-Type"] = "application/json"}, body)
  end
end
request = function()
  last = last %% #requests + 1
  return requests[last]
end
"""
_REPORT = """
done = function(summary, latency)
  local errors = 0
  for _, count in pairs(summary.errors) do errors = errors + count end
  io.stderr:write(string.format("[%d, %d, %f, %f, %f]", summary.requests, errors,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
"""


@dataclass(frozen=True)
class Load:
    """What came of asking for a while; times in milliseconds but for the CPU's."""

    requests_a_second: float
    half_within: float
    most_within: float
    cpu_microseconds: int


def cores() -> tuple[str, str]:
    """A core for the server, and those for the load; ends the program where there are none."""
    own, *others = map(str, sorted(os.sched_getaffinity(0)))
    if not others or not shutil.which("wrk"):
        sys.exit("This needs two cores and wrk (on Debian: apt-get install wrk).")
    return own, ",".join(others)


def load(  # noqa: PLR0913 - each is another thing to be said of a load, and an object for them would be used once
    running: Serving,
    path: str,
    bodies: Sequence[str],
    cores: str,
    seconds: int,
    *,
    connections: int = CONNECTIONS,
) -> Load:
    """Send one body after the other on all connections for so long; without any, ask by GET."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder, "bodies")
        asked.write_text("\n".join(bodies))
        script = Path(folder, "wrk.lua")
        script.write_text((_SCRIPT % asked if bodies else "") + _REPORT)
        before = sum(map(cpu_seconds, running.workers))
        ended = subprocess.run(
            [
                *("taskset", "--cpu-list", cores, "wrk", "--threads", "1"),
                *("--connections", str(connections), "--duration", f"{seconds}s"),
                *("--timeout", f"{seconds}s", "--script", str(script)),
                f"http://127.0.0.1:{running.port}{path}",
            ],
            capture_output=True,
            text=True,
            check=True,
        )
        used = sum(map(cpu_seconds, running.workers)) - before
    requests, errors, took, half, most = json.loads(ended.stderr)
    if errors:
        raise RuntimeError(f"{path}: {errors} requests failed")
    return Load(requests / took, half, most, used / requests * 1e6)

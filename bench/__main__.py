"""All measurements in one run, and the table of them in `bench/README.md`.

`python -m bench one_hand batches` makes only some, and writes no file.
"""

import os
import platform
import sys
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from bench.beside import peers
from bench.report import HEAD

_README = Path(__file__).parent / "README.md"
_MARK = "<!-- What follows is written by `make bench`. -->\n"
_PARTS = ("one_hand", "batches", "replaying", "starting", "growing", "two_workers")
_PACKAGES = ("flask", "gunicorn", "marshmallow", "numpy", "orjson", "prometheus-client")


def _machine() -> str:
    cpu = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    own = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    others = ", ".join(f"{name} {number}" for name, number in peers()["versions"].items())
    return (
        f"{datetime.now(UTC):%d %B %Y}, {os.cpu_count()} cores of {cpu}, Python "
        f"{platform.python_version()}; {own}; beside them {others}."
    )


def _busy() -> str:
    return f"{os.getloadavg()[0]:.1f}"


def main(parts: list[str]) -> None:
    """Measure and print; write the table if all was measured."""
    began = _busy()
    sections = []
    for part in parts or _PARTS:
        module = import_module(f"bench.{part}")
        title = str(module.__doc__).partition("\n")[0]
        print(f"\n{title}\n\n{HEAD}", flush=True)
        rows = []
        for row in module.measure():
            print(row, flush=True)
            rows.append(str(row))
        sections.append("\n".join([f"### {title}", "", HEAD, *rows]))
    if not parts:
        text, _, _ = _README.read_text("utf-8").partition(_MARK)
        load = f"Load of the machine (of one minute) before: {began}, after: {_busy()}."
        table = "\n\n".join([f"{_machine()} {load}", *sections])
        _README.write_text(f"{text}{_MARK}\n{table}\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""The README is executed: each command, and what it says the answer is."""

import itertools
import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from tests.serving import ROOT, START_SECONDS, Server, free_port

_README = (ROOT / "README.md").read_text("utf-8")
_BLOCKS = re.findall(r"```(\w+)\n(.*?)```", _README, re.DOTALL)
_COMMANDS = [text.strip() for kind, text in _BLOCKS if kind == "sh"]
_EXAMPLES = [
    (text, answer)
    for (kind, text), (next_kind, answer) in itertools.pairwise(_BLOCKS)
    if (kind, next_kind) == ("sh", "json")
]


def test_the_readme_has_two_commands_and_examples() -> None:
    assert _COMMANDS[:2] == ["make run", "make test"]
    assert all(command.startswith("curl ") for command in _COMMANDS[2:])
    assert len(_EXAMPLES) == len(_COMMANDS) - 2


@pytest.mark.parametrize(("command", "answer"), _EXAMPLES)
def test_example_answers_as_the_readme_says(command: str, answer: str, server: Server) -> None:
    here = command.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}").replace("curl", "curl -sS")
    ran = subprocess.run(["bash", "-c", here], capture_output=True, check=True)
    told = json.loads(ran.stdout)
    if "engine" in told:  # the digest after it changes with the code
        told["engine"] = re.sub(r"\+[0-9a-f]{12}$", "+…", told["engine"])
    assert told == json.loads(answer)


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)]+)\)", _README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_table_of_operations_is_what_there_is(server: Server) -> None:
    told = set(re.findall(r"`(?:GET|POST) (/v1[^`]*)`", _README))
    game = httpx.get(f"{server.url}/v1/games/vinegret").json()
    there = {each["url"].replace("vinegret", "{game}") for each in game["operations"]}
    there |= {"/v1/games", "/v1/games/{game}", "/v1/games/{game}/rules", "/v1/limits"}
    assert told == there | {"/v1/games/{game}/rules/{clause}"}


def test_make_run_serves(tmp_path: Path) -> None:
    _make_run_answers(ROOT, tmp_path, START_SECONDS)


@pytest.mark.long
def test_make_run_in_a_fresh_clone_answers_within_90_seconds(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    _make_run_answers(clone, tmp_path, 90)


def _make_run_answers(folder: Path, home: Path, seconds: float) -> None:
    port = free_port()
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "ARBITER_PORT": str(port),
        "ARBITER_WORKERS": "1",  # a worker that is only booting would not hear the stop
        "ARBITER_METRICS_DIR": str(home / "metrics"),
    }
    process = subprocess.Popen(["make", "run"], cwd=folder, env=environment, start_new_session=True)
    try:
        assert _answer(port, seconds)["best"]["code"] == "tricon-prime"
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(20)


def _answer(port: int, seconds: float) -> dict[str, dict[str, str]]:
    url = f"http://127.0.0.1:{port}/v1/games/vinegret/evaluate?hand=ThTsTd3c"
    deadline = time.monotonic() + seconds
    while True:
        try:
            answer: dict[str, dict[str, str]] = httpx.get(url).json()
        except httpx.TransportError:
            assert time.monotonic() < deadline, f"no answer within {seconds} seconds"
            time.sleep(0.1)
        else:
            return answer

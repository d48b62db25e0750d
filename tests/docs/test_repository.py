"""What a stranger relies on without running it: locks, the Dockerfile, the settings' document."""

import re
from dataclasses import fields

import pytest

from service.settings import PREFIX, Settings
from tests.serving import ROOT

_LOCKS = ("requirements.lock", "requirements-tracing.lock", "requirements-dev.lock")


@pytest.mark.parametrize("lock", _LOCKS)
def test_lock_pins_everything_with_hashes_and_names_no_url(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    entries = re.findall(r"^[a-z0-9].*?(?=^[a-z0-9]|\Z)", text, re.DOTALL | re.MULTILINE)
    assert entries
    assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_the_locks_agree() -> None:
    run, tracing, dev = (
        set(re.findall(r"^([a-z0-9.-]+==[^ \\]+)", (ROOT / lock).read_text(), re.MULTILINE))
        for lock in _LOCKS
    )
    assert run < tracing < dev


def test_dockerfile_copies_what_is_there_and_runs_without_root() -> None:
    text = (ROOT / "Dockerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE)
    sources = [source for line in copied for source in line.split()]
    assert {"evaluators", "service", "openapi.yaml", *_LOCKS[:2]} == set(sources)
    assert all((ROOT / source).exists() for source in sources)
    assert "--require-hashes" in text
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", text, re.MULTILINE)
    assert "HEALTHCHECK" in text
    admitted = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    assert set(admitted) == set(sources)


def test_every_setting_is_documented() -> None:
    text = (ROOT / "docs" / "settings.md").read_text()
    told = set(re.findall(rf"^\| `({PREFIX}\w+)`", text, re.MULTILINE))
    assert told == {PREFIX + field.name.upper() for field in fields(Settings)}


def test_every_dependency_has_its_reason() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    wanted = set(re.findall(r'^    "([a-z0-9-]+)[><=[]', project, re.MULTILINE))
    reasons = (ROOT / "docs" / "dependencies.md").read_text()
    told = {
        name
        for row in re.findall(r"^\| ([a-z0-9, -]+) \|", reasons, re.MULTILINE)
        for name in row.split(", ")
    }
    assert wanted <= told

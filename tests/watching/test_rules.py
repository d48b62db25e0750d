"""The rules for Prometheus: valid, tested case by case, and about metrics that the service has."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

import service.metrics  # noqa: F401 - registers what the service counts
from tests.serving import ROOT
from tests.watching.debian_prometheus import PROMTOOL, needs_prometheus

PROMETHEUS_FOLDER = ROOT / "deploy" / "prometheus"
RULES = sorted((PROMETHEUS_FOLDER / "rules").glob("*.yaml"))
CASES = sorted((Path(__file__).parent / "rules").glob("*.yaml"))


def read(*paths: Path) -> list[Any]:
    return [yaml.safe_load(path.read_text()) for path in paths]


def rules(kind: str) -> list[dict[str, Any]]:
    """All rules that are of this kind: `alert` or `record`."""
    groups = [group for file in read(*RULES) for group in file["groups"]]
    return [rule for group in groups for rule in group["rules"] if kind in rule]


ALERTS = {rule["alert"]: rule for rule in rules("alert")}


def names_in(expression: str) -> set[str]:
    """The metrics and recorded series of ours that an expression asks for."""
    return set(re.findall(r"(?:\w+:)?\barbiter_\w+(?::\w+)?", expression))


def known() -> set[str]:
    """All that can be asked for: what the service counts, and what the rules record."""
    counted = {
        name
        for family in (each for each in REGISTRY.collect() if each.name.startswith("arbiter_"))
        for name in {
            "counter": [f"{family.name}_total"],
            "histogram": [f"{family.name}_{part}" for part in ("bucket", "sum", "count")],
        }.get(family.type, [family.name])
    }
    return counted | {rule["record"] for rule in rules("record")}


def promtool(*arguments: str | Path) -> str:
    done = subprocess.run(
        [PROMTOOL, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@needs_prometheus
def test_the_configuration_and_its_rules_are_valid() -> None:
    said = promtool("check", "config", PROMETHEUS_FOLDER / "prometheus.yaml")
    assert f"{len(RULES)} rule files found" in said
    promtool("check", "rules", "--lint=all", "--lint-fatal", *RULES)


@needs_prometheus
@pytest.mark.parametrize("cases", CASES, ids=lambda path: path.stem)
def test_alerts_fire_and_keep_silent(cases: Path) -> None:
    assert "SUCCESS" in promtool("test", "rules", cases)


@pytest.mark.parametrize("alert", ALERTS)
def test_every_alert_has_cases_of_both_kinds(alert: str) -> None:
    fires = {
        bool(test["exp_alerts"])
        for file in read(*CASES)
        for case in file["tests"]
        for test in case["alert_rule_test"]
        if test["alertname"] == alert
    }
    assert fires == {True, False}


@pytest.mark.parametrize("alert", ALERTS)
def test_every_alert_says_what_it_is_and_where_to_read_on(alert: str) -> None:
    rule = ALERTS[alert]
    assert rule["labels"]["severity"] in {"page", "ticket", "info"}
    assert set(rule["annotations"]) == {"summary", "description", "runbook"}
    page, _, anchor = rule["annotations"]["runbook"].partition("#")
    headings = re.findall(r"^## (\w+)$", (ROOT / page).read_text(), re.MULTILINE)
    assert anchor == alert.lower()
    assert alert in headings


def test_the_page_tells_of_no_other_alerts() -> None:
    headings = re.findall(r"^## (\w+)$", (ROOT / "docs" / "alerts.md").read_text(), re.MULTILINE)
    assert headings == list(ALERTS)


def test_rules_ask_for_nothing_that_there_is_not() -> None:
    asked = {name for rule in rules("expr") for name in names_in(rule["expr"])}
    assert len(asked) > 10
    assert asked - known() == set()

"""docs/watching.md tells of every metric, its kind and labels, and of every field of the log."""

import re

from prometheus_client import REGISTRY

import service.metrics
from service.log_lines import About
from tests.serving import ROOT

PAGE = (ROOT / "docs" / "watching.md").read_text()


def test_every_metric_is_told_of_with_its_kind_and_labels() -> None:
    told = {
        (name, kind, labels)
        for name, kind, labels in re.findall(
            r"^\| `(arbiter_\w+)` \| (\w+) \| ([a-z, ]*?) ?\|", PAGE, re.MULTILINE
        )
    }
    kinds = {family.name: family.type for family in REGISTRY.collect()}
    ours = [metric for metric in vars(service.metrics).values() if hasattr(metric, "_labelnames")]
    there = {
        (
            metric._name + ("_total" if kinds[metric._name] == "counter" else ""),  # noqa: SLF001
            kinds[metric._name],  # noqa: SLF001
            ", ".join(metric._labelnames),  # noqa: SLF001
        )
        for metric in ours
    }
    assert len(there) > 10
    assert told == there


def test_every_field_of_a_request_is_told_of() -> None:
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \| ", PAGE.partition("## Log")[2], re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert told == list(About._fields)

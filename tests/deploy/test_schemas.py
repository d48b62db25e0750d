"""Every manifest has the form that Kubernetes publishes for its kind, and no field beside it."""

import copy
import json
import re
from pathlib import Path

import jsonschema
import kubernetes_validate
import pytest

from tests.deploy.manifests import BUILDS, Manifest, built, the
from tests.serving import ROOT

OLDEST, NEWEST = 30, 37
"""The releases of Kubernetes, all 1.x, that docs/operations.md names."""
_OPERATOR = "monitoring.coreos.com/v1"
_MONITOR = json.loads((Path(__file__).parent / "service_monitor.schema.json").read_text())


def _check(manifest: Manifest, release: int) -> None:
    if manifest["apiVersion"] == _OPERATOR:
        jsonschema.validate(manifest, _MONITOR)
    else:
        kubernetes_validate.validate(manifest, f"1.{release}", strict=True)


@pytest.mark.parametrize("release", range(OLDEST, NEWEST + 1))
@pytest.mark.parametrize("build", BUILDS)
def test_kubernetes_takes_every_manifest(build: str, release: int) -> None:
    for manifest in built(build):
        _check(manifest, release)


def test_the_document_names_these_releases() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    assert re.findall(r"Kubernetes 1\.(\d+) to 1\.(\d+)", text) == [(str(OLDEST), str(NEWEST))]


@pytest.mark.parametrize(
    ("kind", "place", "field"),
    [
        ("Deployment", ("spec", "template", "spec", "containers", 0), "readynessProbe"),
        ("NetworkPolicy", ("spec",), "egres"),
        ("ServiceMonitor", ("spec", "endpoints", 0), "intervall"),
    ],
)
def test_a_misspelt_field_would_be_found(
    kind: str, place: tuple[str | int, ...], field: str
) -> None:
    wrong = copy.deepcopy(the("overlays/production", kind))
    inside = wrong
    for step in place:
        inside = inside[step]  # type: ignore[index]  # a list now and then
    inside[field] = {}
    found = (kubernetes_validate.ValidationError, jsonschema.ValidationError)
    with pytest.raises(found, match=field):
        _check(wrong, NEWEST)

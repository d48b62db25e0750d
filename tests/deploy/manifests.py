"""The manifests as kustomize builds them, and how one names another."""

import functools
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.serving import ROOT

KUBERNETES = ROOT / "deploy" / "kubernetes"
BUILDS = ("base", "overlays/production")
Manifest = dict[str, Any]


@functools.cache
def built(build: str) -> tuple[Manifest, ...]:
    """All manifests of a build, as they would be applied."""
    kubectl = Path(sys.executable).parent / "kubectl"
    text = subprocess.run(
        [kubectl, "kustomize", KUBERNETES / build],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert text.stderr == ""
    return tuple(yaml.safe_load_all(text.stdout))


def of_kind(build: str, kind: str) -> list[Manifest]:
    """The manifests of one kind, of which there is at least one."""
    found = [manifest for manifest in built(build) if manifest["kind"] == kind]
    assert found, f"{build} has no {kind}"
    return found


def the(build: str, kind: str, name: str = "card-arbiter") -> Manifest:
    """The manifest of this kind and name; of a generated one, the name before its hash."""
    (found,) = (
        manifest
        for manifest in of_kind(build, kind)
        if manifest["metadata"]["name"] == name
        or (kind == "ConfigMap" and manifest["metadata"]["name"].startswith(f"{name}-"))
    )
    return found


def pods(build: str) -> Iterator[tuple[str, Manifest]]:
    """The templates of all pods, each with the name of its Deployment."""
    for deployment in of_kind(build, "Deployment"):
        yield deployment["metadata"]["name"], deployment["spec"]["template"]


def container(build: str) -> Manifest:
    """The container of the service."""
    (only,) = the(build, "Deployment")["spec"]["template"]["spec"]["containers"]
    assert isinstance(only, dict)
    return only


def settings(build: str) -> dict[str, str]:
    """The environment that the service gets from its ConfigMap."""
    data = the(build, "ConfigMap")["data"]
    assert isinstance(data, dict)
    return data


def matches(selector: Mapping[str, str], labels: Mapping[str, str]) -> bool:
    """Whether `matchLabels` chooses what has these labels."""
    return selector.items() <= labels.items()

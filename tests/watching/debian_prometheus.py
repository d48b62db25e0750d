"""Prometheus and its promtool, where the machine has them (Debian's package has both)."""

import shutil

import pytest

PROMETHEUS = shutil.which("prometheus") or ""
PROMTOOL = shutil.which("promtool") or ""
needs_prometheus = pytest.mark.skipif(
    not (PROMETHEUS and PROMTOOL),
    reason="there is no Prometheus on this machine (package: prometheus)",
)

"""Prometheus and its promtool, where the machine has them (Debian's package has both)."""

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import yaml

from tests.live.processes import wait_until
from tests.serving import ROOT, free_port

Labels = frozenset[tuple[str, str]]
PROMETHEUS = shutil.which("prometheus") or ""
PROMTOOL = shutil.which("promtool") or ""
needs_prometheus = pytest.mark.skipif(
    not (PROMETHEUS and PROMTOOL),
    reason="there is no Prometheus on this machine (package: prometheus)",
)


@dataclass(frozen=True)
class Prometheus:
    """A running Prometheus that scrapes one instance."""

    url: str

    def ask(self, query: str, at: float | None = None) -> dict[Labels, float]:
        """What a query gives, now or at a moment, by labels; raises `AssertionError` if invalid."""
        asked: dict[str, str | float] = (
            {"query": query} if at is None else {"query": query, "time": at}
        )
        answer = httpx.get(f"{self.url}/api/v1/query", params=asked).json()
        assert answer["status"] == "success", (query, answer)
        return {
            frozenset(each["metric"].items()): float(each["value"][1])
            for each in answer["data"]["result"]
        }

    def value(self, query: str) -> float:
        """The only value that a query gives now; 0 if it gives none."""
        return sum(self.ask(query).values())

    def firing(self) -> dict[str, dict[str, str]]:
        """The annotations of the alerts that are firing, by name."""
        alerts = httpx.get(f"{self.url}/api/v1/alerts").json()["data"]["alerts"]
        return {
            alert["labels"]["alertname"]: alert["annotations"]
            for alert in alerts
            if alert["state"] == "firing"
        }


@contextlib.contextmanager
def scraping(port: int, folder: Path) -> Iterator[Prometheus]:
    """Prometheus with the configuration and rules of `deploy/`, all of it in `folder`.

    Three things are changed: the target is this port of the loopback, scrapes and rules run every
    second, and alerts do not wait (`for`) before they fire.
    """
    source = ROOT / "deploy" / "prometheus"
    config = yaml.safe_load((source / "prometheus.yaml").read_text())
    config["global"] = dict.fromkeys(config["global"], "1s")
    (job,) = config["scrape_configs"]
    del job["dns_sd_configs"]
    job["static_configs"] = [{"targets": [f"127.0.0.1:{port}"]}]
    (folder / "rules").mkdir()
    (folder / "prometheus.yaml").write_text(yaml.safe_dump(config))
    for path in (source / "rules").glob("*.yaml"):
        rules = yaml.safe_load(path.read_text())
        for rule in (rule for group in rules["groups"] for rule in group["rules"]):
            rule.pop("for", None)
        (folder / "rules" / path.name).write_text(yaml.safe_dump(rules))
    listen = f"127.0.0.1:{free_port()}"
    command = [
        PROMETHEUS,
        f"--config.file={folder / 'prometheus.yaml'}",
        f"--storage.tsdb.path={folder / 'data'}",
        f"--web.listen-address={listen}",
    ]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        prometheus = Prometheus(f"http://{listen}")
        wait_until(lambda: _is_ready(prometheus))
        yield prometheus
    except BaseException as error:
        error.add_note((folder / "log").read_text()[-3000:])
        raise
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _is_ready(prometheus: Prometheus) -> bool:
    try:
        return httpx.get(f"{prometheus.url}/-/ready").status_code == httpx.codes.OK
    except httpx.TransportError:
        return False

"""The compose file: its form, its mounts, its commands, and what each container may do."""

import json
import re
import shutil
import socket
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose

from service.settings import PREFIX, Settings, read_settings
from tests.deploy import image
from tests.serving import ROOT, free_port

DEPLOY = ROOT / "deploy"
TEXT = (DEPLOY / "compose.yaml").read_text()
WITHOUT_DEFAULT = "which has to be given"


def _interpolated(text: str) -> str:
    """The text as Compose reads it when no variable is set, but for those that must be."""
    text = re.sub(r"\$\{\w+:\?[^}]+\}", WITHOUT_DEFAULT, text)
    text = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)
    assert "$" not in text
    return text


COMPOSE: dict[str, Any] = yaml.safe_load(_interpolated(TEXT))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
MARGIN = 5
every_service = pytest.mark.parametrize("name", SERVICES)


def _settings() -> Settings:
    given = {name: value or "" for name, value in SERVICES["arbiter"]["environment"].items()}
    assert all(name.startswith(PREFIX) for name in given)
    return read_settings(image.read().environment | given)


def test_it_is_a_compose_file() -> None:
    read = PyCompose.from_json(json.dumps(COMPOSE))  # with what YAML's own merging has made of it
    assert set(read.service_names()) == set(SERVICES)
    assert set(SERVICES) == {"arbiter", "haproxy", "redis", "prometheus", "grafana"}


def test_a_misspelt_field_would_be_found() -> None:
    wrong = json.loads(json.dumps(COMPOSE))
    wrong["services"]["arbiter"]["readonly"] = True
    with pytest.raises(ValueError, match="readonly"):
        PyCompose.from_json(json.dumps(wrong))


@every_service
def test_no_container_may_write_its_root_or_gain_rights(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not service.keys() & {"privileged", "cap_add", "network_mode", "pid"}
    assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}


@every_service
def test_every_image_has_a_version(name: str) -> None:
    _, _, tag = SERVICES[name]["image"].rpartition(":")
    assert tag.lstrip("v")[0].isdigit()
    assert tag.count(".") == 2


@every_service
def test_what_is_mounted_is_there_and_cannot_be_written(name: str) -> None:
    for mount in SERVICES[name].get("volumes", []):
        source, _, rest = mount.partition(":")
        if source.startswith("."):
            assert (DEPLOY / source).exists(), source
            assert rest.endswith(":ro")
        else:
            assert source in COMPOSE["volumes"]


def test_the_image_is_made_from_the_dockerfile() -> None:
    context = DEPLOY / SERVICES["arbiter"]["build"]["context"]
    assert (context / "Dockerfile").samefile(ROOT / "Dockerfile")


def test_only_the_proxy_can_be_reached_from_elsewhere_and_only_if_asked_for() -> None:
    published = {name: each["ports"] for name, each in SERVICES.items() if "ports" in each}
    assert published == {
        "haproxy": ["127.0.0.1:8000:8000"],
        "prometheus": ["127.0.0.1:9090:9090"],
        "grafana": ["127.0.0.1:3000:3000"],
    }
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    for name, each in SERVICES.items():
        assert ("outside" in each["networks"]) == (name in published)
        assert "inside" in each["networks"]


def test_no_password_has_a_default() -> None:
    environment = SERVICES["grafana"]["environment"]
    assert environment["GF_SECURITY_ADMIN_PASSWORD"] == WITHOUT_DEFAULT


def test_the_service_takes_its_settings() -> None:
    taken = _settings()
    assert taken.port == image.read().port
    assert taken.trusted_proxies == 1  # HAProxy
    assert SERVICES["arbiter"]["deploy"]["replicas"] > 1


def test_there_is_memory_for_the_worst_that_may_be_asked() -> None:
    limits = SERVICES["arbiter"]["deploy"]["resources"]["limits"]
    taken = replace(_settings(), workers=int(limits["cpus"]))  # as many as the service will start
    assert image.memory_mib(taken) <= int(limits["memory"].removesuffix("G")) * 1024


@pytest.mark.parametrize("name", ["arbiter", "haproxy"])
def test_there_is_time_to_drain_and_to_finish(name: str) -> None:
    taken = _settings()
    grace = int(SERVICES[name]["stop_grace_period"].removesuffix("s"))
    assert grace >= taken.drain_seconds + taken.graceful_seconds + MARGIN


def test_the_redis_of_the_settings_is_there() -> None:
    address = SERVICES["arbiter"]["environment"]["ARBITER_REDIS_URL"]
    assert address == "redis://redis:6379/0"
    assert "redis" in SERVICES


def test_redis_keeps_nothing_and_forgets_what_is_about_to_end(tmp_path: Path) -> None:
    program, *arguments = SERVICES["redis"]["command"]
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    port = free_port()
    beside = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(tmp_path)]
    process = subprocess.Popen([program, *arguments, *beside], stdout=subprocess.DEVNULL)
    try:
        told = {
            name: _config(port, name)
            for name in ("save", "appendonly", "maxmemory", "maxmemory-policy")
        }
    finally:
        process.terminate()
        process.wait(10)
    assert told == {
        "save": "",
        "appendonly": "no",
        "maxmemory": str(64 * 1024 * 1024),
        "maxmemory-policy": "volatile-ttl",
    }
    assert list(tmp_path.iterdir()) == []


def _config(port: int, name: str) -> str:
    """What Redis has for a directive; waits for it to listen."""
    deadline = time.monotonic() + 20
    while True:
        try:
            connection = socket.create_connection(("127.0.0.1", port), 5)
            break
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
    with connection, connection.makefile("rb") as answer:
        connection.sendall(f"CONFIG GET {name}\r\n".encode())
        # *2, $length, the name, $length, the value
        return [answer.readline().decode().strip() for _ in range(5)][4]


def test_prometheus_knows_its_flags() -> None:
    if not shutil.which("prometheus"):
        pytest.skip("prometheus is not installed")
    told = subprocess.run(
        ["prometheus", "--help"], capture_output=True, text=True, timeout=60, check=False
    )
    for flag in SERVICES["prometheus"]["command"]:
        assert f"{flag.partition('=')[0]}=" in told.stdout + told.stderr


def test_the_manifests_run_the_same_redis() -> None:
    component = DEPLOY / "kubernetes" / "components" / "redis"
    deployment, _ = yaml.safe_load_all((component / "redis.yaml").read_text())
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    assert container["args"] == SERVICES["redis"]["command"]
    (tagged,) = yaml.safe_load((component / "kustomization.yaml").read_text())["images"]
    assert f"{tagged['name']}:{tagged['newTag']}" == SERVICES["redis"]["image"]

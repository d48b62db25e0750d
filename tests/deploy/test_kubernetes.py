"""What the manifests promise: least rights, no request lost, and names that find each other."""

import hashlib
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
import yaml

from service.settings import read_settings
from tests.deploy import image
from tests.deploy.manifests import (
    BUILDS,
    Manifest,
    built,
    container,
    matches,
    of_kind,
    pods,
    settings,
    the,
)
from tests.serving import ROOT, serve

PRODUCTION = "overlays/production"
MARGIN = 5
"""Seconds after drain and grace in which gunicorn itself must be gone, before it is killed."""
every_build = pytest.mark.parametrize("build", BUILDS)


def _containers(build: str) -> Iterator[Manifest]:
    for _, pod in pods(build):
        yield from pod["spec"]["containers"]


# Least rights


@every_build
def test_no_pod_is_root_or_may_speak_to_the_cluster(build: str) -> None:
    for name, pod in pods(build):
        spec = pod["spec"]
        assert spec["automountServiceAccountToken"] is False, name
        assert spec["enableServiceLinks"] is False, name
        context = spec["securityContext"]
        assert context["runAsNonRoot"] is True
        assert context["runAsUser"] > 0
        assert context["runAsGroup"] > 0
        assert context["seccompProfile"] == {"type": "RuntimeDefault"}
        assert not spec.keys() & {"hostNetwork", "hostPID", "hostIPC"}
    assert the(build, "ServiceAccount")["automountServiceAccountToken"] is False


@every_build
def test_no_container_writes_its_root_or_may_do_more_than_others(build: str) -> None:
    for each in _containers(build):
        assert each["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }


@every_build
def test_every_container_has_its_share_and_no_more(build: str) -> None:
    for each in _containers(build):
        for share in ("requests", "limits"):
            assert each["resources"][share].keys() == {"cpu", "memory"}
        assert {"readinessProbe", "livenessProbe"} <= each.keys()


@every_build
def test_every_image_has_a_version(build: str) -> None:
    for each in _containers(build):
        _, _, tag = each["image"].partition(":")
        assert tag[0].isdigit()


@every_build
def test_the_pod_runs_as_the_user_of_the_image(build: str) -> None:
    context = the(build, "Deployment")["spec"]["template"]["spec"]["securityContext"]
    made = image.read()
    assert (context["runAsUser"], context["runAsGroup"]) == (made.user, made.group)


@every_build
def test_what_is_written_is_in_memory(build: str) -> None:
    pod = the(build, "Deployment")["spec"]["template"]["spec"]
    (volume,) = pod["volumes"]
    assert volume["emptyDir"]["medium"] == "Memory"
    assert volume["emptyDir"]["sizeLimit"]
    (mounted,) = container(build)["volumeMounts"]
    assert mounted["name"] == volume["name"]
    assert mounted["mountPath"] == "/dev/shm"  # noqa: S108 - where gunicorn's heartbeats are
    assert Path(settings(build)["ARBITER_METRICS_DIR"]).is_relative_to(mounted["mountPath"])


def test_pods_of_production_are_held_to_the_strictest_standard() -> None:
    (namespace,) = of_kind(PRODUCTION, "Namespace")
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    spaces = {
        manifest["metadata"].get("namespace")
        for manifest in built(PRODUCTION)
        if manifest["kind"] != "Namespace"
    }
    assert spaces == {namespace["metadata"]["name"]}


# Settings


@every_build
def test_the_service_takes_its_settings(build: str) -> None:
    taken = read_settings(settings(build))
    (port,) = container(build)["ports"]
    assert taken.port == port["containerPort"] == image.read().port
    assert not ip_address(taken.host).is_loopback
    assert "ARBITER_WORKERS" not in settings(build)  # the CPU limit says how many


def test_keys_come_from_a_secret_without_which_no_pod_starts() -> None:
    sources = container(PRODUCTION)["envFrom"]
    assert [source.keys() for source in sources] == [{"configMapRef"}, {"secretRef"}]
    assert sources[1]["secretRef"] == {"name": "card-arbiter-api-keys"}
    hashed = hashlib.sha256(b"a key").hexdigest()
    assert read_settings(settings(PRODUCTION) | {"ARBITER_API_KEYS": hashed}).api_keys == (hashed,)


def test_redis_is_where_the_service_looks_for_it() -> None:
    service = the(PRODUCTION, "Service", "card-arbiter-redis")
    (port,) = service["spec"]["ports"]
    address = f"redis://{service['metadata']['name']}:{port['port']}/0"
    assert settings(PRODUCTION)["ARBITER_REDIS_URL"] == address
    assert "ARBITER_RATE_LIMIT" in settings(PRODUCTION)


@every_build
def test_there_is_memory_for_the_worst_that_may_be_asked(build: str) -> None:
    limits = container(build)["resources"]["limits"]
    taken = read_settings(settings(build) | {"ARBITER_WORKERS": limits["cpu"]})
    assert image.memory_mib(taken) <= int(limits["memory"].removesuffix("Gi")) * 1024


# No request lost


@every_build
def test_a_pod_has_time_to_drain_and_to_finish(build: str) -> None:
    taken = read_settings(settings(build))
    pod = the(build, "Deployment")["spec"]["template"]["spec"]
    enough = taken.drain_seconds + taken.graceful_seconds + MARGIN
    assert pod["terminationGracePeriodSeconds"] >= enough


@every_build
def test_draining_lasts_until_everybody_can_have_heard_of_it(build: str) -> None:
    probe = container(build)["readinessProbe"]
    heard = probe["periodSeconds"] * probe["failureThreshold"] + probe["timeoutSeconds"]
    assert read_settings(settings(build)).drain_seconds >= heard


@every_build
def test_a_new_version_takes_no_pod_away_before_its_own_is_ready(build: str) -> None:
    deployment = the(build, "Deployment")["spec"]
    assert deployment["strategy"] == {
        "type": "RollingUpdate",
        "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0},
    }
    assert "replicas" not in deployment  # else applying it would undo the autoscaler's work


@every_build
def test_one_pod_more_than_may_be_missing_is_always_there(build: str) -> None:
    fewest = the(build, "HorizontalPodAutoscaler")["spec"]["minReplicas"]
    assert fewest > the(build, "PodDisruptionBudget")["spec"]["maxUnavailable"]


@every_build
def test_the_service_answers_where_it_is_asked(build: str) -> None:
    probes = [
        container(build)[name]["httpGet"]
        for name in ("startupProbe", "readinessProbe", "livenessProbe")
    ]
    paths = {probe["path"] for probe in probes}
    assert paths == {"/livez", "/readyz"}
    assert {probe["port"] for probe in probes} == {"http"}
    if build == PRODUCTION:
        paths |= {each["path"] for each in the(build, "ServiceMonitor")["spec"]["endpoints"]}
    kept = ("ARBITER_DRAIN_SECONDS", "ARBITER_GRACEFUL_SECONDS", "ARBITER_TRUSTED_PROXIES")
    key = {"ARBITER_API_KEYS": hashlib.sha256(b"a key").hexdigest()}  # probes need none
    with serve(**{n: v for n, v in settings(build).items() if n in kept}, **key) as server:
        for path in paths:
            answer = httpx.get(f"{server.url}{path}", headers={"Host": "10.1.2.3:8000"})
            assert answer.status_code == httpx.codes.OK, path


# Names that find each other


def _labels(build: str) -> dict[str, dict[str, str]]:
    return {name: pod["metadata"]["labels"] for name, pod in pods(build)}


def _chosen(build: str, selector: dict[str, str]) -> set[str]:
    return {name for name, labels in _labels(build).items() if matches(selector, labels)}


@every_build
def test_every_selector_chooses_the_pods_of_its_own_deployment(build: str) -> None:
    for deployment in of_kind(build, "Deployment"):
        name = deployment["metadata"]["name"]
        assert _chosen(build, deployment["spec"]["selector"]["matchLabels"]) == {name}
        for spread in deployment["spec"]["template"]["spec"].get("topologySpreadConstraints", []):
            assert _chosen(build, spread["labelSelector"]["matchLabels"]) == {name}
    for service in of_kind(build, "Service"):
        assert _chosen(build, service["spec"]["selector"]) == {service["metadata"]["name"]}
    budget = the(build, "PodDisruptionBudget")
    assert _chosen(build, budget["spec"]["selector"]["matchLabels"]) == {"card-arbiter"}
    for policy in of_kind(build, "NetworkPolicy"):
        (chosen,) = _chosen(build, policy["spec"]["podSelector"]["matchLabels"])
        assert policy["metadata"]["labels"] == {"app.kubernetes.io/name": chosen}
    target = the(build, "HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    scaled = the(build, target["kind"], target["name"])
    assert scaled["apiVersion"] == target["apiVersion"]


@every_build
def test_every_named_port_is_one(build: str) -> None:
    named = {
        name: {port["name"] for each in pod["spec"]["containers"] for port in each["ports"]}
        for name, pod in pods(build)
    }
    for service in of_kind(build, "Service"):
        for port in service["spec"]["ports"]:
            assert port["targetPort"] in named[service["metadata"]["name"]]
    for each in _containers(build):
        own = {port["name"] for port in each["ports"]}
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            for way in ("httpGet", "tcpSocket"):
                if way in each.get(probe, {}):
                    assert each[probe][way]["port"] in own


def test_prometheus_is_told_of_the_service() -> None:
    monitor = the(PRODUCTION, "ServiceMonitor")["spec"]
    service = the(PRODUCTION, "Service")
    assert matches(monitor["selector"]["matchLabels"], service["metadata"]["labels"])
    job = service["metadata"]["labels"][monitor["jobLabel"]]
    (scraped,) = yaml.safe_load((ROOT / "deploy/prometheus/prometheus.yaml").read_text())[
        "scrape_configs"
    ]
    assert job == scraped["job_name"]  # which the rules and the dashboard look for
    redis = the(PRODUCTION, "Service", "card-arbiter-redis")
    assert not matches(monitor["selector"]["matchLabels"], redis["metadata"]["labels"])
    ports = {port["name"] for port in service["spec"]["ports"]}
    assert {each["port"] for each in monitor["endpoints"]} <= ports


# Who may speak to whom


def _ports(policies: list[Manifest], direction: str) -> set[int | str]:
    return {
        port["port"]
        for policy in policies
        for rule in policy["spec"].get(direction, [])
        for port in rule["ports"]
    }


def _policies(build: str, of: str) -> list[Manifest]:
    chosen = [
        policy
        for policy in of_kind(build, "NetworkPolicy")
        if of in _chosen(build, policy["spec"]["podSelector"]["matchLabels"])
    ]
    shut = {direction for policy in chosen for direction in policy["spec"]["policyTypes"]}
    assert shut == {"Ingress", "Egress"}
    for policy in chosen:
        for direction, peers in (("ingress", "from"), ("egress", "to")):
            assert all(rule[peers] for rule in policy["spec"].get(direction, []))
    return chosen


def test_alone_the_service_is_asked_on_its_port_and_asks_nobody() -> None:
    policies = _policies("base", "card-arbiter")
    assert _ports(policies, "ingress") == {"http"}
    assert _ports(policies, "egress") == set()


def test_in_production_it_asks_for_names_and_redis_alone() -> None:
    policies = _policies(PRODUCTION, "card-arbiter")
    assert _ports(policies, "ingress") == {"http"}
    assert _ports(policies, "egress") == {53, "redis"}


def test_redis_is_asked_by_the_service_alone_and_asks_nobody() -> None:
    policies = _policies(PRODUCTION, "card-arbiter-redis")
    assert _ports(policies, "egress") == set()
    (rule,) = (rule for policy in policies for rule in policy["spec"]["ingress"])
    (peer,) = rule["from"]
    assert _chosen(PRODUCTION, peer["podSelector"]["matchLabels"]) == {"card-arbiter"}
    assert peer.keys() == {"podSelector"}

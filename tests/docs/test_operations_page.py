"""The page on operations: its commands do what it says, and what it names is there."""

import hashlib
import re
import subprocess

import yaml

from tests.serving import ROOT

PAGE = (ROOT / "docs" / "operations.md").read_text()
SNIPPETS = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def _snippet(holding: str) -> str:
    (found,) = (snippet for snippet in SNIPPETS if holding in snippet)
    return str(found)


def _run(script: str) -> str:
    ended = subprocess.run(
        ["bash", "-euc", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return ended.stdout


def test_everything_it_names_is_there() -> None:
    named = set(re.findall(r"\bdeploy/[\w./@-]*[\w]", PAGE)) - {"deploy/.env"}
    assert len(named) > 5
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", PAGE))
    assert linked
    assert [page for page in sorted(linked) if not (ROOT / "docs" / page).exists()] == []


def test_haproxy_does_not_stay_root() -> None:
    assert "\nPROXY_USER=haproxy\n" in _snippet("PROXY_SERVER_1")


def test_a_key_and_its_hash_are_made_as_the_service_reads_them() -> None:
    key, hashed = _run(_snippet("sha256sum") + 'echo "$key $hash"').split()
    assert len(key) == 64
    assert hashed == hashlib.sha256(key.encode()).hexdigest()


def test_the_rules_become_what_the_operator_reads() -> None:
    script = _snippet("kind: PrometheusRule").replace("kubectl apply -f -", "cat")
    made = [each for each in yaml.safe_load_all(_run(script)) if each]
    assert [each["metadata"]["name"] for each in made] == [
        "card-arbiter-recording",
        "card-arbiter-alerts",
    ]
    for name, each in zip(("recording", "alerts"), made, strict=True):
        written = yaml.safe_load((ROOT / f"deploy/prometheus/rules/{name}.yaml").read_text())
        assert each["kind"] == "PrometheusRule"
        assert each["spec"] == written


def test_no_shell_command_is_misspelt() -> None:
    for snippet in SNIPPETS:
        subprocess.run(
            ["bash", "-n"], input=snippet.replace("<this repository>", "x"), text=True, check=True
        )

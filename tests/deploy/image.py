"""What the Dockerfile says of the image that it makes, and the memory that the image needs."""

import json
import re
from dataclasses import dataclass

from service.settings import Settings
from tests.serving import ROOT

_PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True)
class Image:
    """The last stage of the Dockerfile."""

    environment: dict[str, str]
    folder: str
    copied: tuple[str, ...]
    prepared_by: str
    user: int
    group: int
    port: int
    health_check: list[str]
    command: list[str]


def memory_mib(settings: Settings) -> float:
    """What an instance may hold when every thread is asked the worst there is, in MiB.

    The formula of docs/operations.md, under "Sizing"; its figures are those of `bench.sizing`.
    """
    worst = 76 * settings.max_body_bytes / 2**20
    return 70 + settings.workers * (22 + settings.threads * worst)


def read() -> Image:
    """Read it; each instruction that is looked for must be there."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    stage = text.rpartition("\nFROM ")[2]

    def one(pattern: str) -> str:
        (found,) = re.findall(pattern, stage, re.MULTILINE)
        return str(found)

    user, group = one(r"^USER (\d+:\d+)$").split(":")
    return Image(
        environment=dict(
            pair.replace("$PATH", _PATH).split("=", 1) for pair in one(r"^ENV (.+)$").split()
        ),
        folder=one(r"^WORKDIR (\S+)$"),
        copied=tuple(re.findall(r"^COPY (?!--from)(\S+) ", stage, re.MULTILINE)),
        prepared_by=one(r"^RUN (.+)$"),
        user=int(user),
        group=int(group),
        port=int(one(r"^EXPOSE (\d+)$")),
        health_check=json.loads(one(r"^HEALTHCHECK .*?CMD (\[.+\])$")),
        command=json.loads(one(r"^CMD (\[.+\])$")),
    )

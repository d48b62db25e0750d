"""A claim is decided as if it were the only one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.claims import MOST_CLAIMS, Reason, Ruling, Verdict, Wins
from evaluators.decisions import agreed
from evaluators.wording import said
from tests.conformance.games import put
from tests.disputes.test_disputes import BY_CODE, FILES, read

UNSEEN = [
    file for file in FILES if "??" in file.read_text("utf-8") and read(file)["question"]["claims"]
]


def ruled(client: FlaskClient, file: Path, claims: list[Any]) -> dict[str, Any]:
    question = {**read(file)["question"], "claims": claims}
    answer: dict[str, Any] = put(
        client, BY_CODE[file.parent.name], "adjudicate", question
    ).get_json()
    return answer


@pytest.mark.parametrize("file", UNSEEN, ids=lambda file: file.stem)
def test_no_claim_changes_the_ruling_on_another(client: FlaskClient, file: Path) -> None:
    claims = read(file)["question"]["claims"]
    together = ruled(client, file, (claims * MOST_CLAIMS)[:MOST_CLAIMS])
    for place, claim in enumerate(claims):
        alone = ruled(client, file, [claim])
        assert alone["rulings"] == [together["rulings"][place]]
        for name in ("breaches", "undecided", "stopped_at", "outcome"):
            assert alone[name] == together[name]


def test_what_each_way_leaves_open_all_together_leave_open() -> None:
    open_yet = Ruling(
        claim=Wins(claim="winner", player="anna"),
        verdict=Verdict.REJECTED,
        reason=Reason.UNSEEN_CARDS,
        correct=None,
        clauses=(),
        explanation=said("rejected-anyway", unseen=("boris 1",)),
    )
    other = replace(open_yet, explanation=said("rejected-anyway", unseen=("boris 2",)))
    told = agreed([open_yet, other], ("boris 2",))
    assert told is not None
    assert (told.verdict, told.reason) == (Verdict.REJECTED, Reason.UNSEEN_CARDS)

"""The dashboard as a file: whole, laid out without gaps, and about metrics that there are."""

import re
from itertools import pairwise

import pytest
import yaml

from tests.serving import ROOT
from tests.watching.dashboard import DASHBOARD, FILE, PANELS, QUERIES, Query
from tests.watching.test_rules import known, names_in, rules

PROVISIONING = ROOT / "deploy" / "grafana" / "provisioning"
VARIABLES = {variable["name"]: variable for variable in DASHBOARD["templating"]["list"]}


def test_panels_are_numbered_in_order_and_named_once() -> None:
    assert [panel["id"] for panel in PANELS] == list(range(1, len(PANELS) + 1))
    titles = [panel["title"] for panel in PANELS]
    assert len(set(titles)) == len(titles)
    assert all(panel["description"] for panel in PANELS if panel["type"] != "row")


def test_panels_do_not_overlap_and_stay_within_the_page() -> None:
    taken = set()
    for panel in PANELS:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                assert (x, y) not in taken, panel["title"]
                taken.add((x, y))
    rows = sorted({y for _, y in taken})
    assert all(below == above + 1 for above, below in pairwise(rows))


def test_every_panel_asks_the_chosen_source() -> None:
    for panel in PANELS:
        for asked in (panel, *panel.get("targets", [])):
            if asked.get("type") != "row":
                assert asked["datasource"] == {"type": "prometheus", "uid": "${datasource}"}


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.panel} {query.letter}")
def test_queries_heed_the_variables_and_ask_for_what_there_is(query: Query) -> None:
    used = set(re.findall(r"\$(\w+)", query.expression)) - {"__rate_interval"}
    assert "job" in used <= set(VARIABLES)
    asked = names_in(query.expression)
    assert asked or query.expression.startswith("sum(up{")
    assert asked - known() == set()


def test_the_source_that_is_chosen_at_first_is_provided() -> None:
    (source,) = yaml.safe_load((PROVISIONING / "datasources" / "prometheus.yaml").read_text())[
        "datasources"
    ]
    assert VARIABLES["datasource"]["current"] == {"text": source["name"], "value": source["uid"]}
    assert VARIABLES["datasource"]["query"] == source["type"]


def test_dashboards_are_looked_for_where_they_are_put() -> None:
    (provider,) = yaml.safe_load((PROVISIONING / "dashboards" / "card-arbiter.yaml").read_text())[
        "providers"
    ]
    assert provider["options"]["path"] == "/var/lib/grafana/dashboards"
    assert FILE.is_file()


def test_errors_of_the_service_are_the_same_for_the_dashboard_and_the_alerts() -> None:
    asked = [rule["expr"] for rule in rules("record")] + [query.expression for query in QUERIES]
    errors = [expression for expression in asked if 'status=~"5' in expression]
    assert len(errors) > 1
    assert all('status=~"5..", status!="501"' in expression for expression in errors)

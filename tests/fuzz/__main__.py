"""`python -m tests.fuzz TARGET [LIBFUZZER OPTION]... [CORPUS]...` fuzzes a target with atheris."""

import sys

import atheris

with atheris.instrument_imports(include=["evaluators", "service.strict_json", "service.v1"]):
    from tests.fuzz.targets import TARGETS

program, name, *arguments = sys.argv
atheris.Setup([program, *arguments], TARGETS[name])
atheris.Fuzz()

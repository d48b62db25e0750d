"""`python -m tests.fuzz TARGET [LIBFUZZER OPTION]... [CORPUS]...` fuzzes a target with atheris."""

import gc
import sys

import atheris

program, name, *arguments = sys.argv
looked_at = "service.strict_json" if name == "json" else "evaluators"
with atheris.instrument_imports(include=[looked_at]):
    from tests.fuzz.targets import TARGETS

TARGETS[name](b"")
gc.freeze()  # the OpenAPI document and all tables are there to stay
atheris.Setup([program, *arguments], TARGETS[name])
atheris.Fuzz()

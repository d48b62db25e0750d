"""Fuzzing: inputs that coverage leads to, each held against what must always be true.

`targets.py` has the targets; `python -m tests.fuzz TARGET` lets atheris (libFuzzer) look for
inputs, and `test_seeds.py` runs those in `seeds/` through the same functions without it.
"""

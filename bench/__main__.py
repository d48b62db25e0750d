"""All measurements, one after the other."""

from bench import evaluating, replaying

for measure in (evaluating.main, replaying.main):
    measure()

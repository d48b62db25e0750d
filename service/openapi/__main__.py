"""`python -m service.openapi` writes the document to standard output."""

import sys

from service.openapi import generate

sys.stdout.write(generate())

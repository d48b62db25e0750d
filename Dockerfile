# Card Arbiter in a container: no build tools, no root, nothing written outside /dev/shm.
# Run it with a read-only root file system: docker run --read-only -p 8000:8000 card-arbiter

# With tracing (ARBITER_OTLP_ENDPOINT): docker build --build-arg LOCK=requirements-tracing.lock .
FROM python:3.13-slim AS build
WORKDIR /build
ARG LOCK=requirements.lock
COPY requirements.lock requirements-tracing.lock ./
RUN python -m venv /opt/card-arbiter \
 && /opt/card-arbiter/bin/pip install --no-cache-dir --disable-pip-version-check \
        --require-hashes -r "$LOCK"

FROM python:3.13-slim
ENV PATH=/opt/card-arbiter/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    ARBITER_HOST=0.0.0.0
COPY --from=build /opt/card-arbiter /opt/card-arbiter
WORKDIR /srv
COPY evaluators evaluators
COPY service service
COPY openapi.yaml .
# Readable to the user below, whatever the umask of who checked them out.
RUN python -m compileall -q evaluators service && python -m evaluators.make_tables \
 && chmod -R a+rX .
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ.get(\"ARBITER_PORT\", \"8000\")}/livez', timeout=2)"]
CMD ["gunicorn", "--config", "service/gunicorn_conf.py"]

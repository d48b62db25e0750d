"""Who may ask, from where, and what every browser is told: keys, origins, proxies, headers."""

import hashlib
import hmac
import re
from types import MappingProxyType

from flask import Flask, Response, request
from flask_cors import CORS
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.middleware.proxy_fix import ProxyFix

from service.observation import ID_HEADER
from service.problems import Problem
from service.settings import Settings

HARDENING = MappingProxyType(
    {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    }
)
"""What every browser is told with every answer."""
KEY_HEADER = "X-API-Key"
_BEARER = re.compile(r"bearer +(.*)", re.IGNORECASE)
_PREFIX = re.compile(r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*")
_READABLE = (
    ID_HEADER, "ETag", "Retry-After", "Content-Language", "RateLimit", "RateLimit-Policy",
    "Deprecation", "Sunset", "Link",
)  # fmt: skip
"""Headers of answers that a page of another origin may read."""
_SENT = (
    "Content-Type", "Accept-Language", "Authorization", KEY_HEADER, ID_HEADER, "If-None-Match",
    "traceparent",
)  # fmt: skip


def register(app: Flask, settings: Settings) -> None:
    """Ask for keys if there are any, name the origins that may read, and harden all answers."""
    hops = settings.trusted_proxies
    if hops:
        app.before_request(_refuse_odd_prefix)
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops)  # type: ignore[method-assign]  # as Flask documents
    if settings.cors_origins:
        CORS(
            app,
            origins=list(settings.cors_origins),
            send_wildcard="*" in settings.cors_origins,
            methods=["GET", "HEAD", "POST", "QUERY", "OPTIONS"],
            allow_headers=list(_SENT),
            expose_headers=list(_READABLE),
            max_age=600,
            vary_header=False,  # it would say so only where the origin may read
        )
    if settings.api_keys:
        _want_key(app, settings.api_keys)

    @app.after_request
    def harden(response: Response) -> Response:
        for name, value in HARDENING.items():
            response.headers.setdefault(name, value)
        if settings.cors_origins and "*" not in settings.cors_origins:
            response.vary.add("Origin")  # also where the origin is none of these, or none is named
        return response


def _refuse_odd_prefix() -> None:
    """A prefix leads nowhere else: redirects and links begin with it."""
    if not _PREFIX.fullmatch(request.environ["SCRIPT_NAME"]):
        raise BadRequest


def answer_preflights(app: Flask, settings: Settings) -> None:
    """Let pages ask for what is not there, so that they may read that it is not.

    What is there answers preflight requests by itself.
    """

    @app.before_request
    def answer_preflight() -> Response | None:
        if not (
            settings.cors_origins
            and request.method == "OPTIONS"
            and "Access-Control-Request-Method" in request.headers
            and f"{request.path}/".startswith("/v1/")
            and isinstance(request.routing_exception, NotFound)
        ):
            return None
        response = Response(status=204)
        del response.headers["Content-Type"]
        return response


def _want_key(app: Flask, hashes: tuple[str, ...]) -> None:
    @app.before_request
    def want_key() -> None:
        """Only what is asked of the games has to be paid for with a key."""
        if not request.path.startswith("/v1/") or request.method == "OPTIONS":
            return
        if known_key(hashes) is None:
            raise Problem(401, "key-wanted", headers={"WWW-Authenticate": "Bearer"})


def known_key(hashes: tuple[str, ...]) -> str | None:
    """The hash of the key that was sent, if it is one of these."""
    given = request.headers.get(KEY_HEADER, "")
    authorization = _BEARER.fullmatch(request.headers.get("Authorization", ""))
    if not given and authorization:
        given = authorization[1]
    found = hashlib.sha256(given.encode("latin-1")).hexdigest()  # its very bytes
    # Every hash is compared, each in constant time.
    return found if sum(hmac.compare_digest(found, known) for known in hashes) else None

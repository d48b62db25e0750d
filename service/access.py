"""Who may ask, from where, and what every browser is told: keys, origins, proxies, headers."""

import hashlib
import hmac

from flask import Flask, Response, request
from flask_cors import CORS
from werkzeug.middleware.proxy_fix import ProxyFix

from service.observation import ID_HEADER
from service.problems import Problem
from service.settings import Settings

KEY_HEADER = "X-API-Key"
_BEARER = "Bearer "
_READABLE = (
    ID_HEADER, "ETag", "Retry-After", "Content-Language", "RateLimit", "RateLimit-Policy",
    "Deprecation", "Sunset", "Link",
)  # fmt: skip
"""Headers of answers that a page of another origin may read."""
_SENT = ("Content-Type", "Accept-Language", "Authorization", KEY_HEADER, ID_HEADER, "If-None-Match")


def register(app: Flask, settings: Settings) -> None:
    """Ask for keys if there are any, name the origins that may read, and harden all answers."""
    hops = settings.trusted_proxies
    if hops:
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
        )
    if settings.api_keys:
        _want_key(app, settings.api_keys)

    @app.after_request
    def harden(response: Response) -> Response:
        headers = response.headers
        headers.setdefault("X-Content-Type-Options", "nosniff")
        headers.setdefault("Referrer-Policy", "no-referrer")
        headers.setdefault("Cross-Origin-Resource-Policy", "cross-origin")
        headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
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
    authorization = request.headers.get("Authorization", "")
    if not given and authorization.startswith(_BEARER):
        given = authorization.removeprefix(_BEARER)
    found = hashlib.sha256(given.encode()).hexdigest()
    # Every hash is compared, each in constant time.
    return found if sum(hmac.compare_digest(found, known) for known in hashes) else None

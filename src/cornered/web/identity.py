"""The secrets that give someone a seat: made here, kept by the player alone, known to the store by hash."""

import hashlib
import re
import secrets

from fastapi import Request, Response

COOKIE = "cornered_player"
_YEAR = 365 * 24 * 3600
_FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def new_secret() -> str:
    """256 random bits, as text that is safe in a cookie and in the fragment of an address."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """What the store keeps. The secret is random through and through, so it needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


async def holder(request: Request) -> str | None:
    """The hash of the secret that the request comes with, if it comes with one."""
    secret = request.cookies.get(COOKIE, "")
    return hash_of(secret) if _FORM.fullmatch(secret) else None


async def known_holder(request: Request, response: Response) -> str:
    """As `holder`, but a client without a secret is given one."""
    known = await holder(request)
    if known:
        return known
    secret = new_secret()
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, max_age=_YEAR, httponly=True, samesite="strict", secure=secure)
    return hash_of(secret)

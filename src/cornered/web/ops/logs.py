"""A log for programs: one JSON object a line, with the name of the request that it is about.

Of a request it tells the pattern of its address, never the address, a header or a body: no invitation and no
cookie can get into it.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from cornered.web.ops.rarely import Rarely
from cornered.web.ops.watching import REFUSED, Answered, request_id

_requests = logging.getLogger("cornered.requests")
_refused = logging.getLogger("cornered.refused")


class JsonLines(logging.Formatter):
    """Each record as one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if name := request_id.get():
            told["request"] = name
        told |= getattr(record, "facts", {})
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told)


def log_as_json() -> None:
    """Makes every line of the log one of JSON: all requests, but warnings and refusals at a bounded rate."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    _requests.addHandler(handler)
    _requests.setLevel(logging.INFO)
    _requests.propagate = False
    bounded = logging.StreamHandler()
    bounded.setFormatter(JsonLines())
    bounded.addFilter(Rarely())
    logging.getLogger().addHandler(bounded)


def log_request(answered: Answered) -> None:
    """Tells of one request; of those that are refused now and then, with how many there were."""
    facts = {
        "method": answered.method,
        "route": answered.route,
        "status": answered.status,
        "milliseconds": round(answered.seconds * 1000, 1),
        "client": answered.client,
    }
    if answered.status in REFUSED:
        _refused.warning(f"request refused ({answered.status})", extra={"facts": facts})
    else:
        _requests.info("request", extra={"facts": facts})

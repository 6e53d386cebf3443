"""Logging to standard error, as readable text or JSON lines."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from typing_extensions import override

SOCKETS: Final = "tefuda.access.sockets"
"""Logger of socket connections, for the text format."""
SEAT_TOKEN: Final = re.compile(r"(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])")
"""Matches a seat token, for example in a path or a query."""
PATH_CHARACTERS: Final = "/!$&'()*+,;=:@-._~"
"""Characters of a path that are logged as they are. Others are escaped, to keep control codes off the terminal."""


class JsonFormatter(logging.Formatter):
    """Formats a record as a JSON object; `facts` are its additional fields. Never log tokens or seeds."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return hide_tokens(json.dumps(line, ensure_ascii=False))


class TextFormatter(logging.Formatter):
    """Formats a record as a readable line: the time, then a request with status and milliseconds, or the message."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        line = f"{at}  {self.text(record)}"
        if record.exc_info:
            line = f"{line}\n{self.formatException(record.exc_info)}"
        return hide_tokens(line)

    def text(self, record: logging.LogRecord) -> str:
        """Return the line without the time."""
        facts: dict[str, Any] = getattr(record, "facts", {})
        if "path" in facts:
            path = quote(facts["path"], safe=PATH_CHARACTERS)
            if "status" in facts:
                return f"{facts['method']} {path} {facts['status']} {facts['ms']} ms"
            return f"{record.getMessage()} {path}"
        if record.levelno > logging.INFO:
            return f"{record.levelname.lower()}: {record.name}: {record.getMessage()}"
        return record.getMessage()


def hide_tokens(line: str) -> str:
    """Replace seat tokens by `<token>`."""
    return SEAT_TOKEN.sub("<token>", line)


def is_wanted(record: logging.LogRecord) -> bool:
    """Return False for uvicorn's records about sockets. Our own records have the path without the query."""
    message = record.getMessage()
    return not (record.name.startswith("uvicorn") and ("WebSocket" in message or message.startswith("connection ")))


def configure_logging(level: str, form: str) -> None:
    """Log to standard error from `level` on, as `text` or `json`."""
    handler = logging.StreamHandler(sys.stderr)
    if form == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(TextFormatter())
        handler.addFilter(is_wanted)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("tefuda", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        # uvicorn's debug messages contain frames, with tokens and hidden actions.
        logger.setLevel("INFO" if name == "uvicorn" and level == "debug" else level.upper())
    # In JSON, uvicorn logs the sockets.
    logging.getLogger(SOCKETS).setLevel(logging.WARNING if form == "json" else logging.NOTSET)

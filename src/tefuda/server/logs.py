"""Logs on standard error: a readable line for each record, or a JSON object a line."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

SOCKETS: Final = "tefuda.access.sockets"
"""The logger of connecting and disconnecting sockets, in text."""
SEAT_TOKEN: Final = re.compile(r"(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])")
"""What a seat token looks like, wherever somebody has put one: a path or a query, say."""
PATH_SIGNS: Final = "/!$&'()*+,;=:@-._~"
"""Characters that a path is written with; others are escaped, so that no request can write to the terminal."""


class JsonLines(logging.Formatter):
    """A JSON object for each record; `facts` are what a record adds. Tokens and seeds are never handed to it."""

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


class TextLines(logging.Formatter):
    """A readable line for each record: the time, then a request with status and milliseconds, or the message."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        line = f"{at}  {self.text(record)}"
        if record.exc_info:
            line = f"{line}\n{self.formatException(record.exc_info)}"
        return hide_tokens(line)

    def text(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = getattr(record, "facts", {})
        if "path" in facts:
            path = quote(facts["path"], safe=PATH_SIGNS)
            if "status" in facts:
                return f"{facts['method']} {path} {facts['status']} {facts['ms']} ms"
            return f"{record.getMessage()} {path}"
        if record.levelno > logging.INFO:
            return f"{record.levelname.lower()}: {record.name}: {record.getMessage()}"
        return record.getMessage()


def hide_tokens(line: str) -> str:
    return SEAT_TOKEN.sub("<token>", line)


def is_no_socket_line(record: logging.LogRecord) -> bool:
    """False for what uvicorn says about sockets; our own lines name the table, and no query."""
    message = record.getMessage()
    return not (record.name.startswith("uvicorn") and ("WebSocket" in message or message.startswith("connection ")))


def set_up_logs(level: str, form: str) -> None:
    """Everything to standard error, from this level on, as `text` or `json`."""
    handler = logging.StreamHandler(sys.stderr)
    if form == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(TextLines())
        handler.addFilter(is_no_socket_line)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in ("tefuda", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(level.upper())
    # In JSON, uvicorn tells of sockets.
    logging.getLogger(SOCKETS).setLevel(logging.WARNING if form == "json" else logging.NOTSET)

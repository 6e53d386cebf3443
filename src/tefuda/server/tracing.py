"""OpenTelemetry traces of requests, socket messages, database writes and jobs. Off without `trace_endpoint`.

Names and attributes are words of this program: methods, routes, kinds and codes. Paths, addresses, tokens, actions and
other texts of clients are never attributes, since the collector may be on another machine.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import tefuda

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

EXPORT_SECONDS: Final = 2.0
"""Time limit to send spans. A collector that does not answer delays the shutdown by this."""
NO_SPAN: Final = contextlib.nullcontext()

_tracer: "Tracer | None" = None


def can_trace() -> bool:
    """Whether the packages of `tefuda[tracing]` are installed."""
    try:
        return find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    except ModuleNotFoundError:
        return False


def start_tracing(endpoint: str) -> "TracerProvider":
    """Send spans to an OTLP collector from now on."""
    global _tracer
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    name = os.environ.get("OTEL_SERVICE_NAME", "tefuda")
    provider = TracerProvider(
        resource=Resource.create({"service.name": name, "service.version": tefuda.__version__}),
        shutdown_on_exit=False,
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint, timeout=EXPORT_SECONDS)))
    _tracer = provider.get_tracer("tefuda", tefuda.__version__)
    return provider


def stop_tracing(provider: "TracerProvider") -> None:
    """Send the remaining spans."""
    global _tracer
    _tracer = None
    provider.shutdown()


def span(name: str) -> AbstractContextManager[None]:
    """Return a context manager for a span."""
    return NO_SPAN if _tracer is None else _span(_tracer, name)


def inner_span(name: str) -> AbstractContextManager[None]:
    """Return a context manager for a part of another span; without one, nothing is recorded."""
    return NO_SPAN if _tracer is None or not _is_inside_span() else _span(_tracer, name)


@contextlib.contextmanager
def _span(tracer: "Tracer", name: str) -> Iterator[None]:
    # Messages and tracebacks of exceptions may contain texts of clients.
    with tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False):
        try:
            yield
        except BaseException as failure:
            annotate({"error.type": type(failure).__name__})
            raise


def annotate(attributes: Mapping[str, str | int], name: str | None = None) -> None:
    """Add attributes to the current span, and change its name if `name` is given."""
    if _tracer is None:
        return
    from opentelemetry.trace import get_current_span

    current = get_current_span()
    current.set_attributes(attributes)
    if name is not None:
        current.update_name(name)


def annotate_request(scope: Any, method: str, status: int) -> None:
    """Describe the current span as a request with its route, which is known after the request."""
    if _tracer is None:
        return
    route = getattr(scope.get("route"), "path", None)
    facts: dict[str, str | int] = {"http.request.method": method, "http.response.status_code": status}
    if route is None:
        annotate(facts)
    else:
        annotate({**facts, "http.route": route}, f"{method} {route}")


def record_span(name: str, began: int, ended: int, attributes: Mapping[str, str | int]) -> None:
    """Record a part of another span from its times in nanoseconds since 1970."""
    if _tracer is not None and _is_inside_span():
        _tracer.start_span(name, start_time=began, attributes=attributes).end(end_time=ended)


def _is_inside_span() -> bool:
    from opentelemetry.trace import get_current_span

    return get_current_span().get_span_context().is_valid

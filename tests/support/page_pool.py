"""A pool of pages, since a new page needs a process and loads every file."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page


class PagePool:
    """Pages in their own contexts. A returned page is blank, with empty storage."""

    def __init__(self, browser: Browser, **context: Any) -> None:
        self._browser = browser
        self._context = context
        self._free: list[Page] = []
        self._listeners: dict[Page, dict[str, Callable[..., None]]] = {}

    def borrow(self, width: int, height: int) -> tuple[Page, list[str]]:
        """Return a page of this size and the list of its errors, warnings and logs."""
        page = self._free.pop() if self._free else self._browser.new_page(**self._context)
        page.set_viewport_size({"width": width, "height": height})
        complaints: list[str] = []

        def log(message: ConsoleMessage) -> None:
            complaints.append(message.text)

        def fail(error: Exception) -> None:
            complaints.append(str(error))

        self._listeners[page] = {"console": log, "pageerror": fail}
        for event, listener in self._listeners[page].items():
            page.on(event, listener)  # type: ignore[call-overload]
        return page, complaints

    def give_back(self, page: Page) -> None:
        """Reset a page: pointer, storage and document."""
        page.mouse.move(-1, -1)
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        for event, listener in self._listeners.pop(page).items():
            page.remove_listener(event, listener)
        page.goto("about:blank")
        self._free.append(page)

"""A browser and a server shared by page tests.

Modules are imported on use, since most tests need no browser.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from browser import Server
    from othello_stage import Stage
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    from browser import launch_browser

    with launch_browser() as one:
        yield one


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Server]":
    """A server without rate limits."""
    from players_page import unlimited_server

    with unlimited_server(tmp_path_factory.mktemp("site")) as one:
        yield one


@pytest.fixture(scope="session")
def stages(browser: "Browser") -> "Iterator[Callable[..., Stage]]":
    """A factory of stages for Card Othello's screen; tests close them."""
    from othello_stage import create_stages

    with create_stages(browser) as new:
        yield new


@pytest.fixture
def stage(stages: "Callable[..., Stage]") -> "Iterator[Stage]":
    made = stages()
    yield made
    made.close()


@pytest.fixture(scope="session")
def phones(browser: "Browser") -> "Iterator[Callable[[], AbstractContextManager[Page]]]":
    """Opens Catalyst Reaction's screen on a phone."""
    from catalyst_page import page_server, phone
    from page_pool import PagePool

    pages = PagePool(browser, has_touch=True)
    with page_server() as address:
        yield lambda: phone(pages, address)


@pytest.fixture
def screen_page(phones: "Callable[[], AbstractContextManager[Page]]") -> "Iterator[Page]":
    """Catalyst Reaction's screen on a phone."""
    with phones() as page:
        yield page

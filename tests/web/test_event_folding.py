"""Pages fold events to the same views as Python."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from web_folds import GAMES, fold, fold_game, folding, played, story


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with folding(browser) as one:
        yield one


@pytest.mark.parametrize("number", range(3 * len(GAMES)))
def test_page_folds_a_game(page: Page, number: int) -> None:
    assert fold_game(page, number) > 5


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_wrong_view_is_detected(page: Page, number: int) -> None:
    told = story(played(GAMES[number], number), 0)
    last = told["plies"][-1]["view"]
    for key in ("hand", "result"):
        wrong = {**told, "plies": [*told["plies"][:-1], {**told["plies"][-1], "view": {**last, key: ["x"]}}]}
        assert f".{key}" in fold(page, wrong)["found"]

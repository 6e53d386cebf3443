"""Hidden Nim passes the game test suite."""

from hidden_nim import HiddenNim

from tefuda.testing import check_game


def test_hidden_nim_keeps_every_promise() -> None:
    check_game(HiddenNim(), options={"most": 12})

"""Solitaire TCG in a terminal."""

from tefuda.core.screen import Screen


class SolitaireScreen(Screen):
    """The table by zones."""

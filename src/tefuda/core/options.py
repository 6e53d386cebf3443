"""Options of a game, and suggestions for misspelled names."""

import difflib
from typing import Any, Final

from mypy_extensions import mypyc_attr

from tefuda.core.text import Message

ON_OFF_LABELS: Final = [Message("on", "on", "オン"), Message("off", "off", "オフ")]
"""The labels of the choices `on` and `off`."""
SHORTEST_BEGINNING: Final = 3
"""The length from which the beginning of a name is preferred to similar names."""


def did_you_mean(word: str, known: list[str]) -> tuple[str, str]:
    """Return a suggestion to append to a message, in English and Japanese; empty if no name is similar."""
    names = {name.casefold(): name for name in reversed(known)}
    wanted = word.casefold()
    begun = [name for name in reversed(names) if len(wanted) >= SHORTEST_BEGINNING and name.startswith(wanted)]
    near = begun or difflib.get_close_matches(wanted, list(names), n=1, cutoff=0.5)
    return (f" Did you mean {names[near[0]]}?", f" {names[near[0]]} のことですか？") if near else ("", "")


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One option: a number, or one of several words."""

    def __init__(
        self,
        name: str,
        default: int | str,
        label: Message,
        *,
        low: int = 0,
        high: int = 0,
        choices: list[str] | None = None,
        choice_labels: list[Message] | None = None,
        quick_start: int | str | None = None,
    ) -> None:
        self.name = name
        self.default = default
        self.label = label
        self.low = low
        self.high = high
        self.choices = choices
        self.choice_labels = choice_labels
        """What players read for each choice. By default the choice itself."""
        self.quick_start = default if quick_start is None else quick_start
        """The value of a game that is started without looking at the rule settings."""

    def range(self) -> str:
        """Return the allowed values as text."""
        return ", ".join(self.choices) if self.choices is not None else f"{self.low}-{self.high}"

    def check(self, value: Any) -> Message | None:
        """Return what is wrong with a value, or None."""
        if self.choices is not None:
            if value in self.choices:
                return None
        elif isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return None
        if self.choices is not None:
            span = self.range()
            return Message("option_value", f"{value!r} is not one of {span}.", f"{value!r} は使えません（{span}）。")
        en = f"{value!r} is not a whole number from {self.low} to {self.high}."
        return Message("option_value", en, f"{value!r} は使えません（{self.low} から {self.high} の整数）。")

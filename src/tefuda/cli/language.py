"""Which language the command speaks: chosen once, before anything is said."""

from collections.abc import Mapping, Sequence

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.text import LANGUAGES, Message

_chosen = "en"


def choose(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """`--language`, else TEFUDA_LANGUAGE, else the locale; raises `InvalidInput` for one that we do not speak."""
    global _chosen
    _chosen = "ja" if _locale(environment).startswith("ja") else "en"
    asked = environment.get("TEFUDA_LANGUAGE", "")
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--language":
            asked = value if equals else arguments[place + 1] if place + 1 < len(arguments) else ""
    if asked in LANGUAGES:
        _chosen = asked
    elif asked:
        known = ", ".join(LANGUAGES)
        message = Message(
            "language", f"No language {asked!r} here. Languages: {known}.", f"言語 {asked!r} は使えません（{known}）。"
        )
        raise InvalidInput([Problem([], message)])
    return _chosen


def _locale(environment: Mapping[str, str]) -> str:
    return environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""


def language() -> str:
    """The language chosen."""
    return _chosen


def t(en: str, ja: str) -> str:
    """One of two sentences that say the same."""
    return ja if _chosen == "ja" else en


def say(message: Message) -> str:
    """A message in the language chosen."""
    return message.text(_chosen)

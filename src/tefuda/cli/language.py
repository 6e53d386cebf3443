"""The language of the command line. It is chosen once, before the first output."""

from collections.abc import Mapping, Sequence

from tefuda.core.errors import InvalidInput, Problem
from tefuda.core.text import LANGUAGES, Message

_chosen = "en"


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Choose the language by `--language`, TEFUDA_LANGUAGE or the locale; raise `InvalidInput` for an unknown one."""
    global _chosen
    _chosen = _locale_language(environment)
    wanted = find_language(arguments, environment)
    if wanted not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        message = Message(
            "language",
            f"Unknown language {wanted!r}. Languages: {known}.",
            f"言語 {wanted!r} は使えません（{known}）。",
        )
        raise InvalidInput([Problem([], message)])
    _chosen = wanted
    return _chosen


def find_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language that `--language`, TEFUDA_LANGUAGE or the locale asks for, known or not."""
    wanted = environment.get("TEFUDA_LANGUAGE", "")
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--language":
            wanted = value if equals else arguments[place + 1] if place + 1 < len(arguments) else ""
    return wanted or _locale_language(environment)


def _locale_language(environment: Mapping[str, str]) -> str:
    locale = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return "ja" if locale.startswith("ja") else "en"


def language() -> str:
    """Return the chosen language."""
    return _chosen


def t(en: str, ja: str) -> str:
    """Return the text in the chosen language."""
    return ja if _chosen == "ja" else en


def say(message: Message) -> str:
    """Return a message in the chosen language."""
    return message.text(_chosen)

"""Texts in English and Japanese."""

from typing import Final

from typing_extensions import override

LANGUAGES: Final = ["en", "ja"]


class Message:
    """One sentence in both languages, with a code for programs."""

    def __init__(self, code: str, en: str, ja: str) -> None:
        self.code = code
        self.en = en
        self.ja = ja

    def text(self, language: str) -> str:
        """Return the sentence in `language`, or in English if the language is unknown."""
        return self.ja if language == "ja" else self.en

    @override
    def __repr__(self) -> str:
        return f"Message({self.code!r}, {self.en!r})"

    @override
    def __reduce__(self) -> tuple[type["Message"], tuple[str, str, str]]:
        """Support pickling: compiled objects have no `__dict__`."""
        return Message, (self.code, self.en, self.ja)


def both(message: Message) -> dict[str, str]:
    """Return a text in both languages, as JSON has it."""
    return {"en": message.en, "ja": message.ja}


def messages(texts: dict[str, tuple[str, str]]) -> dict[str, Message]:
    """Return messages by code from their texts in English and Japanese."""
    return {code: Message(code, en, ja) for code, (en, ja) in texts.items()}

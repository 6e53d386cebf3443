"""What generated card texts must not say, in either language."""

import re
from typing import Final

ODD: Final = {
    "en": re.compile(
        r"not so\b|not \(|(?<!plus )(?<!minus )(?<!times )the number of ((?!plus|minus|times)[a-z ])+ is \d|"
        r"(?<!-)\b1 cards\b|\b1 \w+ counters\b|Continue only|"
        r"\b(atk|hp)\b|\bNone\b|  | [.,;:)]|\( |[{}]|\.\.|,,|^\s|\s$|\ba [aeiou]|\ban [^aeiouAEIOU]|[ぁ-んァ-ン一-龥]"
    ),
    "ja": re.compile(
        r"あるでなければ|ではなければ|あるなら|ないなら|多いなら|があるあ|かつ|または|以降は不発|"
        r"(?<![A-Za-z_])(atk|hp|ATK)(?![A-Za-z_])|\bNone\b|  |[{}]|。。|、、|、。|「」|《》|［］|^\s|\s$"
    ),
}
PAIRS: Final = ["“”", "「」", "（）", "()", "〈〉", "【】", "《》", "［］"]
NAMES: Final = re.compile("“.*?”|《.*?》")
"""Names of cards, which may be in any language."""


def check_wording(text: str, language: str) -> None:
    """Check a generated text for phrases that no card game says, and for unmatched brackets."""
    found = ODD[language].search(NAMES.sub("X", text))
    assert found is None, f"{found.group()!r} in {text!r}"
    for pair in PAIRS:
        assert text.count(pair[0]) == text.count(pair[1]), text
    if language == "ja":
        assert re.search("[ぁ-んァ-ン一-龥]", text), text


def check_line(line: str, language: str) -> None:
    """Check one line of a card text."""
    check_wording(line, language)
    assert line.endswith("。" if language == "ja" else "."), line

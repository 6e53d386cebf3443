"""A player in plain Python, without Tefuda: it reads questions and writes answers, one JSON object a line.

    tefuda play card-othello -p "exec:python examples/exec_bot/exec_bot.py"
    tefuda simulate card-othello -p "exec:python examples/exec_bot/exec_bot.py" -p random --games 200 --swap

It takes a corner of Card Othello when it can, and chooses at random otherwise, so it plays every game. The protocol is
in docs/bots.md. Change `choose` to make it play better.
"""

import json
import random
import sys
from typing import Any

CORNERS = {"a1", "a8", "h1", "h8"}


def choose(question: dict[str, Any]) -> str:
    """Return one of `question["legal"]`. `question["view"]` is what the seat sees."""
    legal: list[str] = question["legal"]
    if question["game"] == "card-othello":
        corners = [action for action in legal if action.removeprefix("place ") in CORNERS]
        if corners:
            return random.choice(corners)
    return random.choice(legal)


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"id": question["id"], "action": choose(question)}
        # Without a flush the answer would wait in a buffer.
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

"""The `tefuda` command."""

import io
import os
import sys

from tefuda.cardlang.library import Library
from tefuda.cli.console import print_error, report_cards
from tefuda.cli.language import choose_language, language, t
from tefuda.core.errors import InvalidInput

BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command; return 0, 1 for a failed check, 2 for invalid input, or 130 after Ctrl-C."""
    try:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            # Characters that cannot be encoded are shown as a question mark.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        choose_language(arguments, os.environ)
        Library.on_load = staticmethod(report_cards)
        # Imported here: help texts are created when the commands are defined, in the chosen language.
        from tefuda.cli.app import run_command

        status = run_command(arguments)
        sys.stdout.flush()
    except InvalidInput as failure:
        print_error(failure.text(language()))
        return BAD_INPUT
    except BrokenPipeError:
        # Python would report the error again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print_error(t("The output was closed early.", "出力先が途中で閉じられました。"))
        return BAD_INPUT
    except KeyboardInterrupt:
        print_error(t("Stopped.", "中断しました。"))
        return INTERRUPTED
    return status


if __name__ == "__main__":
    main()

"""The `tefuda` command."""

import io
import os
import sys

from tefuda.cli.console import complain
from tefuda.cli.language import choose, language, t
from tefuda.core.errors import InvalidInput

BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line; every way out has its exit status and, where something is wrong, one clear sentence."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit status: 0, 1 for a failed check, 2 for bad input, 130 after Ctrl-C."""
    try:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            # What a terminal cannot show, or nobody can read, is shown as a question mark.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        choose(arguments, os.environ)
        # Help texts are made when the commands are defined, in the language chosen above.
        from tefuda.cli.app import run_command

        status = run_command(arguments)
        sys.stdout.flush()
    except InvalidInput as failure:
        complain(failure.text(language()))
        return BAD_INPUT
    except BrokenPipeError:
        # Python would complain again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        complain(t("The output was closed before everything was written.", "出力先が途中で閉じられました。"))
        return BAD_INPUT
    except KeyboardInterrupt:
        complain(t("Stopped.", "中断しました。"))
        return INTERRUPTED
    return status


if __name__ == "__main__":
    main()

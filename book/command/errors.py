"""What stops a command, as one sentence and an exit status."""
from __future__ import annotations

import sys
from collections.abc import Callable

from command import terminal
from runs import files, processes
from runs.project import SetUpError, UserError

WHEN_IT_WILL_NOT_START = "book/site/pages/when-it-will-not-start.md says more about this and similar messages."


def status_of(work: Callable[[], int | None]) -> int:
    """Does some work, and reports what the user can put right; a mistake of ours is not caught."""
    try:
        return work() or 0
    except UserError as error:
        terminal.say(error, sys.stderr)
        if isinstance(error, SetUpError):
            terminal.say(WHEN_IT_WILL_NOT_START, sys.stderr)
        return error.status
    except UnicodeDecodeError:
        terminal.say("A file of the book is not in UTF-8: git status shows which has been changed, git checkout brings it back.", sys.stderr)
        return 1
    except OSError as error:
        terminal.say(files.explain(error), sys.stderr)
        return 1
    except MemoryError:
        terminal.say("Memory ran out. Close other programs, or raise the limit (ulimit -v), then start again.", sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except processes.Ended as ended:
        return 128 + ended.number

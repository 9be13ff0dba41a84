"""The tools that a test calls. Where one is missing, the test is skipped, with a sentence that names it."""
import shutil
import sys
import unittest

SKIPPED = 77


def skip_without(*tools: str) -> None:
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        print(f"skipped: {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed")
        sys.exit(SKIPPED)


def run_tests(*tools: str, **options: str) -> None:
    """The tests of the file that is run, if these tools are installed."""
    skip_without(*tools)
    unittest.main(**options)

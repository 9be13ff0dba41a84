#!/usr/bin/env python3
"""Ten commands at once in one clone, again and again, without a wrong word: many_at_once.py LOOMCC [TIMES].

Without TIMES, a hundred times, which takes far longer than a test should; `./weft test 'weft judges'` does it twice.
"""
import sys
import time
import unittest

TIMES = int(sys.argv.pop()) if len(sys.argv) > 2 else 100

import test_verdicts  # noqa: E402


class ManyAtOnce(test_verdicts.TenAtOnce):
    times = TIMES

    def round_is_over(self, number: int) -> None:
        print(f"{time.strftime('%H:%M:%S')}  round {number + 1} of {self.times}: ten commands, no wrong word", flush=True)


if __name__ == "__main__":
    unittest.main(defaultTest="ManyAtOnce.test_ten_commands")

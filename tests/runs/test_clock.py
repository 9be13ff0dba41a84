#!/usr/bin/env python3
"""The clock under load is that of nvidia-smi's samples, and whatever nvidia-smi does, the run goes on and no process is left."""
import os
import shutil
import time
import unittest
import unittest.mock

from fake_tools import WithTools, gone  # first: it extends the path
from runs import clock


class Clock(WithTools):
    def smi(self, lines: str, then: str = "exec sleep 60") -> None:
        self.tool("nvidia-smi", 'echo "$@" >> {folder}/said\necho $$ >> {folder}/process\n'
                                f"cat <<.\n{lines}\n.\ntouch {{folder}}/printed\n{then}\n")

    def found(self, wait_for: str = "printed", **options) -> dict | None:
        """What is found while a program runs until nvidia-smi has printed its lines."""
        with clock.ClockSampler(**options) as sampler:
            for _ in range(500):
                if (self.folder / wait_for).exists():
                    break
                time.sleep(0.01)
            time.sleep(0.1)  # for the lines to be read
        return sampler.found

    def nothing_is_left(self) -> None:
        for line in (self.folder / "process").read_text().split():
            self.assertTrue(gone(int(line)))

    def test_median_and_highest_under_load(self) -> None:
        self.smi("345, 0\n1980, 100\n1755, 97\n1740, 3\n345, 0\n")
        self.assertEqual(self.found(), {"median_mhz": 1755, "highest_mhz": 1980, "samples": 3})
        self.nothing_is_left()

    def test_how_nvidia_smi_is_called(self) -> None:
        self.smi("1980, 100")
        self.found(gpu="1")
        self.assertEqual(self.said(), ["-i 1 --query-gpu=clocks.sm,utilization.gpu --format=csv,noheader,nounits -lms 50"])

    def test_a_median_of_two_is_a_whole_number(self) -> None:
        self.smi("1755, 100\n1980, 100")
        self.assertEqual(self.found()["median_mhz"], 1868)

    def test_no_load(self) -> None:
        self.smi("345, 0\n345, 0")
        self.assertIsNone(self.found())

    def test_lines_that_are_no_samples(self) -> None:
        self.smi("[N/A], [N/A]\n\nFailed to initialize NVML\n1980, [Not Supported]\n1755, 50\n1, 2, 3")
        self.assertEqual(self.found(), {"median_mhz": 1755, "highest_mhz": 1755, "samples": 1})

    def test_seconds_where_milliseconds_are_unknown(self) -> None:
        self.tool("nvidia-smi", 'echo "$@" >> {folder}/said\ncase "$*" in *-lms*) echo Invalid; exit 2;; esac\n'
                                "echo 1980, 100\ntouch {folder}/printed\nexec sleep 60\n")
        self.assertEqual(self.found(), {"median_mhz": 1980, "highest_mhz": 1980, "samples": 1})
        self.assertTrue(self.said()[1].endswith(" -l 1"), self.said())

    def test_one_that_fails(self) -> None:
        self.smi("No devices were found", "exit 6")
        self.assertIsNone(self.found())
        self.assertEqual(len(self.said()), 2)

    def test_one_that_ends_too_early(self) -> None:
        self.smi("1980, 100", "exit 1")
        self.assertEqual(self.found()["samples"], 1)
        self.assertEqual(len(self.said()), 1)

    def test_no_nvidia_smi(self) -> None:
        with clock.ClockSampler() as sampler:
            pass
        self.assertIsNone(sampler.found)

    def test_one_that_cannot_be_started(self) -> None:
        self.smi("1980, 100")
        with unittest.mock.patch.object(clock.subprocess, "Popen", side_effect=OSError):
            self.assertFalse(clock.ClockSampler().start(["-l", "1"]))

    def test_without_stdbuf(self) -> None:
        self.smi("1980, 100")
        for name in ["cat", "touch", "sleep"]:
            (self.folder / "bin" / name).symlink_to(shutil.which(name))
        self.path(str(self.folder / "bin"))
        self.assertEqual(self.found()["samples"], 1)

    def test_its_last_lines_are_not_kept_back(self) -> None:
        # A program that does not flush what it writes: its lines are lost when it is ended, unless stdbuf is in front of it.
        self.tool("nvidia-smi", "touch {folder}/printed\nexec tr a a < {folder}/endless\n")
        os.mkfifo(self.folder / "endless")
        pipe = os.open(self.folder / "endless", os.O_RDWR)  # which never ends, since it has a writer
        self.addCleanup(os.close, pipe)
        os.write(pipe, b"1980, 100\n")
        self.assertEqual(self.found(), {"median_mhz": 1980, "highest_mhz": 1980, "samples": 1})

    def test_a_run_that_fails(self) -> None:
        self.smi("1980, 100", "trap 'touch {folder}/asked; exit' TERM; touch {folder}/ready; while true; do sleep 0.05; done")
        with self.assertRaises(ZeroDivisionError), clock.ClockSampler():
            while not (self.folder / "ready").exists():
                time.sleep(0.01)
            1 / 0
        self.nothing_is_left()
        self.assertTrue((self.folder / "asked").exists())

    def test_one_that_does_not_end_when_asked(self) -> None:
        self.smi("1980, 100", "trap '' TERM; touch {folder}/deaf; while true; do sleep 1; done")
        with unittest.mock.patch.object(clock, "PATIENCE", 0.3):
            self.assertEqual(self.found("deaf")["samples"], 1)
        self.nothing_is_left()

    def test_a_run_that_ends_at_once(self) -> None:
        self.smi("1980, 100")
        for _ in range(20):
            with clock.ClockSampler() as sampler:
                pass
            self.assertFalse(sampler.start(["-l", "1"]))  # the reader may come here after the end
        if (self.folder / "process").exists():
            self.nothing_is_left()


if __name__ == "__main__":
    unittest.main()

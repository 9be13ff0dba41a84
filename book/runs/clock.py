"""The clock of a GPU's multiprocessors while a program runs, in MHz.

Source: `nvidia-smi --query-gpu=clocks.sm,utilization.gpu`, a sample every 50 ms, or every second where nvidia-smi knows no shorter
interval. The utilization is the percentage of the driver's last sampling period (between 1/6 s and 1 s, depending on the device) in which a
kernel ran; it says nothing about how many multiprocessors the kernel used. Samples with a utilization of 0 show the idle clock and are left
out. Since the utilization lags by up to one period, a program that ends sooner has no sample, and the first samples of a longer one
may be missing.

Nothing here fails a run: where nvidia-smi is missing, refuses, or prints something else, there is no clock. If this process is killed,
nvidia-smi ends when it next writes to its closed pipe.

    with ClockSampler() as clock:
        run(program)
    clock.found  # {"median_mhz": 1980, "highest_mhz": 1980, "samples": 57}, or None
"""
from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import threading

INTERVALS = (["-lms", "50"], ["-l", "1"])  # the second one is tried if the first one gives no line
SAMPLE = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*$")
PATIENCE = 2  # seconds that nvidia-smi has to end after the signal


class ClockSampler:
    def __init__(self, gpu: str = "0") -> None:
        """Of the GPU with this index or UUID, as nvidia-smi counts them."""
        self.gpu = gpu
        self.samples: list[tuple[int, int]] = []  # clock in MHz and utilization in %
        self.process: subprocess.Popen | None = None
        self.ended, self.lock = False, threading.Lock()
        self.reader = threading.Thread(target=self.read, daemon=True)

    def __enter__(self) -> ClockSampler:
        self.reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.ended = True
            if self.process:
                self.process.terminate()
        self.reader.join(PATIENCE)
        if self.process and self.reader.is_alive():
            self.process.kill()
            self.reader.join(PATIENCE)

    def read(self) -> None:
        for interval in INTERVALS:
            if not self.start(interval):
                return
            with self.process:
                for line in self.process.stdout:
                    if match := SAMPLE.match(line):
                        self.samples.append((int(match[1]), int(match[2])))
            if self.samples:
                return

    def start(self, interval: list[str]) -> bool:
        """Without stdbuf, a program that writes to a pipe may keep back its last lines, and they are lost when it is ended."""
        unbuffered = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []
        query = ["nvidia-smi", "-i", self.gpu, "--query-gpu=clocks.sm,utilization.gpu", "--format=csv,noheader,nounits", *interval]
        with self.lock:
            if self.ended:
                return False
            try:
                self.process = subprocess.Popen([*unbuffered, *query], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                                stderr=subprocess.DEVNULL, text=True, errors="replace")
            except OSError:
                return False
            return True

    @property
    def found(self) -> dict[str, int] | None:
        """The clock under load, for JSON; None if there was no sample under load."""
        loaded = [clock for clock, utilization in self.samples if utilization > 0]
        return {"median_mhz": round(statistics.median(loaded)), "highest_mhz": max(loaded), "samples": len(loaded)} if loaded else None

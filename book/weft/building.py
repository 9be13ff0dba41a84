"""Meson and Ninja: configuring build/, building targets, running tests."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys

from weft import house, needs
from weft.tangle import tangle


def configure(options: list[str], needed: dict[str, str], wished: dict[str, str]) -> None:
    """Makes build/ ready: what is missing installed, the chapters tangled, Meson set up. Does only what is left to do."""
    installed = needs.provide(needed, wished)
    if shutil.which("pandoc") and not tangle():
        raise house.Trouble("A chapter has a mistake; nothing was built.")
    if not (house.build / "build.ninja").exists():
        run_meson(["setup", *options, str(house.build), str(house.root)])
    elif installed:
        run_meson(["setup", "--wipe", *options, str(house.build), str(house.root)])
    elif options:
        run_meson(["configure", *options, str(house.build)])


def run_meson(arguments: list[str]) -> None:
    if not shutil.which("meson"):
        raise house.Trouble("Meson is missing. Install it: sudo apt-get install meson")
    if subprocess.run(["meson", *arguments], cwd=house.root).returncode != 0:
        raise house.Trouble("Meson could not configure the build; its last lines above say why.")


def ninja(targets: list[str], keep_going: bool = False) -> bool:
    going = ["-k", "0"] if keep_going else []
    return subprocess.run(["ninja", "-C", str(house.build), "--quiet", *going, *targets]).returncode == 0


def targets() -> dict[str, dict]:
    """Everything that can be built, by the path of its first file in build/."""
    introspected = subprocess.run(["meson", "introspect", "--targets", str(house.build)], capture_output=True, text=True)
    if introspected.returncode != 0:
        raise house.Trouble("The build in build/ cannot be read. Remove that folder and start again.")
    prefix = f"{house.build}/"
    return {target["filename"][0].removeprefix(prefix): target for target in json.loads(introspected.stdout)}


def test(names: list[str]) -> int:
    """Builds what the tests need, runs them, and ends with the closing line."""
    log = house.build / "meson-logs/testlog.json"
    log.unlink(missing_ok=True)
    command = ["meson", "test", "-C", str(house.build), "--print-errorlogs", *names]
    status = subprocess.run(command, cwd=house.root).returncode
    if not log.exists():
        print("\nThe build failed before any test ran; the compiler's words are above.", file=sys.stderr)
        return 1
    close(log)
    return 1 if status else 0


def close(log) -> None:
    results = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    skipped: dict[str, list[str]] = {}
    for result in results:
        if result["result"] == "SKIP":
            reason = (result.get("stdout", "").strip().splitlines() or ["no reason given"])[-1]
            skipped.setdefault(reason.removeprefix("skipped: "), []).append(result["name"].split(" / ")[-1])
    for reason, names in skipped.items():
        print(f"{len(names)} skipped, {names[0]}{' and others' if names[1:] else ''}: {reason}")
    passed = sum(result["result"] in ("OK", "EXPECTEDFAIL") for result in results)
    left_out = sum(map(len, skipped.values()))
    print(f"{passed} passed, {len(results) - passed - left_out} failed, {left_out} skipped")

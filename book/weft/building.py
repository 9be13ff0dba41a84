"""Meson and Ninja: configuring build/, building targets, running tests."""
from __future__ import annotations

import fnmatch
import json
import pathlib
import shutil
import subprocess
import sys

from weft import house, needs
from weft.tangle import tangle


def configure(options: list[str], parts: list[str], wishes: dict[str, str], besides: dict[str, str]) -> None:
    """Makes build/ ready: what is missing installed, the chapters tangled, Meson set up. Does only what is left to do.

    `parts` are the options of the build whose needs must be met (loom, book), unless they are disabled; `besides` is needed
    for what was asked for, `wishes` is only welcome.
    """
    needed = needs.TO_BUILD | besides
    for part in parts:
        if not disabled(part, options):
            needed.update(needs.OPTIONAL[part])
    installed = needs.provide(needed, wishes)
    if shutil.which("pandoc") and not tangle():
        raise house.Trouble("A chapter has a mistake; nothing was built.")
    if not (house.build / "build.ninja").exists():
        run_meson(["setup", *options, str(house.build), str(house.root)])
    elif installed:
        run_meson(["configure", "--clearcache", *options, str(house.build)])
        run_meson(["setup", "--reconfigure", str(house.build), str(house.root)])
    elif options:
        run_meson(["configure", *options, str(house.build)])


def disabled(part: str, options: list[str]) -> bool:
    """Was this option of the build disabled, now or when it was last set?"""
    now = [option for option in options if option.startswith(f"-D{part}=")]
    if now:
        return now[-1].endswith("=disabled")
    lines = house.build / "meson-private/cmd_line.txt"
    return lines.exists() and f"{part} = disabled" in lines.read_text(encoding="utf-8").splitlines()


def run_meson(arguments: list[str]) -> None:
    if not shutil.which("meson"):
        raise house.Trouble("Meson is missing. Install it: sudo apt-get install meson")
    if subprocess.run(["meson", *arguments], cwd=house.root).returncode != 0:
        raise house.Trouble("Meson could not configure the build; its last lines above say why.")


def ninja(targets: list[str]) -> bool:
    """Builds targets, with progress on stderr; says nothing where there is nothing to do."""
    command = ["ninja", "-C", str(house.build), *targets]
    idle = subprocess.run([*command, "-n"], capture_output=True, text=True)
    return "no work to do" in idle.stdout or subprocess.run(command, stdout=sys.stderr).returncode == 0


def refusal(target: str) -> str | None:
    """Builds one target quietly: None if that went well, else what the compiler said."""
    built = subprocess.run(["ninja", "-C", str(house.build), target], capture_output=True, text=True, errors="replace")
    return None if built.returncode == 0 else compilers_words(built.stdout) + built.stderr


def compilers_words(said: str) -> str:
    """What Ninja printed, less its own lines and the command that failed."""
    kept, lines = [], iter(said.splitlines())
    for line in lines:
        if line.startswith("FAILED: "):
            next(lines, None)
        elif not line.startswith(("ninja: ", "[")):
            kept.append(line)
    return "\n".join(kept) + "\n"


def targets() -> dict[str, dict]:
    """Everything that can be built, by the path of its first file in build/."""
    prefix = f"{house.build}/"
    return {target["filename"][0].removeprefix(prefix): target for target in introspect("--targets")}


def introspect(what: str) -> list[dict]:
    told = subprocess.run(["meson", "introspect", what, str(house.build)], capture_output=True, text=True)
    if told.returncode != 0:
        raise house.Trouble("The build in build/ cannot be read. Remove that folder and start again.")
    return json.loads(told.stdout)


def test(patterns: list[str]) -> int:
    """Builds what the tests need, runs them, and ends with the closing line. Without patterns, all tests."""
    names = [name for pattern in patterns for name in tests_like(pattern)]
    log().unlink(missing_ok=True)
    status = subprocess.run(["meson", "test", "-C", str(house.build), "--print-errorlogs", *names], cwd=house.root).returncode
    if not log().exists():
        print("\nThe build failed before any test ran; the compiler's words are above.", file=sys.stderr)
        return 1
    close(results())
    return 1 if status else 0


def tests_like(pattern: str) -> list[str]:
    """The tests with this name, or that match it as file names do: 'solutions/*'."""
    known = [test["name"] for test in introspect("--tests") if not any(suite.endswith(":exercises") for suite in test["suite"])]
    found = fnmatch.filter(known, pattern)
    if not found:
        raise house.unknown(pattern, {name: name for name in known}, "test")
    return found


def failing(names: list[str]) -> set[str]:
    """Which of these tests, already built, do not pass."""
    if not names:
        return set()
    command = ["meson", "test", "-C", str(house.build), "--no-rebuild", "--quiet", *names]
    subprocess.run(command, cwd=house.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return set(names) - {result["name"] for result in results() if result["result"] == "OK"}


def log() -> pathlib.Path:
    return house.build / "meson-logs/testlog.json"


def results() -> list[dict]:
    """What the last run of tests found, with the names that meson.build gives them."""
    found = [json.loads(line) for line in log().read_text(encoding="utf-8").splitlines()]
    return [{**result, "name": result["name"].split(" / ")[-1]} for result in found]


def close(found: list[dict]) -> None:
    skipped: dict[str, list[str]] = {}
    for result in found:
        if result["result"] == "SKIP":
            reason = (result.get("stdout", "").strip().splitlines() or ["no reason given"])[-1]
            skipped.setdefault(reason.removeprefix("skipped: "), []).append(result["name"])
    for reason, names in skipped.items():
        print(f"{len(names)} skipped, {names[0]}{' and others' if names[1:] else ''}: {reason}")
    passed = sum(result["result"] in ("OK", "EXPECTEDFAIL") for result in found)
    left_out = sum(map(len, skipped.values()))
    print(f"{passed} passed, {len(found) - passed - left_out} failed, {left_out} skipped")

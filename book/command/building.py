"""Meson and Ninja: configuring build/, building targets."""
from __future__ import annotations

import contextlib
import json
import os
import pathlib
import sys

from command import editor, machine, needs, obstacles, terminal
from runs import processes, project
from runs.project import SetUpError, UserError
from command.tangle import tangle

ALWAYS_DONE = {"book/verdicts", "book/stamped"}  # of which Ninja cannot know whether there is anything to do


def configure(options: list[str], parts: list[str], optional: dict[str, str], extra: dict[str, str],
              chapters: bool = True) -> None:
    """Makes build/ ready: what is missing is installed, the chapters tangled, Meson set up, editors configured. Does only what is left to do.

    `parts` are the options of the build whose needs must be met (loom, book), unless they are disabled; `extra` is needed
    for this command, `optional` is only welcome. Without `chapters`, nothing is tangled: the command has no use for them.
    """
    needed = needs.TO_BUILD | extra
    for part in parts:
        if not disabled(part, options):
            needed.update(needs.OPTIONAL[part])
    first = not (project.build / "build.ninja").exists()
    devices = [device for device in ("loom", "cuda") if not disabled(device, options)]
    installed = needs.provide(needed, optional, machine.found(devices) if first else "")
    if (chapters or first) and needs.usable("pandoc") and not tangle():
        raise UserError("A chapter has a mistake, named above; nothing was built.")
    moved = moved_from()
    if moved:
        terminal.say(f"This copy of the book was built in {moved}, so its build is set up again.", sys.stderr)
    if first:
        run_meson(["setup", *options, str(project.build), str(project.root)])
    elif moved:
        run_meson(["setup", "--reconfigure", *options, str(project.build), str(project.root)])
    elif installed or stale():
        run_meson(["configure", "--clearcache", *options, str(project.build)])
        run_meson(["setup", "--reconfigure", str(project.build), str(project.root)])
    elif options:
        run_meson(["setup", "--reconfigure", *options, str(project.build), str(project.root)])
    editor.describe()


def moved_from() -> str | None:
    """The folder in which the build was configured, if this clone was moved or copied since; Ninja's files have absolute paths."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        folders = json.loads((project.build / "meson-info/meson-info.json").read_bytes())["directories"]
        if pathlib.Path(folders["source"]) != project.root:
            return folders["source"]
    return None


def stale() -> bool:
    """Have chapters, programs, exercises or wrong answers come or gone since the build was configured?"""
    configured = project.build / "listing.txt"
    return configured.exists() and configured.read_text(encoding="utf-8").strip() != "\n".join(project.listing()).strip()


def disabled(part: str, options: list[str]) -> bool:
    """Was this option of the build disabled, now or when it was last set?"""
    now = [option for option in options if option.startswith(f"-D{part}=")]
    if now:
        return now[-1].endswith("=disabled")
    lines = project.build / "meson-private/cmd_line.txt"
    return lines.exists() and f"{part} = disabled" in lines.read_text(encoding="utf-8", errors="replace").splitlines()


def run_meson(arguments: list[str]) -> None:
    if processes.run(["meson", *arguments], cwd=project.root).returncode != 0:
        raise SetUpError("Meson could not configure the build; its last lines above say why.")


def ninja(targets: list[str], keep_going: bool = False, quiet: bool = False) -> bool:
    """Builds targets, with progress on stderr; says nothing where there is nothing to do, or if `quiet`. With `keep_going`, a target that
    fails keeps no other from being built. Without targets nothing is built, whereas ninja itself would build everything."""
    if not targets:
        return True
    command = ["ninja", "-C", str(project.build), *["-k", "0"] * keep_going, *targets]
    if not quiet and outdated(targets) - ALWAYS_DONE:
        built = processes.run(command, stdout=sys.stderr).returncode == 0
        if not built:
            obstacles.look_for("", "The build")
        return built
    done = processes.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        obstacles.look_for(done.stdout + done.stderr, "The build")
        print(done.stdout + done.stderr, end="", file=sys.stderr)
    return done.returncode == 0


def outdated(targets: list[str]) -> set[str]:
    """What a build of these targets would make, as paths in build/."""
    def said(*words: str) -> str:
        return processes.run(["ninja", *words], cwd=project.build, capture_output=True, text=True, errors="replace",
                             env={**os.environ, "NINJA_STATUS": ""}).stdout

    planned = set(said("-n", "-v", *targets).splitlines())
    # Commands are compared by their first line.
    return {edge["output"] for edge in json.loads(said("-t", "compdb")) if edge["command"].partition("\n")[0] in planned}


def discard(outdated: set[str]) -> None:
    """Removes what a build that failed has left as it was before, so that it is not taken for new."""
    for path in outdated - ALWAYS_DONE:
        (project.build / path).unlink(missing_ok=True)


def knows(target: str) -> bool:
    return processes.run(["ninja", "-C", str(project.build), "-t", "query", target], capture_output=True).returncode == 0


def build_errors(target: str) -> str | None:
    """Builds one target quietly: None if that went well, else what the compiler said."""
    built = processes.run(["ninja", "-C", str(project.build), target], capture_output=True, text=True, errors="replace")
    if built.returncode != 0:
        obstacles.look_for(compiler_output(built.stdout) + built.stderr, target.removesuffix(".o").rpartition(".")[0].rpartition("/")[2].replace(".", "/"))
        return compiler_output(built.stdout) + built.stderr
    return None


def sources(target: str) -> set[pathlib.Path]:
    """All files that the compiler read for a target, as Ninja noted them."""
    listed = processes.run(["ninja", "-C", str(project.build), "-t", "deps", target], capture_output=True, text=True, errors="replace")
    paths = {(project.build / line.strip()).resolve() for line in listed.stdout.splitlines() if line.startswith("    ")}
    return {path for path in paths if path.is_file()}


def compiler_output(said: str) -> str:
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
    prefix = f"{project.build}/"
    return {target["filename"][0].removeprefix(prefix): target for target in introspect("targets")}


def introspect(what: str) -> list[dict]:
    """Targets or tests, as Meson wrote them down when it configured the build."""
    try:
        return json.loads((project.build / f"meson-info/intro-{what}.json").read_bytes())
    except (FileNotFoundError, ValueError):
        raise UserError("The build in build/ is damaged. Remove that folder and start again.") from None

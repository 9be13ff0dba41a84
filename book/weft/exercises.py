"""The reader's exercises: where they stand, hints, the solution beside one's own, starting over."""
from __future__ import annotations

import difflib
import json
import pathlib
import shutil
import subprocess
import sys

from weft import building, devices, house, regions

RUNNER = house.root / "tests/runners/exercise.py"


def own(name: str) -> pathlib.Path:
    return house.root / "exercises" / f"{name}.cu"


def solution(name: str) -> pathlib.Path:
    return house.root / "solutions" / f"{name}.cu"


def stub(name: str) -> str:
    return regions.stub_of(solution(name).read_text(encoding="utf-8"))


def answer(name: str) -> str:
    if not own(name).exists():
        raise house.Trouble(f"{own(name).relative_to(house.root)} is missing. Get it back: ./weft reset {name}")
    return own(name).read_text(encoding="utf-8")


def begun(name: str) -> bool:
    return own(name).exists() and answer(name) != stub(name)


# What the reader has done so far, kept in build/: the hints seen, and the text that last passed its test.

def journal() -> dict[str, dict]:
    path = house.build / "exercises.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def note(name: str, **entry: object) -> None:
    notes = journal()
    notes.setdefault(name, {}).update(entry)
    house.build.mkdir(exist_ok=True)
    (house.build / "exercises.json").write_text(json.dumps(notes, indent=1), encoding="utf-8")


def state(name: str, notes: dict[str, dict]) -> str:
    if not begun(name):
        return "not begun"
    return "solved" if notes.get(name, {}).get("solved") == answer(name) else "begun"


def show_list() -> None:
    notes, chapter = journal(), ""
    for name, exercise in house.exercises().items():
        if chapter != name.split("/")[0]:
            chapter = name.split("/")[0]
            print(f"{chapter}")
        print(f"  {exercise['task']:<24} {state(name, notes):<10} {exercise['title']}")
    print("\nEdit exercises/CHAPTER/TASK.cu, then: ./weft check TASK")


def check(names: list[str]) -> int:
    """Builds the reader's answers and runs their tests, on every device there is. 0 if all pass."""
    targets = building.targets()
    on = [device for device in devices.available(targets) if device != "cuda" or devices.gpu_here()]
    if not on:
        raise house.Trouble("There is nothing to run on: no GPU here, and this build has no loom.")
    wrong = [name for name in names if not all(check_one(name, device) for device in on)]
    for name in wrong:
        print(f"\n{name}: not yet. A hint: ./weft hint {name}")
    return 1 if wrong else 0


def check_one(name: str, device: str) -> bool:
    text = answer(name)
    where = "loom" if device == "loom" else "the GPU"
    program = f"tests/exercises/{name.replace('/', '.')}{devices.SUFFIX[device]}.exercise"
    if not building.ninja([program]):
        print(f"\n{name} does not compile for {where}; the compiler's words are above.")
        return False
    if subprocess.run([sys.executable, str(RUNNER), "passes", str(house.build / program)]).returncode != 0:
        return False
    print(f"{name}: every test passes on {where}.")
    note(name, solved=text)
    return True


def hint(name: str) -> None:
    hints = house.exercises()[name]["hints"]
    number = min(journal().get(name, {}).get("hints", 0) + 1, len(hints))
    note(name, hints=number)
    print(f"Hint {number} of {len(hints)} for {name}\n\n{hints[number - 1]}\n")
    if number == len(hints):
        print(f"That was the last one. The solution, beside yours: ./weft solution {name}")
    else:
        print("Once more for the next.")


def show_solution(name: str) -> None:
    left, right = answer(name).splitlines(), solution(name).read_text(encoding="utf-8").splitlines()
    width = max(30, (shutil.get_terminal_size((160, 24)).columns - 3) // 2)
    print(f"{'yours':<{width}} | the solution\n{'-' * width}-+-{'-' * width}")
    for mine, theirs in side_by_side(left, right):
        mark = "|" if mine == theirs else "*"
        print(f"{mine:<{width}} {mark} {theirs}".rstrip())


def side_by_side(left: list[str], right: list[str]) -> list[tuple[str, str]]:
    rows = []
    for _, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        for row in range(max(b - a, d - c)):
            rows.append((left[a + row] if a + row < b else "", right[c + row] if c + row < d else ""))
    return rows


def reset(name: str) -> None:
    path = own(name)
    if path.exists() and not begun(name):
        print(f"{path.relative_to(house.root)} is as it was in the beginning.")
        return
    if path.exists():
        kept = keep(path)
        print(f"Yours is kept in {kept.relative_to(house.root)}.")
    path.write_text(stub(name), encoding="utf-8")
    print(f"{path.relative_to(house.root)} is as it was in the beginning.")


def keep(path: pathlib.Path) -> pathlib.Path:
    """Copies a file beside itself under the first free name, task.cu.1.kept and so on."""
    number = 1
    while (kept := path.with_name(f"{path.name}.{number}.kept")).exists():
        number += 1
    shutil.copy2(path, kept)
    return kept

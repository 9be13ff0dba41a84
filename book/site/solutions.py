#!/usr/bin/env python3
"""Makes the pages of a chapter's solutions: solutions.py CHAPTER ROOT PAGES OUTPUT DEPFILE PRIVATE -- PANDOC...

For each exercise, Markdown is put together: the solution, what the chapter says in its explanation, and the typical wrong
answers as differences to the solution, each with the reason for which it fails. It becomes the page PAGES/CHAPTER.TASK.html.
OUTPUT keeps all of it as Lua, a list of {task, title, markdown}, for the book on paper.
"""
from __future__ import annotations

import difflib
import json
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import page_data  # which makes `runs` known
import lua
from runs import edits

# What a sentence calls each kind of finding; a leak is a fault of an answer alone.
FINDINGS = dict(re.findall(r'\["(.+)"\] = "(.+)"', (pathlib.Path(__file__).parent / "filters/findings.lua").read_text(encoding="utf-8")))
FINDINGS["leak"] = "memory that is never freed"


def fence(kind: str, text: str) -> str:
    return f"``````{{.{kind}}}\n{text.rstrip()}\n``````\n"


def difference(before: str, after: str) -> str:
    """What changes, with two lines around it: each line behind a blank, a minus or a plus; … where lines are left out."""
    lines: list[str] = []
    for line in difflib.unified_diff(before.splitlines(), after.splitlines(), n=2, lineterm=""):
        if line.startswith("@@"):
            lines += [" …"] if lines else []
        elif not line.startswith(("---", "+++")):
            lines.append(line)
    return "\n".join(lines)


def reason(kind: str, what: str) -> str:
    # A test's name is any text: nothing in it means what it would in Markdown.
    plain = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", what)
    return f"The test “{plain}” fails." if kind == "fails" else f"loom finds {FINDINGS[what]}."


def wrong_answer(path: pathlib.Path, solution: str) -> str:
    text = path.read_text(encoding="utf-8")
    why = reason(*edits.reason_of(text))
    name = path.stem.replace("-", " ")
    shown = fence("instead", text.split("\n", 1)[1]) if path.suffix == ".cu" else fence("difference", difference(solution, edits.apply(text, solution)))
    return f"## {name[0].upper()}{name[1:]}\n\n{why}\n\n{shown}"


def page(root: pathlib.Path, chapter: str, exercise: dict, used: list[pathlib.Path]) -> str:
    task = f"{chapter}/{exercise['task']}"
    solution = root / "solutions" / f"{task}.cu"
    wrong = sorted((root / "tests/wrong" / task).iterdir())
    used += [solution, root / "tests/wrong" / task, *wrong]
    text = solution.read_text(encoding="utf-8")
    parts = [f"The exercise is [{exercise['title']}](../../../chapters/{chapter}.md#{exercise['task']}). This is the text of `solutions/{task}.cu`.",
             fence("solution", text)]
    parts += ["# Why it is so", exercise["explanation"]]
    parts += ["# Typical wrong answers", "Each of these compiles. Lines with a minus are in the solution; lines with a plus replace them.",
              *(wrong_answer(path, text) for path in wrong)]
    return "\n\n".join(parts) + "\n"


def header(chapter: str, number: int, exercise: dict) -> str:
    title = json.dumps(f"{exercise['title']}, solved", ensure_ascii=False)
    where = f"{page_data.number_of(chapter)}.{number}"
    return (f"---\ntitle: {title}\nkicker: \"Exercise {where}\"\n"
            f"summary: {json.dumps('The solution of exercise ' + where + ', explained, with typical wrong answers.')}\n---\n\n")


def main() -> int:
    options, pandoc = sys.argv[1:sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1:]
    chapter = options[0]
    root, pages, output, depfile, private = map(pathlib.Path, options[1:])
    exercises = json.loads((root / "snippets" / chapter / "manifest.json").read_text(encoding="utf-8"))["exercises"]
    used: list[pathlib.Path] = []
    made = []
    private.mkdir(parents=True, exist_ok=True)
    for number, exercise in enumerate(exercises, 1):
        if not exercise["explanation"]:
            continue
        markdown = page(root, chapter, exercise, used)
        made.append({"task": exercise["task"], "title": exercise["title"], "markdown": markdown})
        (private / f"{chapter}.{exercise['task']}.md").write_text(header(chapter, number, exercise) + markdown, encoding="utf-8")

    def weave(solution: dict) -> int:
        name = f"{chapter}.{solution['task']}"
        return subprocess.run([*pandoc, "--output", str(pages / f"{name}.html"), str(private / f"{name}.md")]).returncode

    with ThreadPoolExecutor(2) as weavers:
        failed = any(list(weavers.map(weave, made)))
    current = {f"{chapter}.{solution['task']}.html" for solution in made}
    for old in pages.glob(f"{chapter}.*.html"):  # of an exercise that is gone, or has another name
        if old.name not in current:
            old.unlink()
    depfile.write_text(f"{output}: {' '.join(str(path).replace(' ', chr(92) + ' ') for path in used)}\n", encoding="utf-8")
    lua.write(output, made)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

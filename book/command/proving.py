"""What is known of the book's programs after a build, as the build has written it down (book/runs/verdicts.py)."""
from __future__ import annotations

import json

from runs import project


def verdicts() -> dict[str, dict]:
    """The verdict on every program, by name; empty before anything was built."""
    return {f"{path.stem}/{name}": verdict for path in sorted((project.build / "book/verdicts").glob("*.json"))
            for name, verdict in json.loads(path.read_text(encoding="utf-8")).items()}


def proved() -> bool:
    """Has every program that can run here done so?"""
    return all(verdict.get("where") == "here" for verdict in verdicts().values())


def false_claims() -> list[str]:
    """A sentence for each program that does something else than its chapter says, with the place in the chapter."""
    return [f"chapters/{name.split('/')[0]}.md:{verdict.get('line', 1)}: {name}: {verdict.get('sentence', 'its recorded run failed')}"
            for name, verdict in verdicts().items() if verdict["state"] == "fails"]


def summary(false: list[str]) -> str:
    if len(false) == 1:
        return "One program of the book does not do what its chapter says, and its page says so at the top."
    return f"{len(false)} programs of the book do not do what their chapters say, and their pages say so at the top."

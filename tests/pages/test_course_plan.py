#!/usr/bin/env python3
"""Course plans: how minutes are estimated, and what the tables of the page say."""
from __future__ import annotations

import json
import sys
import unittest
from unittest import mock

from woven import NAME, WovenBook
import course_plan
import lua
import lua_file

TEXT = """---
title: A chapter
---

**You need** threads ([](06-before.md)) and more ([](06-before.md#part)).

One two three [4 ms]{.plain} five.

```{.cuda #chunk}
int a;

int b;
```

```{.sh}
not code of the chapter
```

::: {.question}
Asked words.

::: {.answer}
These are not read.
:::
:::

::: {.exercise #task title="A task"}
Nor these.
:::

The end.
"""
SOLUTION = "int f() {\n  // your code begins\n  int a = 1;\n\n  return a;\n  // your code ends\n}\n"


class Estimates(WovenBook):
    def plan(self) -> list[dict]:
        path = self.write(f"chapters/{NAME}.md", TEXT)
        self.write(f"solutions/{NAME}/task.cu", SOLUTION)
        self.write(f"snippets/{NAME}/manifest.json", json.dumps({"title": "A chapter", "exercises": [{"task": "task", "title": "A task"}]}))
        with mock.patch.object(sys, "argv", ["course_plan.py", str(self.root), str(self.root / "plan.lua"), str(self.root / "plan.d"), str(path)]):
            course_plan.main()
        return lua_file.read(self.root / "plan.lua")

    def test_words_are_those_that_are_read_and_lines_those_of_code(self) -> None:
        (chapter,) = self.plan()
        self.assertEqual((chapter["words"], chapter["lines"]), (7 + 6 + 2 + 2, 2))
        self.assertEqual((chapter["name"], chapter["number"], chapter["title"], chapter["needs"]), (NAME, 7, "A chapter", ["06-before"]))

    def test_minutes_follow_the_rates_in_steps(self) -> None:
        (chapter,) = self.plan()
        self.assertEqual(chapter["minutes"], course_plan.STEP)
        self.assertEqual(chapter["exercises"], [{"task": "task", "title": "A task", "minutes": 25}])  # 20 and two for each of two lines
        self.assertIn(f"solutions/{NAME}/task.cu", self.read("plan.d"))


class Tables(WovenBook):
    CHAPTERS = [{"name": "06-before", "number": 6, "title": "Before", "needs": [], "words": 1234, "lines": 56, "minutes": 40,
                 "exercises": [{"task": task, "title": task.title(), "minutes": 30} for task in ("one", "two", "three")]},
                {"name": NAME, "number": 7, "title": "A chapter", "needs": ["06-before"], "words": 99, "lines": 9, "minutes": 15, "exercises": []}]

    def rows(self, text: str) -> list[list[str]]:
        lua.write(self.root / "plan.lua", self.CHAPTERS)
        page = self.weave(text, "book/site/pages/course-plan.md", "--metadata", "plan=plan.lua")
        self.links = [link.get("href") for link in page.one("table").all("a")]
        return [[cell.words for cell in row.all("td")] for row in page.one("tbody").all("tr")]

    def test_a_week_has_a_chapter_and_its_first_two_exercises(self) -> None:
        rows = self.rows('::: {.course-plan chapters="06 07"}\n:::\n')
        self.assertEqual(rows, [["1", "Chapter 6: Before", "40", "One 30, Two 30", "100"], ["2", "Chapter 7: A chapter", "15", "", "15"]])
        self.assertEqual(self.links, ["06-before.html", "06-before.html#one", "06-before.html#two", f"{NAME}.html"])

    def test_all_chapters_have_all_exercises(self) -> None:
        self.assertEqual(self.rows("::: {.course-plan}\n:::\n")[0], ["Chapter 6: Before", "1200", "50", "40", "One 30, Two 30, Three 30"])

    def test_a_chapter_before_one_that_it_needs_is_refused(self) -> None:
        lua.write(self.root / "plan.lua", self.CHAPTERS)
        for chapters, words in (("07 06", "chapter 07 needs 06-before, which the plan does not have before it"), ("06 55", "there is no chapter 55")):
            result = self.run_pandoc(f'::: {{.course-plan chapters="{chapters}"}}\n:::\n', "book/site/pages/course-plan.md", "--metadata", "plan=plan.lua")
            self.assertEqual((result.returncode, result.stderr.strip()), (1, f"book/site/pages/course-plan.md:6: {words}"))


if __name__ == "__main__":
    unittest.main()

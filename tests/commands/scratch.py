"""A scratch copy of the house with one small chapter, in which the tests call ./weft as a reader would."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHAPTER = "07-small"
COPIED = ["weft", "meson.build", "meson_options.txt", "book/weft", "book/filters", "snippets/meson.build", "snippets/libraries.in",
          "snippets/common/main.cpp", "chapters/figures/picture.py",
          "tests/runners", "tests/exercises/meson.build", "tests/exercises/edits.py", "tests/exercises/variant.py",
          "tests/exercises/completeness.py", "tests/exercises/support", "subprojects/loom/observe"]

TEXT = '''---
title: Small
---

```{.cuda file=twice.cu}
#include <doctest/doctest.h>

#include <cstdio>

TEST_CASE("two and two are four") {
  std::printf("twice two is %d\\n", 2 * 2);
  CHECK(2 * 2 == 4);
}
```

```{.output of=twice}
twice two is 4
```

1. In a list:

   ```{.output of=twice device="A GPU"}
   twice two is 4
   ```

::: {.exercise #triple title="Three times"}
Write `triple`.

::: {.hint}
First hint.
:::

::: {.hint}
Second hint.
:::

::: {.explanation}
Three is two and one.
:::
:::
'''
SOLUTION = '''// Three times.
inline int triple(int n) {
  int result = 0;
  // your code begins
  result = 3 * n;
  // your code ends
  return result;
}
'''
STUB = SOLUTION.replace("  result = 3 * n;\n", "")


class ScratchHouse(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.furnish()

    def furnish(self) -> None:
        """Puts every file where it belongs, as it was in the beginning."""
        for name in COPIED:
            copy(ROOT / name, self.root / name)
        self.write("chapters/meson.build", f"chapters = ['{CHAPTER}']\n")
        self.write(f"chapters/{CHAPTER}.md", TEXT)
        self.write(f"solutions/{CHAPTER}/triple.cu", SOLUTION)
        self.write(f"exercises/{CHAPTER}/triple.cu", STUB)

    def write(self, path: str, text: str) -> pathlib.Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
        return file

    def read(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def weft(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        # As at a reader's: what is in exercises/ is judged differently where CI is set.
        readers = {name: value for name, value in os.environ.items() if name != "CI"}
        return subprocess.run([str(self.root / "weft"), *arguments], cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, env={**readers, **environment})

    def succeeds(self, *arguments: str) -> str:
        result = self.weft(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        return result.stdout

    def refuses(self, sentence: str, *arguments: str, **environment: str) -> None:
        """The command ends with status 1 and this one sentence, and nothing else."""
        result = self.weft(*arguments, **environment)
        self.assertEqual((result.returncode, result.stderr.strip()), (1, sentence))


def copy(source: pathlib.Path, target: pathlib.Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)

"""A scratch copy of the project with one small chapter, in which the tests call ./weft as a reader would."""
from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import subprocess

from support import ROOT
from support.folder import ScratchFolder

CHAPTER = "07-small"
COPIED = ["weft", "meson.build", "meson_options.txt", "book/command", "book/runs", "book/listing.in", "book/site/filters", "snippets/meson.build", "snippets/libraries.in",
          "snippets/common/main.cpp",
          "tests/values", "tests/exercises/meson.build", "tests/exercises/support", "subprojects/loom/VERSION", "subprojects/loom/needs.txt",
          "subprojects/loom/observe", "subprojects/loom/tests/findings.py"]

TEXT = '''---
title: Small
summary: Twice and three times.
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
INTERFACE = "#pragma once\nint triple(int n);\n"
SOLUTION = f'''#include "{CHAPTER}/triple.hpp"  // Three times.
int triple(int n) {{
  int result = 0;
  // your code begins
  result = 3 * n;
  // your code ends
  return result;
}}
'''
STUB = SOLUTION.replace("  result = 3 * n;\n", "")


class ScratchProject(ScratchFolder):
    def setUp(self) -> None:
        super().setUp()
        self.furnish()

    def furnish(self) -> None:
        """Puts every file where it belongs, as it was at the beginning."""
        for name in COPIED:
            copy(ROOT / name, self.root / name)
        self.write("chapters/contents.txt", f"Part I\n  {CHAPTER}\n")
        self.write(f"chapters/{CHAPTER}.md", TEXT)
        self.write(f"solutions/{CHAPTER}/triple.cu", SOLUTION)
        self.write(f"tests/exercises/{CHAPTER}/triple.hpp", INTERFACE)
        self.write(f"exercises/{CHAPTER}/triple.cu", STUB)

    def full_disk(self, name: str, *kept: str) -> pathlib.Path:
        """A folder of the project on a disk of its own that is full. Of its contents, only `kept` is visible while the test runs."""
        folder = self.root / name
        folder.mkdir(exist_ok=True)
        texts = {file: (folder / file).read_bytes() for file in kept}
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(folder)], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"only root can make a small disk: {mounted.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "-l", str(folder)], check=True)
        for file, text in texts.items():
            (folder / file).write_bytes(text)
        with contextlib.suppress(OSError), open(folder / "filling", "wb", buffering=0) as filling:
            while True:
                filling.write(b"x" * 4096)
        return folder

    def weft(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        # As at a reader's: what is in exercises/ is judged differently where CI is set.
        readers = {name: value for name, value in os.environ.items() if name != "CI"}
        return subprocess.run([str(self.root / "weft"), *arguments], cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, env={**readers, **environment})

    def succeeds(self, *arguments: str) -> str:
        result = self.weft(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        return result.stdout

    def refuses(self, sentence: str, *arguments: str, status: int = 1, **environment: str) -> None:
        """The command ends with this status and this one sentence, and nothing else; no line is wider than a terminal, but for a long name."""
        result = self.weft(*arguments, **environment)
        self.assertEqual((result.returncode, words_of(result.stderr)), (status, sentence))
        for line in result.stderr.splitlines():
            self.assertTrue(len(line) <= 80 or " " not in line, line)


def words_of(text: str) -> str:
    """Without the ends of lines, which depend on how long the names in it are."""
    return " ".join(text.split())


def copy(source: pathlib.Path, target: pathlib.Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)

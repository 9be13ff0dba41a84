#!/usr/bin/env python3
"""A chapter with every kind of fence and div goes through, and what it writes is right to the byte."""
import hashlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_book, tools  # noqa: E402

CHAPTER = """\
# A section

Text with `<!--` and `<div>` in it <!-- <div> -->, of <divergence>, and a first program:

```{.cuda file=add.cu}
#include "common/check.cuh"
<<add-kernel>>

TEST_CASE("sums") {
  <<check-the-sum>>\040\040

  /* <<add-kernel>> in a line is text, and add<<<1, 256>>>(a, b) is a launch. */
}
```

Then the kernel, in two parts:

```{.cuda #add-kernel}

__global__ void add(const int* a, int* b) {
  if (threadIdx.x < 4) {
    <<add-one>>
  }
```

1. a list

    ~~~~ {.cuda continues="add-kernel"}
    ~~~
    }
    ~~~~

   > ```{.cuda #add-one}
   > b[threadIdx.x] += a[threadIdx.x];
   >
   > // umlaut: ä, backslash: \\\\, quote: "
   > ```

2. More

   ```{.cuda #check-the-sum}
   CHECK(true);
   ```

<!-- not this one:

```{.cuda file=ghost.cu}
```
-->

::: {.aside}
````{.sh}
nvcc -I snippets add.cu
```
> ````
````

```{.text}
words | 0 | 1 |
<<ghost>>
```   \

:::

```{.output of=add}
It's 4 "sums"

    and a \\\\.
```

```{.output of=add device="NVIDIA H100 80GB HBM3"}
Tab:	.
```

```{.cuda file=common/check.cuh}
#pragma once
```

```{.cuda file=tile.cuh}

```

```{.cuda file=project/sums.hpp}
<<add-one>>
```

```{.cuda file=project/sums.cu}
#include "sums.hpp"
```

```{.text file=project/meson.build}
project('sums', 'cuda')
<<build-sums>>
```

```{.cuda #build-sums}
executable('sums')
```

```{.text file=project/CMakeLists.txt}
project(sums)
```

```{.cuda file=race.cu finds="race" measures="race-rate"}
int a; // finds: race\040
```

![Two of them.](figures/07-test-race.svg){alt="x" drawn-from=race}

![As they look.](figures/07-test-race.png){alt="x" drawn-from=race}

```{.cuda file=exits.cu exits=3 ranks="1 2 16"}
int a;
```

```{.output of=exits device="NVIDIA H100 80GB HBM3"}
```

```{.cuda file=refused.cu compile-error="expected ';' before 'a\\\\n'"}
int a
```

:::: {.question #why}
Why?

::: {.answer}
Because.
:::
::::

::: pitfall
Mind the gap.
:::

::: {.measured of=race-rate}
How fast they raced.
:::

::: {.exercise #add-two title="Add \\"two\\""}


Add *two* numbers, say `a\\b`.
\040\040
```{.text}
1 + 1

= 2
```

::: {.hint}
Look.
:::

And test it.

::: {.hint}

Look

closer.

:::

::: {.explanation}
It *is* so.
:::
:::
"""

PROGRAMS = {
    "add.cu": """\
#include "common/check.cuh"

__global__ void add(const int* a, int* b) {
  if (threadIdx.x < 4) {
    b[threadIdx.x] += a[threadIdx.x];

    // umlaut: ä, backslash: \\\\, quote: "
  }
~~~
}

TEST_CASE("sums") {
  CHECK(true);

  /* <<add-kernel>> in a line is text, and add<<<1, 256>>>(a, b) is a launch. */
}
""",
    "tile.cuh": "",
    "project/sums.hpp": """\
b[threadIdx.x] += a[threadIdx.x];

// umlaut: ä, backslash: \\\\, quote: "
""",
    "project/sums.cu": '#include "sums.hpp"\n',
    "race.cu": "int a; // finds: race \n",
    "exits.cu": "int a;\n",
    "refused.cu": "int a\n",
}

BUILDS = {
    "project/meson.build": "project('sums', 'cuda')\nexecutable('sums')\n",
    "project/CMakeLists.txt": "project(sums)\n",
}

COMMON = "#pragma once\n"

MESON = """\
programs += [
  {
    'chapter': '07-test',
    'name': 'add',
    'output': true,
    'finds': '',
    'compile_error': '',
    'exits': '',
    'measures': '',
    'ranks': '',
    'draws': [],
  },
  {
    'chapter': '07-test',
    'name': 'race',
    'output': false,
    'finds': 'race',
    'compile_error': '',
    'exits': '',
    'measures': 'race-rate',
    'ranks': '',
    'draws': ['07-test-race.svg', '07-test-race.png'],
  },
  {
    'chapter': '07-test',
    'name': 'exits',
    'output': false,
    'finds': '',
    'compile_error': '',
    'exits': '3',
    'measures': '',
    'ranks': '1 2 16',
    'draws': [],
  },
  {
    'chapter': '07-test',
    'name': 'refused',
    'output': false,
    'finds': '',
    'compile_error': 'expected \\';\\' before \\'a\\\\n\\'',
    'exits': '',
    'measures': '',
    'ranks': '',
    'draws': [],
  },
]
"""

EXERCISES = r"""
 "exercises": [
  {"task": "add-two",
   "title": "Add \"two\"",
   "text": "Add *two* numbers, say `a\\b`.\n\n```{.text}\n1 + 1\n\n= 2\n```\n\nAnd test it.",
   "hints": [
    "Look.",
    "Look\n\ncloser."
   ],
   "explanation": "It *is* so."}
 ]}
"""

OUTPUTS = r"""
 "outputs": [
  {"program": "add",
   "device": "loom",
   "lines": [
    "It's 4 \"sums\"",
    "",
    "    and a \\\\."
   ]},
  {"program": "add",
   "device": "NVIDIA H100 80GB HBM3",
   "lines": [
    "Tab:    ."
   ]},
  {"program": "exits",
   "device": "NVIDIA H100 80GB HBM3",
   "lines": []}
 ]}
"""


def stamped(comment: str, body: str) -> bytes:
    digest = hashlib.sha1(body.encode()).hexdigest()
    return (comment % f"Tangled from chapters/07-test.md. Edit there. [sha1 {digest}]" + "\n" + body).encode()


class EveryKindOfFence(scratch_book.ScratchBook):
    maxDiff = None

    def setUp(self) -> None:
        super().setUp()
        self.write_chapter(CHAPTER)

    def expected(self) -> dict[str, bytes]:
        json = '{"tangled": "%s",'
        files = {f"07-test/{name}": stamped("// %s", body) for name, body in PROGRAMS.items()}
        files |= {f"07-test/{name}": stamped("# %s", body) for name, body in BUILDS.items()}
        files["common/check.cuh"] = stamped("// %s", COMMON)
        files["07-test/meson.build"] = stamped("# %s", MESON)
        files["07-test/exercises.json"] = stamped(json, EXERCISES.removeprefix("\n"))
        files["07-test/outputs.json"] = stamped(json, OUTPUTS.removeprefix("\n"))
        return files

    def test_what_is_written(self) -> None:
        said = self.tangled()
        expected = self.expected()
        self.assertEqual(self.files(), expected)
        self.assertEqual(sorted(said), sorted(f"wrote snippets/{name}" for name in expected))

    def test_a_chapter_with_the_line_ends_of_another_system(self) -> None:
        self.write_chapter(CHAPTER.replace("\n", "\r\n"), header=scratch_book.HEADER.replace("\n", "\r\n"))
        self.tangled()
        self.assertEqual(self.files(), self.expected())

    def test_a_header_that_holds_what_looks_like_fences(self) -> None:
        for end in ("---", "..."):
            with self.subTest(end):
                self.write_chapter(CHAPTER, header=f"---\ntitle: A chapter\nsummary: |\n  ```\n\n  ::: {{.aside}}\n\n      code\n{end}\n")
                self.tangled()
                self.assertEqual(self.files(), self.expected())

    def test_a_chapter_without_code(self) -> None:
        self.write_chapter("Text.\n")
        self.tangled()
        self.assertEqual(self.files(), {
            "07-test/meson.build": stamped("# %s", "programs += [\n]\n"),
            "07-test/exercises.json": stamped('{"tangled": "%s",', ' "exercises": []}\n'),
            "07-test/outputs.json": stamped('{"tangled": "%s",', ' "outputs": []}\n'),
        })


if __name__ == "__main__":
    tools.run_tests("pandoc")

#!/usr/bin/env python3
"""A chapter with every kind of fence and div goes through, and what it writes is right to the byte."""
import hashlib
import json
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

```{.cuda file=exits.cu exits=3 ranks="1 2 16" loops="add  sum" counters="add: dram.bytes lts.t; sum: dram.bytes"}
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

```{.text file=project/call-sums.py}
import ctypes
```
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
    "project/call-sums.py": "import ctypes\n",
}

COMMON = "#pragma once\n"

OBJECT = '{"tangled": "%s",'  # the first line of a manifest

MANIFEST = r"""
 "title": "A chapter",
 "programs": [
  {
   "name": "add",
   "line": 9,
   "places": [
    [2, 10, 1],
    [3, 23, 3],
    [6, 38, 3],
    [9, 27, 1],
    [10, 33, 2],
    [12, 12, 2],
    [14, 46, 1],
    [15, 15, 3]
   ]
  },
  {
   "name": "race",
   "line": 107,
   "finds": {
    "kind": "race",
    "lines": [2]
   },
   "measures": "race-rate",
   "draws": [
    "07-test-race.svg",
    "07-test-race.png"
   ],
   "places": [
    [2, 108, 1]
   ]
  },
  {
   "name": "exits",
   "line": 115,
   "exits": 3,
   "ranks": [1, 2, 16],
   "loops": [
    "add",
    "sum"
   ],
   "counters": {
    "add": [
     "dram.bytes",
     "lts.t"
    ],
    "sum": [
     "dram.bytes"
    ]
   },
   "places": [
    [2, 116, 1]
   ]
  },
  {
   "name": "refused",
   "line": 122,
   "compile_error": "expected ';' before 'a\\n'",
   "places": [
    [2, 123, 1]
   ]
  }
 ],
 "outputs": [
  {
   "program": "add",
   "device": "loom",
   "line": 68,
   "last": 72,
   "lines": [
    "It's 4 \"sums\"",
    "",
    "    and a \\\\."
   ]
  },
  {
   "program": "add",
   "device": "NVIDIA H100 80GB HBM3",
   "line": 74,
   "last": 76,
   "lines": [
    "Tab:    ."
   ]
  },
  {
   "program": "exits",
   "device": "NVIDIA H100 80GB HBM3",
   "line": 119,
   "last": 120,
   "lines": []
  }
 ],
 "exercises": [
  {
   "task": "add-two",
   "line": 142,
   "title": "Add \"two\"",
   "text": "Add *two* numbers, say `a\\b`.\n\n```{.text}\n1 + 1\n\n= 2\n```\n\nAnd test it.",
   "hints": [
    "Look.",
    "Look\n\ncloser."
   ],
   "explanation": "It *is* so."
  }
 ]
}
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
        files = {f"07-test/{name}": stamped("// %s", body) for name, body in PROGRAMS.items()}
        files |= {f"07-test/{name}": stamped("# %s", body) for name, body in BUILDS.items()}
        files["common/check.cuh"] = stamped("// %s", COMMON)
        files["07-test/manifest.json"] = stamped(OBJECT, MANIFEST.removeprefix("\n"))
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
                written = self.files()
                manifest = json.loads(written.pop("07-test/manifest.json"))
                self.assertEqual({**written, "07-test/manifest.json": self.expected()["07-test/manifest.json"]}, self.expected())
                self.assertEqual(manifest["programs"][0]["line"], 14)

    def test_a_chapter_without_code(self) -> None:
        self.write_chapter("Text.\n")
        self.tangled()
        body = ' "title": "A chapter",\n "programs": [],\n "outputs": [],\n "exercises": []\n}\n'
        self.assertEqual(self.files(), {"07-test/manifest.json": stamped(OBJECT, body)})


class Manifest(scratch_book.ScratchBook):
    def manifest(self, chapter: str, header: str = scratch_book.HEADER) -> dict:
        self.write_chapter(chapter, header=header)
        self.tangled()
        return json.loads(self.read("snippets/07-test/manifest.json"))

    def program(self, chapter: str) -> dict:
        """The only program of a chapter."""
        programs = self.manifest(chapter)["programs"]
        self.assertEqual(len(programs), 1)
        return programs[0]

    def test_title_and_summary_are_plain_text(self) -> None:
        found = self.manifest("Text.\n", "---\ntitle: 'One: *two*'\nsummary: \"Warps, `__syncthreads()`\n  and more.\"\n---\n\n")
        self.assertEqual((found["title"], found["summary"]), ("One: two", "Warps, __syncthreads() and more."))

    def test_what_a_program_does_not_say_is_left_out(self) -> None:
        self.assertEqual(self.program("```{.cuda file=a.cu}\nint a;\n```\n"), {"name": "a", "line": 5, "places": [[2, 6, 1]]})

    def test_numbers_are_numbers(self) -> None:
        found = self.program("```{.cuda file=a.cu exits=03 ranks=\"1 12\"}\nint a;\n```\n")
        self.assertEqual((found["exits"], found["ranks"]), (3, [1, 12]))

    def test_an_exit_status_of_zero_is_said(self) -> None:
        self.assertEqual(self.program("```{.cuda file=a.cu exits=0}\nint a;\n```\n")["exits"], 0)

    def test_every_line_that_is_marked_with_the_finding(self) -> None:
        found = self.program("```{.cuda #chunk}\nb();  // finds: race\n```\n\n"
                             "```{.cuda file=a.cu finds=race}\na();\na();  //finds:  race  \n<<chunk>>\na();  // found\n```\n")
        self.assertEqual(found["finds"], {"kind": "race", "lines": [3, 4]})

    def test_what_loom_misses(self) -> None:
        self.assertEqual(self.program("```{.cuda file=a.cu misses=\"a race\"}\nint a;\n```\n")["misses"], "a race")

    def test_loops_and_counters_name_kernels(self) -> None:
        found = self.program("```{.cuda file=a.cu loops=\"add  sum\" counters=\"sum:  a.b  c.d ;add: a.b\"}\nint a;\n```\n")
        self.assertEqual(found["loops"], ["add", "sum"])
        self.assertEqual(list(found["counters"].items()), [("sum", ["a.b", "c.d"]), ("add", ["a.b"])])
        found = self.program("```{.cuda file=a.cu counters=\"sum, add: a.b c.d; scan: a.b\"}\nint a;\n```\n")
        self.assertEqual(list(found["counters"].items()), [("sum", ["a.b", "c.d"]), ("add", ["a.b", "c.d"]), ("scan", ["a.b"])])

    def test_every_line_of_a_program_is_found_in_its_chapter(self) -> None:
        manifest = self.manifest(CHAPTER)
        chapter = self.read("chapters/07-test.md").splitlines()
        for program in manifest["programs"]:
            lines = self.read(f"snippets/07-test/{program['name']}.cu").splitlines()
            found = {here + at: chapter[there + at - 1] for here, there, count in program["places"] for at in range(count)}
            self.assertEqual(list(found), list(range(2, len(lines) + 1)), program["name"])
            for number, text in found.items():
                self.assertEqual(lines[number - 1].split(), text.removeprefix("   >").split())

    def test_a_chunk_that_two_programs_use_stands_in_both(self) -> None:
        manifest = self.manifest("```{.cuda #chunk}\nint b;\n```\n\n```{.cuda file=a.cu}\n<<chunk>>\n```\n\n```{.cuda file=b.cu}\nint a;\n<<chunk>>\n<<chunk>>\n```\n")
        self.assertEqual([program["places"] for program in manifest["programs"]], [[[2, 6, 1]], [[2, 14, 1], [3, 6, 1], [4, 6, 1]]])

    def test_outputs_say_which_lines_of_the_chapter_they_are(self) -> None:
        outputs = self.manifest("```{.cuda file=a.cu}\nint a;\n```\n\n- In a list:\n\n  ```{.output of=a}\n  one\n  two\n  ```\n")["outputs"]
        self.assertEqual(outputs, [{"program": "a", "device": "loom", "line": 11, "last": 14, "lines": ["one", "two"]}])

    def test_an_exercise_without_an_explanation(self) -> None:
        exercise = self.manifest('::: {.exercise #add title="Add"}\nAdd.\n\n::: {.hint}\nA.\n:::\n\n::: {.hint}\nB.\n:::\n:::\n')["exercises"]
        self.assertEqual(exercise, [{"task": "add", "line": 5, "title": "Add", "text": "Add.", "hints": ["A.", "B."], "explanation": ""}])


if __name__ == "__main__":
    tools.run_tests("pandoc")

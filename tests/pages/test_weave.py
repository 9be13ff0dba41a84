#!/usr/bin/env python3
"""A chapter with every kind of fence and div becomes the page that a reader expects."""
import json
import pathlib
import re
import sys

import dom
import woven
from support import tools

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "chapters/figures"))
import picture  # noqa: E402
import stamp  # noqa: E402

CODE = """\
# One

```{.cuda #kernel}
__global__ void add(int* sums) {
  <<body>>
}
```

```{.cuda continues=kernel}
// more
```

```{.cuda file=add.cu}
#include <doctest/doctest.h>

<<kernel>>

TEST_CASE("%d < b") { add<<<1, 256>>>(nullptr); }
```

```{.output of=add}
a < b & c
```

```{.output of=add device="NVIDIA H100"}
on the GPU
```

```{.cuda #body}
sums[threadIdx.x] = 1;
```

```{.cuda file=race.cu finds="race"}
int x;
  x = 1;  // finds: race
```

```{.cuda file=wrong.cu compile-error="no such thing"}
no such thing
```

```{.cuda file=three.cu exits="3"}
int main() { return 3; }
```

```{.cuda file=common/check.cuh}
#pragma once
```

```{.cuda file=project/sums.hpp}
<<body>>
```

```{.cuda file=project/sums.cpp}
int x;
```

```{.text file=project/CMakeLists.txt}
project(sums) # <
```

```{.sh}
./weft run 07-test/add
```

```{.text}
+--+ <
```
"""


class TestCode(woven.WovenBook):
    def setUp(self) -> None:
        super().setUp()
        self.page = self.weave(CODE)

    def listing(self, id: str) -> dom.Node:
        return self.page.one("figure", classed="listing", id=id)

    def links(self, node: dom.Node) -> list[tuple[str, str]]:
        return [(link.words, link.get("href")) for link in node.all("a")]

    def test_a_chunk_says_where_it_is_used_and_continued(self):
        caption = self.listing("chunk-kernel").one("figcaption")
        self.assertEqual(caption.words, "⟨kernel⟩ used in add.cu, continued below")
        self.assertEqual(self.links(caption), [("add.cu", "#program-add"), ("continued", "#more-kernel-2")])

    def test_a_continuation_leads_back(self):
        caption = self.listing("more-kernel-2").one("figcaption")
        self.assertEqual(caption.words, "⟨kernel⟩ continues ⟨kernel⟩")
        self.assertEqual(self.links(caption), [("⟨kernel⟩", "#chunk-kernel")])

    def test_a_chunk_used_in_a_chunk_names_it(self):
        self.assertEqual(self.listing("chunk-body").one("figcaption").words, "⟨body⟩ used in ⟨kernel⟩ and project/sums.hpp")

    def test_references_are_links_and_keep_their_indentation(self):
        code = self.listing("chunk-kernel").one("pre")
        self.assertEqual(code.text, "__global__ void add(int* sums) {\n  ⟨body⟩\n}")
        self.assertEqual(self.links(code), [("⟨body⟩", "#chunk-body")])

    def test_cuda_is_coloured(self):
        coloured = {(part.get("class"), part.text) for part in self.listing("program-add").walk()}
        self.assertLessEqual({("ex", "<<<"), ("an", "TEST_CASE"), ("dv", "256"), ("st", ' < b"'), ("pp", "#include "),
                              ("im", "<doctest/doctest.h>")}, coloured)
        self.assertIn(("dt", "int"), {(part.get("class"), part.text) for part in self.listing("program-race").walk()})
        self.assertIn(("ex", "__global__"), {(part.get("class"), part.text) for part in self.listing("chunk-kernel").walk()})
        self.assertIn(("va", "threadIdx"), {(part.get("class"), part.text) for part in self.listing("chunk-body").walk()})

    def test_a_program_says_where_the_whole_of_it_is_and_how_to_run_it(self):
        program = self.listing("program-add")
        whole = program.one("details", classed="whole")
        self.assertEqual(whole.one("summary").words, "The whole of add.cu, 8 lines")
        self.assertEqual(whole.one("p").words, "In snippets/07-test/add.cu")
        self.assertEqual(program.one(classed="run").words, "Run it: ./weft run 07-test/add")

    def test_a_program_in_one_piece_is_not_repeated(self):
        self.assertEqual(self.listing("program-race").all("details"), [])

    def test_outputs_say_who_printed_them_and_where(self):
        outputs = self.page.all("figure", classed="output")
        self.assertEqual([output.one("figcaption").words for output in outputs],
                         ["add prints on loom", "add prints on NVIDIA H100"])
        self.assertEqual([output.one("samp").text for output in outputs], ["a < b & c", "on the GPU"])
        self.assertIn("<samp>a &lt; b &amp; c</samp>", (self.root / "page.html").read_text(encoding="utf-8"))

    def test_programs_broken_on_purpose_say_so(self):
        race = self.listing("program-race")
        self.assertIn("broken", race.classes)
        self.assertEqual(race.one("figcaption").words, "race.cu broken on purpose: loom finds a race")
        self.assertEqual(race.one("mark").text, "x = 1;  // finds: race")
        self.assertEqual(race.one("pre").text, "int x;\n  x = 1;  // finds: race")
        wrong = self.listing("program-wrong")
        self.assertEqual(wrong.one("figcaption").words, "wrong.cu broken on purpose: the compiler refuses it, “… no such thing …”")
        self.assertEqual(wrong.all(classed="run"), [])
        self.assertEqual(self.listing("program-three").one("figcaption").words,
                         "three.cu ends with exit status 3, on purpose")

    def test_a_header_says_how_to_include_it(self):
        self.assertEqual(self.listing("header-check").one("figcaption").words,
                         'common/check.cuh for #include "common/check.cuh"')

    def test_parts_of_a_project_say_so(self):
        header = self.listing("part-sums-hpp")
        self.assertEqual(header.one("figcaption").words, "project/sums.hpp part of the project")
        self.assertEqual(header.one("details", classed="whole").one("p").words, "In snippets/07-test/project/sums.hpp")
        self.assertEqual(header.all(classed="run"), [])
        source = self.listing("part-sums-cpp").one("pre")
        self.assertIn(("dt", "int"), {(part.get("class"), part.text) for part in source.walk()})
        self.assertEqual(self.listing("part-cmakelists-txt").one("pre").text, "project(sums) # <")

    def test_commands_and_layouts(self):
        self.assertEqual(self.page.one("div", classed="shell").words, "./weft run 07-test/add")
        self.assertEqual(self.page.one("pre", classed="layout").text, "+--+ <")


TEXT = """\
# One

See [](#figure-drawing), [](#two), [](#add-up), [](08-after.md) and [chapter six](06-before.md#there).

## Two

Euler says $e^{i\\pi} = -1$.

![The *caption*.](figures/07-test-drawing.svg){alt="What is drawn"}

| a | b |
|---|---|
| `1` | 2 |

::: {.pitfall}
Mind the gap.
:::

::: {.aside}
By the way.
:::

::: {.folded title="For some"}
Inside.
:::

# Questions

## Two of them

::: {.question}
Why?

::: {.answer}
Because.
:::
:::

# Exercises

::: {.exercise #add-up title="Add *it* up"}
Do it.

::: {.hint}
First.
:::

::: {.hint}
Second.
:::

With care.
:::
"""


class TestText(woven.WovenBook):
    def setUp(self) -> None:
        super().setUp()
        self.page = self.weave(TEXT)

    def test_sections_are_numbered_and_link_to_themselves(self):
        headings = [(node.tag, node.words, node.all("a")[0].get("href")) for node in self.page.one("main").walk()
                    if node.tag in ("h2", "h3") and node.get("id") != "checked"]
        self.assertEqual(headings, [
            ("h2", "7.1 One", "#one"), ("h3", "7.1.1 Two", "#two"), ("h2", "7.2 Questions", "#questions"),
            ("h3", "7.2.1 Two of them", "#two-of-them"), ("h2", "7.3 Exercises", "#exercises"), ("h3", "Exercise 7.1 Add *it* up", "#add-up")])

    def test_contents_list_the_sections(self):
        links = self.page.one("details", classed="sections").all("a")
        self.assertEqual([(link.words, link.get("href")) for link in links],
                         [("7.1 One", "#one"), ("7.2 Questions", "#questions"), ("7.3 Exercises", "#exercises")])

    def test_links_without_words_say_where_they_lead(self):
        paragraph = self.page.one("main").all("p")[0]
        self.assertEqual(paragraph.words,
                         "See Figure 7.1, Section 7.1.1, Exercise 7.1, Chapter 8 and chapter six.")
        self.assertEqual([link.get("href") for link in paragraph.all("a")],
                         ["#figure-drawing", "#two", "#add-up", "08-after.html", "06-before.html#there"])

    def test_a_link_into_another_chapter_says_what_the_other_page_says(self):
        self.write("chapters/08-after.md", woven.HEADER + TEXT.replace("07-test-drawing", "08-after-drawing"))
        wanted = ["two", "figure-drawing", "add-up", "question-1", "two-of-them"]
        page = self.weave(" ".join(f"[](08-after.md#{id})" for id in wanted) + "\n")
        links = page.one("main").all("p")[0].all("a")
        self.assertEqual([link.words for link in links], ["Section 8.1.1", "Figure 8.1", "Exercise 8.1", "Question 8.1", "Section 8.2.1"])
        self.assertEqual([link.get("href") for link in links], [f"08-after.html#{id}" for id in wanted])
        self.assertEqual(links[0].get("title"), "After")
        self.assertIn("chapters/08-after.md", (self.root / "page.d").read_text())
        self.assertIn("leads to nothing that has a number", self.run_pandoc("[](08-after.md#nowhere)\n").stderr)

    def test_a_figure_is_drawn_in_the_page(self):
        figure = self.page.one("figure", id="figure-drawing")
        self.assertEqual(figure.one("figcaption").words, "Figure 7.1 The caption.")
        drawing = figure.one("svg")
        self.assertEqual((drawing.get("role"), drawing.get("aria-label")), ("img", "What is drawn"))
        self.assertEqual(drawing.all("title") + drawing.all("desc"), [])
        self.assertEqual(drawing.one("path").get("id"), "figure-drawing-arrow")
        self.assertEqual(drawing.one("use").get("href"), "#figure-drawing-arrow")
        self.assertEqual(drawing.one("use").get("fill"), "url(#figure-drawing-arrow)")
        self.assertEqual((self.root / "page.d").read_text(), "page.html: chapters/figures/07-test-drawing.svg\n")

    def test_formulas_are_mathml(self):
        self.assertEqual(len(self.page.all("math")), 1)

    def test_tables_scroll_alone(self):
        self.assertEqual(len(self.page.one("div", classed="table").all("table")), 1)

    def test_boxes(self):
        self.assertEqual(self.page.one("div", classed="pitfall").words, "Pitfall Mind the gap.")
        aside = self.page.one("div", classed="aside")
        self.assertEqual((aside.words, aside.get("role")), ("By the way.", "note"))
        self.assertEqual(self.page.one("details", classed="folded").words, "For some Inside.")

    def test_answers_are_folded(self):
        question = self.page.one("div", id="question-1")
        self.assertEqual(question.words, "Question 7.1 Why? Answer Because.")
        self.assertEqual(question.one("details").words, "Answer Because.")

    def test_an_exercise_has_its_file_its_command_and_graded_hints(self):
        exercise = self.page.one("div", id="add-up")
        self.assertEqual(exercise.words, "Exercise 7.1 Add *it* up Do it. With care. Edit exercises/07-test/add-up.cu, then "
                         "check it: ./weft check 07-test/add-up Hint 1 of 2 First. Hint 2 of 2 Second. Done, or done with "
                         "trying? ./weft solution 07-test/add-up shows the solution next to your answer.")
        self.assertEqual([hint.words for hint in exercise.all("details", classed="hint")],
                         ["Hint 1 of 2 First.", "Hint 2 of 2 Second."])

    def test_the_neighbours_are_named(self):
        neighbours = self.page.one("nav", classed="neighbours")
        self.assertEqual([(link.words, link.get("href")) for link in neighbours.all("a")],
                         [("6 Before", "06-before.html"), ("8 After", "08-after.html")])


PROGRAMS = """
```{.cuda file=add.cu}
a
```

```{.cuda file=sub.cu}
b
```

```{.cuda file=race.cu finds="race"}
x = 1;  // finds: race
```

```{.cuda file=late.cu misses="a copy that comes too late"}
late
```

```{.cuda file=wrong.cu compile-error="no"}
no
```

::: {.exercise #twice title="Twice"}
Do it.

::: {.hint}
Once.
:::

::: {.hint}
Again.
:::
:::
"""


class TestChecked(woven.WovenBook):
    def checked(self) -> list[str]:
        page = self.weave(PROGRAMS)
        return [item.words for item in page.one("section", classed="checked").all("li")]

    def test_without_a_record(self):
        self.assertEqual(self.checked()[1:], ["No run on a GPU is recorded yet."])

    def test_stamping_finds_its_places(self):
        self.weave(PROGRAMS)
        text = (self.root / "page.html").read_text(encoding="utf-8")
        self.assertEqual([text.count(place) for place in (stamp.RAN, stamp.FALSE)], [1, 1])
        self.assertIn(f"<li><strong>loom</strong>, the software device: {stamp.RAN}.</li>", text)
        self.assertRegex(text, rf'<main [^>]*>\n{stamp.FALSE}\n')

    def test_what_passed(self):
        self.record(programs=self.ran("add", "sub"), exercises=self.ran("twice"))
        self.assertEqual(self.checked()[1:],
                         ["NVIDIA H100 (driver 580.1, CUDA 13.0; 2025-11-01): 2 programs and 1 solution passed."])

    def test_what_changed_since_does_not_count(self):
        self.record(programs=self.ran("sub") | self.ran("add", current=False), exercises=self.ran("twice", current=False))
        self.assertTrue(self.checked()[1].endswith(": 1 program passed; add and the solution of twice have changed since and not been run there again."))

    def test_what_failed_or_did_not_run(self):
        self.record(programs=self.ran("add", passed=False))
        self.assertTrue(self.checked()[1].endswith(": add failed; sub and the solution of twice were not run there."))

    def test_a_device_that_ran_nothing_of_it_found_nothing_out(self):
        self.record(programs={}, runs=[])
        self.assertEqual(self.checked()[1:], ["NVIDIA H100: nothing of this chapter was run there."])

    def test_two_runs_are_both_named(self):
        self.record(programs=self.ran("add"), runs=[{"driver": "5", "toolkit": "13.0", "date": "2025-11-01"},
                                                   {"driver": "6", "toolkit": "13.1", "date": "2025-12-01"}])
        self.assertIn("NVIDIA H100 (driver 5, CUDA 13.0; 2025-11-01 and driver 6, CUDA 13.1; 2025-12-01): 1 program passed", self.checked()[1])

    def test_what_the_sanitizer_found(self):
        everything = {"programs": self.ran("add", "sub"), "exercises": self.ran("twice")}

        def found(**words: str) -> dict[str, dict]:
            return {name: {"current": True, "found": words} for name in ("07-test/add", "07-test/sub", "solutions/07-test/twice")}

        self.record(**everything, sanitizer=found(racecheck="", synccheck="", memcheck="", initcheck=""))
        self.assertTrue(self.checked()[1].endswith(
            "; compute-sanitizer (initcheck, memcheck, racecheck and synccheck) found nothing."))
        some = found(memcheck="")
        some["07-test/add"]["current"] = False
        self.record(**everything, sanitizer=some)
        self.assertTrue(self.checked()[2].endswith("; compute-sanitizer (memcheck) found nothing in 2 of them."))
        complaints = found(memcheck="x")
        del complaints["07-test/sub"]
        self.record(**everything, sanitizer=complaints)
        self.assertTrue(self.checked()[3].endswith("; memcheck complains of add and memcheck complains of the solution of twice."))


MEASURED = """
```{.cuda file=copy.cu measures="speed"}
a
```

See [](#measured-speed).

::: {.measured of=speed}
How fast a *copy* is.
:::
"""


class TestNoticed(woven.WovenBook):
    """Broken programs, and who noticed it."""
    PROGRAMS = ("```{.cuda file=race.cu finds=race}\nint a;  // finds: race\n```\n\n```{.cuda file=late.cu misses=\"a copy that comes too late\"}\nint b;\n```\n\n")
    TABLE = "::: {.noticed}\n| program | what is wrong |\n|---|---|\n| `race` | *two* writers |\n| `late` | no wait |\n| `06-before/old` | a leak |\n:::\n"

    def rows(self, table: str = TABLE) -> list[list[str]]:
        woven.lua.write(self.root / "found.lua", {f"{woven.NAME}/race": ["race", "misaligned"], f"{woven.NAME}/late": [], "06-before/old": ["out-of-bounds"]})
        page = self.weave(self.PROGRAMS + table)
        self.targets = [link.get("href") for link in page.one("table").all("a")]
        return [[cell.words for cell in row.walk() if cell.tag in ("th", "td")] for row in page.one("table").all("tr")]

    def broken(self, key: str, date: str, tools: list[str] | None, current: bool = True) -> dict[str, dict]:
        return {key: {"date": date, "current": current, **({} if tools is None else {"noticed_by": tools})}}

    def test_nothing_recorded_yet(self):
        self.assertEqual(self.rows(), [
            ["program", "what is wrong", "loom reports", "compute-sanitizer reports", "on"],
            ["race", "two writers", "race and misaligned access", "not recorded yet", "–"],
            ["late", "no wait", "nothing", "not recorded yet", "–"],
            ["old", "a leak", "access out of bounds", "not recorded yet", "–"]])
        self.assertEqual(self.targets, ["#program-race", "#program-late", "06-before.html#program-old"])

    def test_the_device_of_the_page_comes_first_then_the_last_record(self):
        race, late = f"{woven.NAME}/race", f"{woven.NAME}/late"
        self.record(broken=self.broken(race, "2025-11-01", ["synccheck", "racecheck"]) | self.broken(late, "2025-11-01", ["memcheck"], current=False))
        self.record(device="NVIDIA H200", broken=self.broken(race, "2025-11-02", []) | self.broken(late, "2025-11-02", []))
        self.record(device="NVIDIA H300", broken=self.broken(late, "2025-11-03", None))
        self.assertEqual([row[3:] for row in self.rows()[1:3]], [["racecheck and synccheck", "H100"], ["nothing", "H200"]])

    def test_a_caption_says_what_is_missed(self):
        self.rows()
        listing = self.weave(self.PROGRAMS).one("figure", id="program-late")
        self.assertEqual(listing.one("figcaption").words, "late.cu broken on purpose: a copy that comes too late, which loom does not find")
        self.assertIn("broken", listing.classes)

    def test_paper_has_the_table_as_well(self):
        woven.lua.write(self.root / "found.lua", {f"{woven.NAME}/race": ["race"]})
        book = self.weave_whole(self.PROGRAMS + self.TABLE.replace("| `late` | no wait |\n| `06-before/old` | a leak |\n", ""))
        table, = (table for table in book.all("table") if "loom reports" in table.words)
        self.assertEqual([cell.words for cell in table.all("td")], ["race", "two writers", "race", "not recorded yet", "–"])

    def test_a_program_that_nobody_has(self):
        for name in ("lost", "06-before/lost"):
            with self.subTest(name=name):
                woven.lua.write(self.root / "found.lua", {})
                result = self.run_pandoc(self.PROGRAMS + f"::: {{.noticed}}\n| program |\n|---|\n| `{name}` |\n:::\n")
                self.assertIn(f"there is no program {name if '/' in name else woven.NAME + '/lost'} that is broken on purpose", result.stderr)
                self.assertEqual(result.returncode, 1)

    def test_anything_else_in_the_div(self):
        result = self.run_pandoc("::: {.noticed}\nWords.\n:::\n")
        self.assertIn("a div of class .noticed holds a table and nothing else", result.stderr)


class TestMeasured(woven.WovenBook):
    def points(self, sizes: list[float], **more: object) -> list[dict]:
        return [{"series": series, "x": x, "x_unit": "bytes", "y": y * factor, "y_unit": "GB/s", **more}
                for series, factor in (("pinned", 2), ("pageable", 1)) for y, x in enumerate(sizes, 1)]

    def speed(self, points: list[dict], date: str = "2025-11-01") -> dict[str, dict]:
        return {f"{woven.NAME}/speed": {"date": date, "points": points}}

    def figure(self) -> dom.Node:
        return self.weave(MEASURED).one("figure", id="measured-speed")

    def test_nothing_measured_yet(self):
        figure = self.figure()
        self.assertEqual(figure.words, "No measurement is recorded yet. On a machine with a GPU, ./weft measure records one. "
                         "Figure 7.1 How fast a copy is.")

    def record_two(self) -> None:
        self.record(measurements=self.speed(self.points([1024.0, 1048576.0, 2.0 ** 30])[::-1]))
        self.record(device="NVIDIA H200", measurements=self.speed(self.points([4096.0]), date="2025-10-31"))

    def all_numbers(self) -> dom.Node:
        self.weave(MEASURED, f"chapters/{woven.NAME}.md", "--metadata", "names=page.names.lua")
        page = self.weave("::: {.measurement-list}\n:::\n", "pages/measurements.md", "--metadata", "names=page.names.lua")
        return page.one("figure", id=f"{woven.NAME}-speed")

    def marks(self, path: dom.Node) -> list[tuple[float, float]]:
        return [(float(x), float(y) + 4.5) for x, y in re.findall(r"M([\d.]+) ([\d.]+)", path.get("d"))]

    def test_the_device_measured_last_is_plotted_and_the_others_are_named(self):
        self.record_two()
        figure = self.figure()
        self.assertEqual(figure.one(classed="device").words, "NVIDIA H100, 2025-11-01")
        numbers = figure.one("p", classed="numbers")
        self.assertEqual(numbers.words, "The numbers of Figure 7.1, from NVIDIA H100 and NVIDIA H200")
        self.assertEqual(numbers.one("a").get("href"), f"measurements.html#{woven.NAME}-speed")
        plot = figure.one("svg", classed="plot")
        self.assertIn("How fast a copy is, measured on NVIDIA H100: GB/s over bytes", plot.get("aria-label"))
        self.assertEqual([len(self.marks(one)) for one in plot.all("path", classed="marks")], [3, 3])

    def test_the_device_of_the_page_is_plotted_though_another_was_measured_later(self):
        self.record(measurements=self.speed(self.points([1024.0])))
        self.record(device="NVIDIA H200", measurements=self.speed(self.points([4096.0]), date="2025-12-01"))
        self.assertEqual(self.figure().one(classed="device").words, "NVIDIA H100, 2025-11-01")
        named = self.weave("---\ndevice: H200\n---\n" + MEASURED).one("figure", id="measured-speed")
        self.assertEqual(named.one(classed="device").words, "NVIDIA H200, 2025-12-01")

    def test_a_page_has_the_numbers_of_all_devices(self):
        self.record_two()
        figure = self.all_numbers()
        self.assertEqual([device.words for device in figure.all(classed="device")], ["NVIDIA H100, 2025-11-01", "NVIDIA H200, 2025-10-31"])
        rows = [[[cell.words for cell in row.all("th") + row.all("td")] for row in table.all("tr")] for table in figure.all("table")]
        head = ["size", "pageable, GB/s", "pinned, GB/s"]
        self.assertEqual(rows[0], [head, ["1 KiB", "1", "2"], ["1 MiB", "2", "4"], ["1 GiB", "3", "6"]])
        self.assertEqual(rows[1], [["size", "pinned, GB/s", "pageable, GB/s"], ["4 KiB", "2", "1"]])
        self.assertEqual(figure.one("figcaption").words, "Figure 7.1 How fast a copy is.")
        self.assertEqual(figure.one("figcaption").one("a").get("href"), f"{woven.NAME}.html#measured-speed")

    def test_marks_lie_within_the_plot_and_grow_upwards(self):
        self.record(measurements=self.speed(self.points([1024.0, 1048576.0, 2.0 ** 30])[::-1]))
        places = self.marks(self.figure().all("svg", classed="plot")[0].all("path", classed="marks")[0])
        self.assertEqual(places, sorted(places))
        self.assertEqual([y for _, y in places], sorted((y for _, y in places), reverse=True))
        for x, y in places:
            self.assertTrue(74 <= x <= 466 and 14 <= y <= 270, (x, y))

    def test_no_two_of_a_dozen_series_look_alike(self):
        points = [{"series": f"way {k}", "x": x, "x_unit": "launches", "y": 1, "y_unit": "ms"} for k in range(12) for x in (1, 2)]
        self.record(measurements=self.speed(points))
        figure = self.figure()
        for drawing in (figure.one("svg", classed="plot").all("g"), figure.all("svg", classed="key")):
            looks = [(one.get("class"), *((path.get("stroke-dasharray"), path.get("d")) for path in one.all("path"))) for one in drawing
                     if "thread-" in (one.get("class") or "")]
            self.assertEqual((len(looks), len(set(looks))), (12, 12))

    def test_one_size_is_drawn_as_bars_as_long_as_their_values(self):
        self.record(measurements=self.speed(self.points([1024.0])))
        plot = self.figure().one("svg", classed="plot")
        self.assertEqual([text.words for text in plot.all("text")], ["pinned", "2 GB/s", "pageable", "1 GB/s"])
        pinned, pageable = (float(re.search("h([0-9.]+)", bar.get("d"))[1]) for bar in plot.all("path", classed="value"))
        self.assertEqual((pinned, pageable), (500, 250))

    def test_small_values_have_round_ticks(self):
        points = [{"series": "waited", "x": x, "x_unit": "launches", "y": x / 1000, "y_unit": "ms"} for x in (1, 10, 1000)]
        self.record(measurements=self.speed(points))
        figure = self.figure()
        words = [text.words for text in figure.one("svg", classed="plot").all("text")]
        self.assertEqual(words, ["0.001", "0.01", "0.1", "1", "1", "10", "100", "1,000", "launches", "ms"])
        self.assertEqual([cell.words for cell in self.all_numbers().all("td")], ["0.00100", "0.0100", "1"])

    def test_ticks_of_large_values_are_powers_of_ten(self):
        points = [{"series": "off", "x": x, "x_unit": "argument", "y": y, "y_unit": "ulp"} for x, y in ((1, 1.5), (2, 4e11))]
        self.record(measurements=self.speed(points))
        words = [text.words for text in self.figure().one("svg", classed="plot").all("text")]
        self.assertEqual(words[:5], ["1", "1,000", "10\u2076", "10\u2079", "10\u00b9\u00b2"])


LOOKED_UP = """
A [warp]{.term} is thirty-two threads. The [blocks]{.term name="block" means="Threads *together*."} wait.

# Copies

`cudaMemcpy` waits. See <https://example.org>.

```{.cuda file=copy.cu}
int main() { cudaMemcpy(0, 0, 0, cudaMemcpyDefault); hello<<<1, 2>>>(); }
```

::: {.question}
Why?

::: {.answer}
The secret is `cudaFree`.
:::
:::
"""


class TestLookingUp(woven.WovenBook):
    def setUp(self) -> None:
        super().setUp()
        self.page = self.weave(LOOKED_UP, f"chapters/{woven.NAME}.md", "--metadata", "search=page.search.js",
                               "--metadata", "names=page.names.lua")

    def index(self, div: str, *more: str) -> dom.Node:
        options = [word for file in ("page.names.lua", *more) for word in ("--metadata", f"names={file}")]
        return self.weave(f"::: {{.{div}}}\n:::\n", "pages/glossary.md", *options)

    def test_a_term_is_marked_where_it_is_defined(self):
        self.assertEqual([(term.words, term.get("id")) for term in self.page.one("main").all("dfn")][:2],
                         [("warp", "term-warp"), ("blocks", "term-block")])

    def test_the_glossary_has_the_sentence_or_what_was_said_instead(self):
        glossary = self.index("glossary").one("dl")
        self.assertEqual([term.words for term in glossary.all("dt")], ["block", "warp"])
        self.assertEqual([words.words for words in glossary.all("dd")],
                         ["Threads together. Chapter 7", "A warp is thirty-two threads. Chapter 7"])
        self.assertEqual(glossary.all("a")[1].get("href"), "07-test.html#term-warp")

    def test_a_reference_in_the_sentence_of_a_term_has_its_words(self):
        self.weave("A [mesh]{.term} is a grid as in [](08-after.md).\n", f"chapters/{woven.NAME}.md", "--metadata", "search=page.search.js",
                   "--metadata", "names=page.names.lua")
        self.assertIn("a grid as in Chapter 8", self.read("page.search.js"))
        self.assertEqual(self.index("glossary").one("dl").one("dd").words, "A mesh is a grid as in Chapter 8. Chapter 7")

    def test_a_term_that_is_defined_twice(self):
        again = (self.root / "page.names.lua").read_text().replace('"07-test"', '"09-again"').replace('["number"] = 7', '["number"] = 9')
        self.write("again.lua", again)
        for mark in ('[warps]{.term name="warp"}', "[warp]{.term}"):
            self.write("chapters/09-again.md", f"A warp.\n\nThree {mark}.\n")
            result = self.run_pandoc("::: {.glossary}\n:::\n", "book/site/pages/glossary.md", "--metadata", "names=page.names.lua",
                                     "--metadata", "names=again.lua")
            self.assertEqual(result.stderr.strip(),
                             'chapters/09-again.md:3: the term "warp" is defined here and already in chapters/07-test.md; mark it once')

    def test_names_and_the_section_that_teaches_them(self):
        names = self.index("name-index").one("dl")
        self.assertEqual([name.words for name in names.all("dt")], ["cudaMemcpy", "cudaMemcpyDefault", "<<<…>>>"])
        self.assertEqual([place.words for place in names.all("dd")], ["7.1 Copies"] * 3)

    def test_search_has_prose_and_code_and_no_answers(self):
        text = (self.root / "page.search.js").read_text(encoding="utf-8")
        page, title, sections = json.loads("[" + text.removeprefix("addToSearch(").removesuffix(");\n") + "]")
        self.assertEqual((page, title, [section[:2] for section in sections]),
                         ("07-test.html", "7 A chapter", [["", ""], ["copies", "7.1 Copies"]]))
        self.assertIn("cudaMemcpy waits.", sections[1][2])
        self.assertIn("hello<<<1, 2>>>();", sections[1][3])
        self.assertNotIn("secret", text)

    def test_a_page_says_its_version_and_date(self):
        page = self.weave("Text.\n", f"chapters/{woven.NAME}.md", "--metadata", "edition=Version 1.2.3, 2026-12-01")
        self.assertTrue(page.one(classed="licence").words.startswith("Version 1.2.3, 2026-12-01. Code:"))

    def test_names_are_written_only_when_they_change(self):
        before = (self.root / "page.names.lua").stat().st_mtime_ns
        self.weave(LOOKED_UP.replace("waits", "sleeps"), f"chapters/{woven.NAME}.md", "--metadata", "names=page.names.lua")
        self.assertEqual((self.root / "page.names.lua").stat().st_mtime_ns, before)


class TestTables(woven.WovenBook):
    def test_an_output_as_a_table_has_a_head_and_cells_of_markdown(self):
        page = self.weave("```{.cuda file=add.cu}\nint a;\n```\n\n"
                          "```{.output of=add as=table}\nroutine | $y$\n`cublasSaxpy` | exact\n`cublasSdot` | 2\n```\n")
        self.assertEqual([cell.words for cell in page.all("th")][0], "routine")
        self.assertEqual([cell.words for cell in page.all("td")], ["cublasSaxpy", "exact", "cublasSdot", "2"])
        self.assertTrue(page.all("math"))


class TestAppendices(woven.WovenBook):
    def test_an_appendix_is_called_so_and_numbered_by_its_letter(self):
        page = self.weave(f"# Much\n\nFrom [](a-tables.md), not []({woven.NAME}.md).\n", "chapters/a-tables.md")
        self.assertEqual(page.one("p", classed="chapter").words, "Appendix A")
        self.assertIn("A.1 Much", page.one("h2", id="much").words)
        self.assertIn("From Appendix A, not Chapter 7.", page.text)


class TestPictures(woven.WovenBook):
    def test_a_picture_lies_beside_the_page_and_keeps_its_room(self):
        self.write("chapters/figures/07-test-cat.png", "")
        shown = picture.Picture(3, 2, 1, bytes(6))
        picture.write(self.root / "chapters/figures/07-test-cat.py", shown)
        page = self.weave('![A *cat*.](figures/07-test-cat.png){alt="A grey cat"}\n\nSee [](#figure-cat).\n')
        image = page.one("img")
        self.assertEqual([image.attributes[key] for key in ("src", "width", "height", "alt")],
                         ["figures/07-test-cat.png", "3", "2", "A grey cat"])
        self.assertIn("Figure 7.1", page.text)

    def test_what_is_no_picture_is_refused(self):
        self.write("chapters/figures/07-test-cat.png", "meow")
        self.assertIn("figures/07-test-cat.png is not a PNG file", self.refused('![A cat.](figures/07-test-cat.png){alt="x"}\n'))


class TestRefusals(woven.WovenBook):
    def test_mistakes_of_a_chapter_are_all_told_with_their_lines(self):
        said = self.refused("```{.cuda}\nx\n```\n\n```{.cuda #alone}\nx\n```\n")
        self.assertEqual([line.split(" ")[0] for line in said.splitlines()],
                         ["chapters/07-test.md:6:", "chapters/07-test.md:10:"])

    def test_a_figure_without_alternative(self):
        self.assertIn("chapters/07-test.md:8: figures/07-test-drawing.svg has no text alternative",
                      self.refused("Text.\n\n![Caption.](figures/07-test-drawing.svg)\n"))

    def test_a_figure_that_is_missing(self):
        self.assertIn("chapters/07-test.md:6: the figure cannot be read: chapters/figures/gone.svg",
                      self.refused('![Caption.](figures/gone.svg){alt="x"}\n'))

    def test_a_figure_with_a_style_sheet(self):
        self.write("chapters/figures/loud.svg", "<svg><style>p { color: red }</style></svg>")
        self.assertRegex(self.refused('![Caption.](figures/loud.svg){alt="x"}\n'), "^chapters/07-test.md:6: .*has a <style>")

    def test_a_link_without_words_to_nowhere(self):
        self.assertIn("chapters/07-test.md:7: the empty link to #nowhere leads to nothing", self.refused("Text\n[](#nowhere)\n"))
        self.assertIn("book/site/pages/about.md:6: the empty link to 99-gone.md leads to nothing", self.refused("[](99-gone.md)\n", "pages/about.md"))

    def test_a_div_without_meaning(self):
        self.assertIn("book/site/pages/about.md:6: a div of class .loud means nothing", self.refused("::: {.loud}\nx\n:::\n", "pages/about.md"))

    def test_code_on_a_page_that_is_no_chapter(self):
        self.assertIn("book/site/pages/about.md:9: only a chapter has code", self.refused("Text.\n\n```{.cuda #x}\nx();\n```\n", "pages/about.md"))

    def test_what_a_page_of_a_solution_is_made_of_is_named(self):
        self.assertIn("the explanation or a wrong answer of 07-test/twice: the empty link to #nowhere leads to nothing",
                      self.refused("[](#nowhere)\n", "private/07-test.twice.md"))


class TestOtherPages(woven.WovenBook):
    def test_the_start_page_lists_the_chapters(self):
        page = self.weave("# Chapters\n\n::: {.chapter-list}\n:::\n", "pages/index.md")
        self.assertEqual([heading.words for heading in page.one("main").all("h3")], ["Part I, Beginning", "Part II"])
        self.assertEqual([p.words for p in page.one("main").all("p") if p.words == "What comes first."], ["What comes first."])
        lists = page.all("ol", classed="chapters")
        self.assertEqual([len(one.all("li")) for one in lists], [2, 1])
        items = [item for one in lists for item in one.all("li")]
        self.assertEqual([item.words for item in items],
                         ["6 Before What came before.", "7 A chapter What it is about.", "8 After What comes after."])
        self.assertEqual([item.one("a").get("href") for item in items], ["06-before.html", "07-test.html", "08-after.html"])
        self.assertEqual(page.all("section", classed="checked"), [])
        self.assertNotIn(stamp.FALSE, (self.root / "page.html").read_text(encoding="utf-8"))
        self.assertEqual([link.get("href") for link in page.one("nav", classed="neighbours").all("a")], ["how-to-use.html"])


if __name__ == "__main__":
    tools.run_tests("pandoc")

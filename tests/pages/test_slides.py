#!/usr/bin/env python3
"""Slides of a chapter: what is on them, what is not, how they are divided, and that they need no other file."""
from __future__ import annotations

import base64
import re
import unittest

from woven import BOOK, WovenBook
import dom

KERNEL = "__global__ void twice(float* x) {\n  x[threadIdx.x] *= 2;\n}\n"
PROGRAM = f"""```{{.cuda file=twice.cu}}
#include <doctest/doctest.h>

{KERNEL}
TEST_CASE("two and two are four") {{
  CHECK(2 + 2 == 4);
}}
```
"""
QUESTION = "::: {.question}\nHow many?\n\n::: {.answer}\nForty-two.\n:::\n:::\n"
EXERCISE = '::: {.exercise #triple title="Three times"}\nWrite it.\n\n::: {.hint}\nA secret.\n:::\n\n::: {.hint}\nA second secret.\n:::\n\n::: {.explanation}\nAll is told.\n:::\n:::\n'
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")


class Slides(WovenBook):
    def slides(self, text: str) -> list[dom.Node]:
        self.make_for_kit("slides.yaml", "slides.html", text)
        return dom.read(self.root / "slides.html").all("section", classed="slide")

    def shown(self, text: str) -> list[str]:
        """The words of each slide after the first, without its number."""
        return [slide.one(classed="shown").words for slide in self.slides(text)[1:]]

    def test_the_first_has_the_title_and_each_heading_begins_one(self) -> None:
        first, *others = self.slides("# One\n\n- first\n\n# Two\n\n- second\n\n# Nothing to show\n\nOnly prose.\n")
        self.assertEqual(first.one("h1").words, "A chapter")
        self.assertIn("Chapter 7", first.words)
        self.assertEqual([slide.one("h2").words for slide in others], ["7.1 One", "7.2 Two"])

    def test_of_a_paragraph_it_has_what_the_rules_say(self) -> None:
        text = ("A [bank]{.term means=\"A part of memory.\"} is what we call it. This sentence is prose. What would you expect to see here? And why?\n\n"
                "**The guard** is needed. It is cheap.\n\nPlain prose is left out. Why?\n\nTwo lines follow:\n\n- a list\n")
        self.assertEqual(self.shown(text), ["bank: A part of memory. What would you expect to see here? And why? The guard is needed. Two lines follow: a list"])

    def test_a_number_with_a_source_is_shown_with_its_source_at_the_end(self) -> None:
        shown = self.shown("The card reaches [3 TB/s]{quoted=\"https://example.org/\"} in all. Nothing else matters.\n")
        self.assertEqual(shown[0], "The card reaches 3 TB/s in all.")
        self.assertIn("quoted from https://example.org/", shown[-1])

    def test_code_is_what_is_open_and_a_test_case_its_sentence(self) -> None:
        slide = self.slides(PROGRAM)[1]
        self.assertEqual(slide.one("pre").text.strip(), KERNEL.strip())
        self.assertEqual(slide.one(classed="claim").words, "two and two are four")

    def test_an_answer_has_the_slide_after_its_question(self) -> None:
        shown = self.shown(QUESTION)
        self.assertEqual(shown, ["Question 7.1 How many?", "Answer to Question 7.1 Forty-two."])

    def test_hints_explanations_asides_and_folds_are_left_out(self) -> None:
        shown = " ".join(self.shown(EXERCISE + '\n::: {.aside}\nBy the way.\n:::\n\n::: {.folded title="More"}\n- deep down\n:::\n'))
        self.assertIn("Exercise 7.1 Three times Write it.", shown)
        for left_out in ("secret", "told", "By the way", "deep down"):
            self.assertNotIn(left_out, shown)

    def test_what_does_not_fit_continues_under_the_same_heading(self) -> None:
        slides = self.slides("# Many\n\n" + "".join(f"- entry {number}\n" for number in range(30)))[1:]
        self.assertGreater(len(slides), 1)
        self.assertEqual({slide.one("h2").words for slide in slides}, {"7.1 Many"})
        entries = [word for slide in slides for word in re.findall(r"entry \d+", slide.words)]
        self.assertEqual(entries, [f"entry {number}" for number in range(30)])

    def test_long_code_is_divided_and_complete(self) -> None:
        kernel = "__global__ void long_one(int* x) {\n" + "".join(f"  x[{line}] = {line};\n\n" for line in range(40)) + "}\n"
        slides = self.slides(f"```{{.cuda #long-one}}\n{kernel}```\n\n```{{.cuda file=long.cu}}\n<<long-one>>\n\nint main() {{}}\n```\n")[1:]
        code = [slide.all("pre") for slide in slides]
        self.assertGreater(len(code), 2)
        lines = [line for pres in code for pre in pres for line in pre.text.splitlines() if line.startswith(("__global__", "  x[", "}"))]
        self.assertEqual(lines, [line for line in kernel.splitlines() if line])

    def test_a_table_that_no_slide_can_hold_stays_on_the_page(self) -> None:
        def tables(rows: int) -> int:
            slides = self.slides("- short\n\n| a | b |\n|---|---|\n" + "| word | word |\n" * rows)
            return sum(len(slide.all("table")) for slide in slides)

        self.assertEqual((tables(30), tables(40)), (1, 0))

    def test_a_wide_table_is_made_smaller_and_a_short_text_larger(self) -> None:
        rows = "".join(f"| {'many words ' * 12} | {'more words ' * 12} |\n" for _ in range(8))
        table = self.slides("| a | b |\n|---|---|\n" + rows)[1]
        style = (BOOK.parent / "kit/slides.css").read_text(encoding="utf-8")

        def size(slide: dom.Node) -> float:
            return float(re.search(rf"\.{slide.classes[1]} {{ --size: ([\d.]+); }}", style)[1])

        self.assertLess(size(table), 1)
        self.assertGreater(size(self.slides("- short\n")[1]), 1)

    def test_it_needs_no_other_file(self) -> None:
        self.write("chapters/figures/07-test-dot.png", "")
        (self.root / "chapters/figures/07-test-dot.png").write_bytes(PIXEL)
        text = ('![A dot.](figures/07-test-dot.png){alt="A dot."}\n\n![A drawing.](figures/07-test-drawing.svg){alt="Drawn."}\n\n'
                "What do the [figure](#figure-drawing) and [](08-after.md) show us here?\n")
        self.write("chapters/08-after.md", "---\ntitle: After\n---\n")
        slides = self.slides(text)
        whole = self.read("slides.html")
        self.assertEqual(base64.b64decode(slides[1].one("img").get("src").removeprefix("data:image/png;base64,")), PIXEL)
        self.assertNotIn("<link", whole)
        self.assertNotRegex(whole, r'(src|href)="(?!#|data:|https?:)|url\("?(?!#|"?data:)')
        ids = {node.get("id") for node in dom.read(self.root / "slides.html").walk()}
        for target in re.findall(r'href="#([^"]*)"', whole):
            self.assertIn(target, ids)
        self.assertIn("What do the figure and Chapter 8 show us here?", " ".join(slide.words for slide in slides))

    def test_padding_of_embedded_files(self) -> None:
        for length in range(1, 7):
            picture = PIXEL + bytes(length)
            (self.root / "chapters/figures/07-test-dot.png").write_bytes(picture)
            source = self.slides('![A dot.](figures/07-test-dot.png){alt="A dot."}\n')[1].one("img").get("src")
            self.assertEqual(base64.b64decode(source.removeprefix("data:image/png;base64,"), validate=True), picture)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""What terms.py reads in a file, what it finds there, and what meant.txt allows."""
import pathlib
import tempfile
import unittest

import terms

EXAMPLES = """
Forty ticks.| 1.4 bytes a thread.| 3 loads a step.| One barrier a step.| 1.4 instructions and multiprocessor.| It knows what it comes to.| It comes to 0.72.
It reaches 0.96 of a copy.| By `ncu`, it waits.| By [Chapter 2](#b), it waits.| It was 2 by the clock.| One barrier in the place of nine.| Who waits pays twice.| It is no barrier.
It asks for two rows more.| A quicker one.| A whole number.| It is held against the model.| The exchange hides.| It has 75 % of copy's speed.| Do it anew.| Wait lest it ends.
It is amply fast.| Measure it thrice.| It waits for ever.| It waits, for it has to.| It waits, as there is no lane.| Little's law asks for 40 kB.| What is asked for.| It was found out.
A race is told.| Two turns of the loop.| There is no room.| It makes 40 GB/s.| Faster from 4 KiB on.| There are some 30.| A division of integers.| An addition of vectors.
Blocks of two dimensions.| A mistake of indices.| Memory of the host.| Memory of the device.| A function of the host.| Bytes read a second, over the pieces.| See the compiler's words.
"""
GOOD = """
A [second]{.term} per thread.| It launches a kernel.| It copies a thread's values.| There is no barrier.| It is no longer than a copy. It is no larger.| The ticket is taken.| It holds a warp. Against it:
It works, as they are.| Sorted in place.| Reaches 75 % of copy bandwidth.| A 16-byte load.| Some 64-bit words.| It gives a thread a row.| How many threads a block will have.| In these rows a request needs four.| `tick` is a name.| [x](tick.md)
"""


class Words(unittest.TestCase):
    def found(self, name: str, text: str, allowed: str = "") -> list[str]:
        """Lines and what was found there."""
        return [fault.split(": write", 1)[0] for fault in terms.faults_of(name, text.encode(), terms.read_meant(allowed), set())]

    def test_every_rule_finds_something_in_the_examples(self) -> None:
        sentences = [sentence.strip() for sentence in EXAMPLES.replace("\n", "|").split("|") if sentence.strip()]
        for sentence in sentences:
            with self.subTest(sentence):
                self.assertNotEqual(self.found("a.md", sentence), [])
        for rule, better in terms.RULES:
            with self.subTest(better):
                self.assertTrue(any(rule.search(sentence.replace("`ncu`", "`")) for sentence in sentences), rule.pattern)

    def test_nothing_is_found_in_what_is_right(self) -> None:
        self.assertEqual(self.found("a.md", GOOD), [])

    def test_a_phrase_is_found_across_the_end_of_a_line_but_not_of_a_paragraph(self) -> None:
        self.assertEqual(self.found("a.md", "One\n\nbarrier in the\nplace of nine\n"), ["a.md:3: 'in the place of'"])
        self.assertEqual(self.found("a.md", "in the\n\nplace of\n"), [])

    def test_comments_and_strings_of_code_are_read_and_names_are_not(self) -> None:
        self.assertEqual(self.found("a.cu", "int ticks = anew;  // in ticks\nsay(\"a tick\");\n/* made\n * anew */\n"),
                         ["a.cu:1: 'ticks'", "a.cu:2: 'tick'", "a.cu:4: 'anew'"])
        self.assertEqual(self.found("a.py", "tick = 1  # a tick\nanew = '''\na tick'''\n"), ["a.py:1: 'tick'", "a.py:3: 'tick'"])
        self.assertEqual(self.found("a.lua", "local anew -- a tick\nlocal a = \"anew\"\n--[[ a\ntick ]]\n"), ["a.lua:1: 'tick'", "a.lua:2: 'anew'", "a.lua:4: 'tick'"])
        self.assertEqual(self.found("a.js", "const anew = `a tick`;\n"), ["a.js:1: 'tick'"])

    def test_a_phrase_is_found_across_the_lines_of_a_comment_or_a_string_but_not_across_code(self) -> None:
        self.assertEqual(self.found("a.cu", "// in the\n// place of\n"), ["a.cu:1: 'in the place of'"])
        self.assertEqual(self.found("a.cu", "say(\"in the \"\n    \"place of\");\n"), ["a.cu:1: 'in the place of'"])
        self.assertEqual(self.found("a.cu", "int a;  // in the\nint b;  // place of\n"), [])

    def test_of_a_page_the_cuda_is_read_as_code_and_outputs_are_left_out(self) -> None:
        self.assertEqual(self.found("a.md", "```{.cuda #a}\nint tick;\n// a tick\n```\n\n```{.output of=a}\na tick\n```\n\nA tick.\n"), ["a.md:3: 'tick'", "a.md:10: 'tick'"])

    def test_names_of_cases_that_fail_are_read_in_an_edit(self) -> None:
        self.assertEqual(self.found("a.edit", "fails: done anew\n<<<<\n// anew\n====\n>>>>\n"), ["a.edit:1: 'anew'"])

    def test_a_phrase_is_allowed_in_its_file_and_nowhere_else(self) -> None:
        self.assertEqual(self.found("a.md", "The ticks of\nan axis.\nA tick.\n", "a.md: ticks of an axis\n"), ["a.md:3: 'tick'"])
        self.assertEqual(self.found("b.md", "The ticks of an axis.\n", "a.md: ticks of an axis\n"), ["b.md:1: 'ticks'"])

    def test_an_allowance_that_allows_nothing_is_a_fault(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            meant = pathlib.Path(folder) / "meant.txt"
            meant.write_text("# a comment\nREADME.md: no such phrase\n", encoding="utf-8")
            self.assertEqual(terms.faults_in(["README.md"], meant)[-1], "tests/lint/meant.txt:2: allows nothing: README.md: no such phrase")


if __name__ == "__main__":
    unittest.main()

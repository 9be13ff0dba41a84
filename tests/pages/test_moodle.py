#!/usr/bin/env python3
"""A question bank for Moodle, as https://docs.moodle.org/en/Moodle_XML_format describes an essay."""
from __future__ import annotations

import unittest
import xml.etree.ElementTree as xml

from woven import NAME, WovenBook
import dom

TEXT = """# Section

::: {.question}
Is `a<b>` less than $x^2$ & more, as [](#section) says? This is a long question, so that its name cannot have all of it.

::: {.answer}
No, **never**.
:::
:::

Prose between.

::: {.question}
And [this](https://example.org/)?

- A list.

::: {.answer}
Yes: ]]>.
:::
:::
"""
# Of an essay: each element, in the order of Moodle's own export, and the ones that have a format and a text.
ESSAY = ["name", "questiontext", "generalfeedback", "defaultgrade", "penalty", "hidden", "idnumber", "responseformat", "responserequired",
         "responsefieldlines", "attachments", "attachmentsrequired", "graderinfo", "responsetemplate"]
FORMATTED = ["questiontext", "generalfeedback", "graderinfo", "responsetemplate"]


class Moodle(WovenBook):
    def questions(self, text: str = TEXT) -> list[xml.Element]:
        self.make_for_kit("moodle.yaml", "moodle.xml", text)
        quiz = xml.parse(self.root / "moodle.xml").getroot()
        self.assertEqual((quiz.tag, {child.tag for child in quiz}), ("quiz", {"question"}))
        self.category, *questions = quiz
        return questions

    def test_questions_go_to_a_category_of_the_chapter(self) -> None:
        self.questions()
        self.assertEqual(self.category.get("type"), "category")
        self.assertEqual(self.category.findtext("category/text"), "$course$/top/Warp & Weft/Chapter 7")

    def test_each_question_is_an_essay_with_all_that_it_has(self) -> None:
        questions = self.questions()
        self.assertEqual(len(questions), 2)
        for number, question in enumerate(questions, 1):
            self.assertEqual((question.get("type"), [child.tag for child in question]), ("essay", ESSAY))
            for tag in FORMATTED:
                self.assertEqual(question.find(tag).get("format"), "html")
                dom.parse(question.findtext(f"{tag}/text") or "")  # whose tags are closed
            self.assertEqual(question.findtext("idnumber"), f"{NAME}/question-{number}")
            self.assertEqual(question.findtext("responseformat"), "editor")

    def test_texts_are_those_of_the_chapter(self) -> None:
        first, second = self.questions()
        asked = dom.parse(first.findtext("questiontext/text"))
        self.assertEqual(asked.one("code").text, "a<b>")
        self.assertEqual(len(asked.all("math")), 1)
        self.assertIn("& more, as Section 7.1 says?", asked.words)
        self.assertEqual(asked.all("a"), [])
        self.assertNotIn("never", asked.words)
        for tag in ("generalfeedback", "graderinfo"):
            self.assertEqual(dom.parse(first.findtext(f"{tag}/text")).words, "No, never.")
        self.assertEqual(dom.parse(second.findtext("questiontext/text")).words, "And this? A list.")
        self.assertEqual(dom.parse(second.findtext("graderinfo/text")).words, "Yes: ]]>.")

    def test_a_name_is_the_beginning_of_the_question(self) -> None:
        first, second = self.questions()
        self.assertRegex(first.findtext("name/text"), r"^Question 7\.1: Is a<b> less than .*[^ ] …$")
        self.assertLess(len(first.findtext("name/text")), 90)
        self.assertEqual(second.findtext("name/text"), "Question 7.2: And this? A list.")

    def test_a_chapter_without_questions_has_an_empty_category(self) -> None:
        self.assertEqual(self.questions("Prose.\n"), [])


if __name__ == "__main__":
    unittest.main()

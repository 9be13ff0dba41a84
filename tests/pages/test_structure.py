#!/usr/bin/env python3
"""The check of pages finds every kind of fault that it is there to find."""
import pathlib
import tempfile
import unittest

import structure

PAGE = """<!DOCTYPE html>
<html lang="en-GB"><head><title>A page</title><link rel="stylesheet" href="style.css"></head>
<body><a class="skip" href="#content">Skip to the text</a>
<main id="content"><h1>A page</h1>
<h2 id="section">A section</h2>
<p><a href="other.html#content">The other</a></p>
<svg role="img" aria-label="A drawing"></svg><img src="style.css" alt="">
<details><summary>Answer</summary><p>It is.</p></details>
</main></body></html>"""


class TestStructure(unittest.TestCase):
    def problems(self, old: str = "", new: str = "") -> list[str]:
        """What is said of two valid pages when `old` is replaced on the first."""
        self.assertIn(old, PAGE)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "style.css").touch()
            (folder / "index.html").write_text(PAGE.replace(old, new, 1) if old else PAGE, encoding="utf-8")
            (folder / "other.html").write_text(PAGE.replace("other.html", "index.html"), encoding="utf-8")
            return structure.Site(folder).check()

    def assert_found(self, old: str, new: str, *expected: str) -> None:
        problems = self.problems(old, new)
        for what in expected:
            self.assertTrue(any(what in problem for problem in problems), (what, problems))
        self.assertEqual(len(problems), len(expected), problems)

    def test_a_sound_page_has_no_problems(self):
        self.assertEqual(self.problems(), [])

    def test_a_page_without_a_language(self):
        self.assert_found(' lang="en-GB"', "", "no lang")

    def test_a_page_without_a_title(self):
        self.assert_found("<title>A page</title>", "", "no title")

    def test_two_first_headings(self):
        self.assert_found("<h1>A page</h1>", "<h1>A page</h1><h1>Another</h1>", "2 <h1>")

    def test_no_way_to_skip_to_the_text(self):
        self.assert_found('class="skip" ', "", "does not skip")

    def test_an_id_used_twice(self):
        self.assert_found('id="section"', 'id="content"', "id content is used twice")

    def test_a_heading_that_skips_a_level(self):
        self.assert_found('<h2 id="section">A section</h2>', "<h3>Deep</h3>", "follows a heading of level 1")

    def test_an_empty_heading(self):
        self.assert_found(">A section<", "><", "a heading is empty")

    def test_a_link_to_no_page(self):
        self.assert_found("other.html#content", "nowhere.html", "nowhere.html leads to no page",
                          "no way leads here")

    def test_a_link_to_no_place(self):
        self.assert_found("other.html#content", "other.html#nothing", "leads to no place")

    def test_a_link_to_markdown(self):
        self.assert_found("</p>", '</p><a href="other.md">x</a>', "other.md leads to no page")

    def test_an_insecure_link(self):
        self.assert_found("</p>", '</p><a href="http://example.org/">x</a>', "neither in the book nor https")

    def test_a_link_without_words(self):
        self.assert_found("</p>", '</p><a href="#content"> </a>', "has no words")

    def test_a_drawing_without_alternative(self):
        self.assert_found(' aria-label="A drawing"', "", "no text alternative")

    def test_an_image_without_alternative(self):
        self.assert_found(' alt=""', "", "an image has no alt")

    def test_a_stylesheet_that_is_missing(self):
        self.assert_found('href="style.css"', 'href="gone.css"', "gone.css does not exist")

    def test_something_loaded_from_elsewhere(self):
        self.assert_found('href="style.css"', 'href="https://example.org/style.css"', "loaded from elsewhere")

    def test_a_fold_without_summary(self):
        self.assert_found("<summary>Answer</summary>", "", "says not what it holds")

    def test_a_tag_that_is_not_closed(self):
        self.assert_found("It is.</p>", "It is.", "closes <p>", "there is no start page", "leads to no page",
                          "no way leads here")


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Tangling changes what a chapter has changed, and no file of the reader's."""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT, scratch_book, tools  # noqa: E402

TWO_PROGRAMS = "```{.cuda file=a.cu}\nint a;\n```\n\n```{.cuda file=b.cu}\nint b;\n```\n"
ONE_PROGRAM = "```{.cuda file=a.cu}\nint a;\n```\n"
COMMON = "```{.cuda file=common/check.cuh}\nint check;\n```\n"
PROJECT = "```{.cuda file=project/a.hpp}\nint a;\n```\n\n```{.text file=project/meson.build}\nproject('a')\n```\n"
MANIFEST = "07-test/manifest.json"


class Writing(scratch_book.ScratchBook):
    def refused(self, *complaints: str) -> None:
        """Tangling is refused with these words, and not a byte changes."""
        before = self.files()
        result = self.tangle()
        self.assertEqual(result.stderr.splitlines(), list(complaints))
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual(self.files(), before)

    def edit(self, path: str, old: str, new: str) -> pathlib.Path:
        file = self.root / "snippets" / path
        text = file.read_text()
        self.assertIn(old, text)
        file.write_text(text.replace(old, new))
        return file

    def age(self) -> None:
        """Makes everything an hour old, so that any write shows."""
        for path in (self.root / "snippets").rglob("*"):
            hour_ago = path.stat().st_mtime - 3600
            os.utime(path, (hour_ago, hour_ago))

    def ages(self) -> dict[str, float]:
        return {str(path): path.stat().st_mtime for path in (self.root / "snippets").rglob("*")}


class OnlyWhatChanged(Writing):
    def test_a_second_run_touches_nothing(self) -> None:
        self.write_chapter(TWO_PROGRAMS + COMMON)
        self.tangled()
        self.age()
        before = self.ages()
        self.assertEqual(self.tangled(), [])
        self.assertEqual(self.ages(), before)

    def test_prose_changes_nothing_but_line_numbers(self) -> None:
        self.write_chapter("Text.\n\n" + TWO_PROGRAMS)
        self.tangled()
        self.write_chapter("Other text.\n\n" + TWO_PROGRAMS)
        self.assertEqual(self.tangled(), [])
        self.write_chapter("More text,\non two lines.\n\n" + TWO_PROGRAMS)
        self.assertEqual(self.tangled(), [f"wrote snippets/{MANIFEST}"])

    def test_one_changed_program_is_one_written_file(self) -> None:
        self.write_chapter(TWO_PROGRAMS)
        self.tangled()
        self.age()
        before = self.ages()
        self.write_chapter(TWO_PROGRAMS.replace("int b", "long b"))
        self.assertEqual(self.tangled(), ["wrote snippets/07-test/b.cu"])
        touched = {path for path, age in self.ages().items() if before.get(path) != age}
        self.assertEqual(touched, {str(self.snippets), str(self.snippets / "b.cu")})
        self.assertIn("long b;\n", (self.snippets / "b.cu").read_text())

    def test_a_deleted_file_comes_back(self) -> None:
        self.write_chapter(TWO_PROGRAMS)
        self.tangled()
        before = self.files()
        (self.snippets / "b.cu").unlink()
        self.assertEqual(self.tangled(), ["wrote snippets/07-test/b.cu"])
        self.assertEqual(self.files(), before)

    def test_the_path_of_the_chapter_tells_where_the_book_is(self) -> None:
        chapter = self.write_chapter(ONE_PROGRAM)
        result = scratch_book.run_tangle(ROOT, [str(chapter)])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(sorted(self.files()), ["07-test/a.cu", MANIFEST])

    def test_a_path_with_blanks_and_quotes(self) -> None:
        self.root = self.root / "a reader's book"
        self.root.mkdir()
        self.write_chapter(ONE_PROGRAM)
        result = scratch_book.run_tangle(ROOT, [str(self.root / "chapters" / "07-test.md")])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(sorted(self.files()), ["07-test/a.cu", MANIFEST])


class Orphans(Writing):
    def test_a_program_that_left_the_chapter_is_removed(self) -> None:
        self.write_chapter(TWO_PROGRAMS)
        self.tangled()
        self.write_chapter(ONE_PROGRAM)
        self.assertEqual(self.tangled(), [f"wrote snippets/{MANIFEST}", "removed snippets/07-test/b.cu"])
        self.assertEqual(sorted(self.files()), ["07-test/a.cu", MANIFEST])

    def test_a_header_that_left_the_chapter_is_removed(self) -> None:
        self.write_chapter(ONE_PROGRAM + COMMON)
        self.tangled()
        self.write_chapter(ONE_PROGRAM)
        self.assertEqual(self.tangled(), ["removed snippets/common/check.cuh"])
        self.assertEqual(sorted(self.files()), ["07-test/a.cu", MANIFEST])

    def test_files_of_other_chapters_and_hands_stay(self) -> None:
        self.write_chapter(COMMON, "03-first")
        self.tangled("03-first")
        self.write_chapter(ONE_PROGRAM)
        self.tangled()
        (self.snippets / "mine.cu").write_text("int mine;\n")
        (self.root / "snippets" / "common" / "main.cpp").write_text("int main() {}\n")
        (self.root / "snippets" / "notes").mkdir()
        (self.root / "snippets" / "notes" / "empty.txt").write_text("")
        before = self.files()
        self.assertEqual(self.tangled(), [])
        self.assertEqual(self.tangled("03-first"), [])
        self.assertEqual(self.files(), before)

    def test_what_a_chapter_wrote_goes_with_it(self) -> None:
        self.write_chapter(COMMON + ONE_PROGRAM, "03-first")
        self.tangled("03-first")
        (self.root / "chapters" / "03-first.md").unlink()
        self.write_chapter(ONE_PROGRAM)
        removed = [line for line in self.tangled() if line.startswith("removed")]
        self.assertEqual(removed, ["removed snippets/03-first/a.cu", "removed snippets/03-first/manifest.json", "removed snippets/common/check.cuh"])
        self.assertEqual(sorted(self.files()), ["07-test/a.cu", MANIFEST])
        self.assertFalse((self.root / "snippets" / "03-first").exists(), "an empty folder was left")

    def test_a_part_of_a_project_that_left_the_chapter_is_removed(self) -> None:
        self.write_chapter(ONE_PROGRAM + PROJECT)
        self.tangled()
        self.assertEqual(sorted(self.files()), ["07-test/a.cu", MANIFEST, "07-test/project/a.hpp", "07-test/project/meson.build"])
        self.write_chapter(ONE_PROGRAM)
        self.assertEqual(self.tangled(), ["removed snippets/07-test/project/a.hpp", "removed snippets/07-test/project/meson.build"])
        self.assertEqual(sorted(self.files()), ["07-test/a.cu", MANIFEST])
        self.assertFalse((self.snippets / "project").exists(), "an empty folder was left")

    def test_a_project_goes_with_its_chapter(self) -> None:
        self.write_chapter(PROJECT, "03-first")
        self.tangled("03-first")
        (self.root / "chapters" / "03-first.md").unlink()
        self.write_chapter(ONE_PROGRAM)
        self.tangled()
        self.assertEqual(sorted(self.files()), ["07-test/a.cu", MANIFEST])
        self.assertFalse((self.root / "snippets" / "03-first").exists(), "an empty folder was left")

    def test_a_header_can_move_to_another_chapter(self) -> None:
        self.write_chapter(COMMON, "03-first")
        self.tangled("03-first")
        self.write_chapter("Text.\n", "03-first")
        self.write_chapter(COMMON)
        self.assertIn("wrote snippets/common/check.cuh", self.tangled())
        self.assertEqual(self.tangled("03-first"), [])
        self.assertIn(b"chapters/07-test.md", self.files()["common/check.cuh"])


class EditsByHand(Writing):
    def test_an_edit_is_kept_and_told(self) -> None:
        self.write_chapter(TWO_PROGRAMS)
        self.tangled()
        self.edit("07-test/b.cu", "int b", "long b")
        self.write_chapter(TWO_PROGRAMS.replace("int a", "char a").replace("int b", "char b"))
        self.refused("snippets/07-test/b.cu was edited by hand: move the edit into chapters/07-test.md to keep it, or "
                     "delete the file to drop it, and tangle again; to experiment, copy it elsewhere and run that: "
                     "cp snippets/07-test/b.cu mine.cu && ./weft run mine.cu")

    def test_an_edit_is_told_even_if_the_chapter_has_not_changed(self) -> None:
        self.write_chapter(ONE_PROGRAM)
        self.tangled()
        self.edit(MANIFEST, '"name": "a"', '"name": "b"')
        self.refused("snippets/07-test/manifest.json was edited by hand: move the edit into chapters/07-test.md to keep "
                     "it, or delete the file to drop it, and tangle again; to experiment, copy it elsewhere and run that: "
                     "cp snippets/07-test/manifest.json mine.cu && ./weft run mine.cu")

    def test_a_file_without_our_header_is_somebodys(self) -> None:
        self.snippets.mkdir(parents=True)
        (self.snippets / "a.cu").write_text("int mine;\n")
        self.write_chapter(ONE_PROGRAM)
        self.refused("snippets/07-test/a.cu was edited by hand: move the edit into chapters/07-test.md to keep it, or "
                     "delete the file to drop it, and tangle again; to experiment, copy it elsewhere and run that: "
                     "cp snippets/07-test/a.cu mine.cu && ./weft run mine.cu")

    def test_every_edit_is_told_at_once(self) -> None:
        self.write_chapter(TWO_PROGRAMS)
        self.tangled()
        self.edit("07-test/a.cu", "int a", "long a")
        self.edit("07-test/b.cu", "int b", "long b")
        self.assertEqual(len(self.tangle().stderr.splitlines()), 2)

    def test_an_edit_moved_into_the_chapter_is_accepted(self) -> None:
        self.write_chapter(ONE_PROGRAM)
        self.tangled()
        self.edit("07-test/a.cu", "int a", "long a")
        self.write_chapter(ONE_PROGRAM.replace("int a", "long a"))
        self.assertEqual(self.tangled(), ["wrote snippets/07-test/a.cu"])
        self.assertEqual(self.tangled(), [])

    def test_an_edit_deleted_is_dropped(self) -> None:
        self.write_chapter(ONE_PROGRAM)
        self.tangled()
        before = self.files()
        self.edit("07-test/a.cu", "int a", "long a").unlink()
        self.assertEqual(self.tangled(), ["wrote snippets/07-test/a.cu"])
        self.assertEqual(self.files(), before)

    def test_an_edited_file_that_left_the_chapter_is_kept(self) -> None:
        self.write_chapter(TWO_PROGRAMS)
        self.tangled()
        self.edit("07-test/b.cu", "int b", "long b")
        self.write_chapter(ONE_PROGRAM)
        self.refused("snippets/07-test/b.cu was edited by hand, and chapters/07-test.md no longer writes it: move the "
                     "edit into a chapter or a file of your own, then delete the file")

    def test_a_bad_chapter_leaves_the_old_files(self) -> None:
        self.write_chapter(TWO_PROGRAMS)
        self.tangled()
        self.write_chapter(ONE_PROGRAM.replace("int a", "long a") + "\n```{.cuda}\n```\n")
        before = self.files()
        self.assertEqual(self.tangle().returncode, 1)
        self.assertEqual(self.files(), before)

    def test_a_file_that_cannot_be_written(self) -> None:
        self.write_chapter(ONE_PROGRAM)
        (self.snippets / "a.cu").mkdir(parents=True)
        result = self.tangle()
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"^cannot write snippets/07-test/a.cu \(.*Is a directory\): remove what is in the way "
                                        r"and tangle again\n$")
        self.assertEqual(self.files(), {}, "something unfinished was left")


class Checking(Writing):
    def check(self) -> list[str]:
        before = self.files()
        result = self.tangle(scratch_book.NAME, "-M", "check=true")
        self.assertEqual((result.returncode, result.stdout), (1 if result.stderr else 0, ""))
        self.assertEqual(self.files(), before, "a check changed something")
        return result.stderr.splitlines()

    def test_nothing_to_say_when_all_is_up_to_date(self) -> None:
        self.write_chapter(TWO_PROGRAMS)
        self.tangled()
        self.assertEqual(self.check(), [])

    def test_what_is_stale_and_what_is_left_over(self) -> None:
        self.write_chapter(TWO_PROGRAMS)
        self.tangled()
        self.write_chapter(ONE_PROGRAM.replace("int a", "long a"))
        self.assertEqual(self.check(), [
            "snippets/07-test/a.cu is not what chapters/07-test.md says: run ./weft tangle",
            "snippets/07-test/manifest.json is not what chapters/07-test.md says: run ./weft tangle",
            "snippets/07-test/b.cu is no longer written by any chapter: run ./weft tangle",
        ])

    def test_a_chapter_that_was_never_tangled(self) -> None:
        self.write_chapter("Text.\n")
        self.assertEqual(self.check(), [f"snippets/{MANIFEST} is not what chapters/07-test.md says: run ./weft tangle"])

    def test_a_mistake(self) -> None:
        self.write_chapter("```\n```\n")
        self.assertEqual(len(self.check()), 1)

    def test_an_edit_by_hand(self) -> None:
        self.write_chapter(ONE_PROGRAM)
        self.tangled()
        self.edit("07-test/a.cu", "int a", "long a")
        self.assertIn("was edited by hand", self.check()[0])


if __name__ == "__main__":
    tools.run_tests("pandoc")

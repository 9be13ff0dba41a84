#!/usr/bin/env python3
"""What a release has: version and date that agree, a site of the record, archives that do not depend on who made them, checksums."""
from __future__ import annotations

import datetime
import pathlib
import re
import subprocess
import sys
import tarfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT, scratch_project, tools  # noqa: E402
from command import release
from runs import project, records  # noqa: E402

CITATION = 'cff-version: 1.2.0\ntitle: "A book"\nversion: {version}\ndate-released: "{date}"\n'
WOVEN = "<p>loom: <!-- what ran on loom -->.</p>"


class Release(scratch_project.ScratchProject):
    def setUp(self) -> None:
        super().setUp()
        self.succeeds("tangle")
        scratch_project.copy(ROOT / "book/site/stamp.py", self.root / "book/site/stamp.py")
        for name, value in (("root", self.root), ("build", self.root / "build")):
            patched = mock.patch.object(project, name, value)
            patched.start()
            self.addCleanup(patched.stop)
        patched = mock.patch.object(records, "folder", self.root / "book/records")
        patched.start()
        self.addCleanup(patched.stop)
        self.say("0.1.0", "2026-12-01")

    def say(self, version: str, date: str, cited: tuple[str, str] | None = None) -> None:
        self.write("CHANGELOG.md", f"# Changes\n\n## {version}, {date}\n\n## 0.0.1, 2026-01-01\n")
        self.write("CITATION.cff", CITATION.format(version=cited[0] if cited else version, date=cited[1] if cited else date))

    def refused(self, words: str, draft: bool = False) -> None:
        with self.assertRaisesRegex(project.UserError, re.escape(words)):
            release.edition(draft)

    def test_version_and_date_are_those_on_which_all_agree(self) -> None:
        self.assertEqual(release.edition(False), (project.version(), "2026-12-01"))
        self.say("0.2.0", "2026-12-01")
        self.refused("CHANGELOG.md says version 0.2.0, subprojects/loom/VERSION 0.1.0")
        self.say("0.1.0", "2026-12-01", ("0.0.9", "2026-12-01"))
        self.refused("CITATION.cff 0.0.9", draft=True)
        self.say("0.1.0", "2026-12-01", ("0.1.0", "2026-12-02"))
        self.refused("date-released in CITATION.cff 2026-12-02")

    def test_only_a_draft_has_no_date(self) -> None:
        self.say("0.1.0", "not released yet")
        self.refused("is not released yet")
        self.assertEqual(release.edition(True), ("0.1.0", "not released yet"))

    def commit(self) -> None:
        self.write(".gitignore", "build/\n__pycache__/\n")
        for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", "All"]):
            subprocess.run(["git", *words], cwd=self.root, check=True)

    def test_what_is_not_committed_is_not_released(self) -> None:
        with self.assertRaisesRegex(project.UserError, "A release is made of a Git checkout"):
            release.refuse_changes()
        self.commit()
        release.refuse_changes()
        self.write("README.md", "new")
        with self.assertRaisesRegex(project.UserError, "(?s)There are changes that are not committed.*README.md"):
            release.refuse_changes()

    def furnish_pages(self, recorded: bool) -> None:
        for name, text in ((f"{scratch_project.CHAPTER}.woven", WOVEN), (f"{scratch_project.CHAPTER}.html", "<p>on this machine</p>"), ("index.html", "index"),
                           ("style.css", "css"), ("epub.css", "css"), ("page.js", "js"), ("order.lua", "lua"), ("whole.htm", "whole"), ("figures/a.png", "png")):
            self.write(f"build/book/{name}", text)
        if recorded:
            session = records.on_loom("abc")
            entry = {"hash": records.hash_of(f"{scratch_project.CHAPTER}/twice"), "status": 0, "passed": True, "output": "twice two is 4\n", "cases": {}}
            records.add(session, scratch_project.CHAPTER, {"programs": {"twice": entry}})

    def make(self) -> dict[str, bytes]:
        pdf, epub = self.write("build/whole.pdf", "pdf"), self.write("build/whole.epub", "epub")
        return {path.name: path.read_bytes() for path in release.assemble("0.1.0", [pdf, epub])}

    def test_it_has_all_parts_with_version_and_checksums(self) -> None:
        self.furnish_pages(recorded=True)
        self.commit()
        made = self.make()
        self.assertEqual(sorted(made), ["SHA256SUMS", *(f"warp-and-weft-0.1.0{ending}" for ending in ("-site.tar.gz", ".epub", ".pdf", ".tar.gz"))])
        subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=self.root / "build/release", check=True)
        self.assertEqual(len(made["SHA256SUMS"].splitlines()), len(made) - 1)
        with tarfile.open(self.root / "build/release/warp-and-weft-0.1.0.tar.gz") as source:
            self.assertIn("warp-and-weft-0.1.0/weft", source.getnames())
            self.assertFalse([name for name in source.getnames() if "/build/" in name])

    def test_the_same_commit_gives_the_same_files(self) -> None:
        self.furnish_pages(recorded=True)
        self.commit()
        before = self.make()
        for path in (self.root / "build/book").rglob("*"):
            path.touch()
        self.assertEqual(self.make(), before)

    def test_the_site_has_what_a_server_needs_and_says_what_is_recorded(self) -> None:
        self.furnish_pages(recorded=True)
        self.commit()
        self.make()
        site = self.root / "build/release/site"
        there = sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file())
        self.assertEqual(there, [".nojekyll", f"{scratch_project.CHAPTER}.html", "figures/a.png", "index.html", "page.js", "style.css"])
        page = (site / f"{scratch_project.CHAPTER}.html").read_text()
        self.assertIn("1 program was checked for the record", page)
        self.assertNotIn("this machine", page)

    def test_a_chapter_that_is_not_recorded_stops_it(self) -> None:
        self.furnish_pages(recorded=False)
        self.commit()
        with self.assertRaisesRegex(project.UserError, f"so they have no page: {scratch_project.CHAPTER}"):
            self.make()


class ThisBook(unittest.TestCase):
    def test_versions_agree(self) -> None:
        version, date = release.edition(draft=True)
        if date != "not released yet":
            datetime.date.fromisoformat(date)
            release.edition(draft=False)

    def test_the_workflow_calls_the_command_and_checks_its_sums(self) -> None:
        try:
            import yaml
        except ImportError:
            self.skipTest("PyYAML is not installed")
        workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
        runs = {name: " ".join(step.get("run", "") for step in job["steps"]) for name, job in workflow["jobs"].items()}
        self.assertIn("./weft release -Dcuda=disabled", runs["make"])
        self.assertIn("sha256sum --check SHA256SUMS", runs["publish"])
        # Only jobs that run nothing of the project may write.
        for name, job in workflow["jobs"].items():
            self.assertEqual("permissions" in job, name != "make")
            self.assertEqual("weft" in runs[name], name == "make")


if __name__ == "__main__":
    tools.run_tests("pandoc", "git", "sha256sum")

#!/usr/bin/env python3
"""The container has what set-up would install, and its descriptions agree. Whether it can be built is tried by hand: tests/fresh/README.md."""
import json
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402
from command import needs

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
STAGES = dict(re.findall(r"^FROM (\S+) AS (\S+)$", DOCKERFILE, re.M))


def installed(stage: str) -> set[str]:
    """The packages that one stage installs."""
    text = DOCKERFILE.partition(f" AS {stage}\n")[2].partition("\nFROM ")[0]
    return set(re.search(r"--no-install-recommends(.*?)&&", text, re.S)[1].replace("\\", "").split()) - {"${MORE}"}


class Container(unittest.TestCase):
    def test_it_has_what_the_readme_s_commands_need_and_nothing_else(self) -> None:
        needed = needs.TO_BUILD | needs.OPTIONAL["loom"] | needs.OPTIONAL["book"] | needs.FOR_PAGES | needs.FOR_RANKS | needs.TO_COUNT
        self.assertEqual(installed("plain"), {*needed.values(), "ca-certificates", "git", "python3"})

    def test_its_release_is_pinned(self) -> None:
        self.assertEqual(STAGES, {"${DEBIAN}": "plain", "plain": "toolkit"})
        self.assertRegex(DOCKERFILE, r"(?m)^ARG DEBIAN=docker\.io/library/debian:\d+-slim$")
        self.assertRegex(DOCKERFILE, r"(?m)^ARG CUDA=\d+-\d+$")

    def test_each_stage_ends_as_an_ordinary_user(self) -> None:
        for stage in STAGES.values():
            text = DOCKERFILE.partition(f" AS {stage}\n")[2].partition("\nFROM ")[0]
            self.assertEqual(re.findall(r"^USER (\w+)$", text, re.M)[-1], "reader")

    def test_editors_build_its_stages(self) -> None:
        for path, stage in ((".devcontainer/devcontainer.json", "plain"), (".devcontainer/gpu/devcontainer.json", "toolkit")):
            described = json.loads((ROOT / path).read_text(encoding="utf-8"))
            self.assertEqual((described["build"]["target"], described["remoteUser"]), (stage, "reader"))
            self.assertEqual((ROOT / path).parent.joinpath(described["build"]["dockerfile"]).resolve(), ROOT / "Dockerfile")
            self.assertLessEqual(set(described["build"]["args"]), set(re.findall(r"^ARG (\w+)", DOCKERFILE, re.M)))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""What set-up says of other distributions, compilers and versions, with stand-ins for what this machine does not have."""
import os
import pathlib
import platform
import shutil
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT  # noqa: E402
from command import machine, needs
from runs import project, toolkit
from runs.project import SetUpError

NEEDED = needs.TO_BUILD | needs.OPTIONAL["loom"] | needs.OPTIONAL["book"]


class Machine(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        changed = mock.patch.dict(os.environ, {"PATH": str(self.folder)})
        changed.start()
        self.addCleanup(changed.stop)
        os.environ.pop("CXX", None)

    def stand_in(self, name: str, prints: str = "") -> None:
        (self.folder / name).write_text(f"#!/bin/sh\necho '{prints}'\n", encoding="utf-8")
        (self.folder / name).chmod(0o755)

    def found(self, system: str, kernel: str = "6.1.0-amd64", nvcc: str = "", devices: tuple[str, ...] = ("loom", "cuda")) -> str:
        (self.folder / "osrelease").write_text(kernel, encoding="utf-8")
        with mock.patch.object(platform, "freedesktop_os_release", lambda: {"PRETTY_NAME": system}), \
                mock.patch.object(machine, "KERNEL", self.folder / "osrelease"), mock.patch.object(toolkit, "NVCC", nvcc or "nowhere/nvcc"):
            return machine.found(list(devices))


class Found(Machine):
    def test_a_machine_without_anything(self) -> None:
        self.assertEqual(self.found("Debian GNU/Linux 12 (bookworm)"),
                         "This is Debian GNU/Linux 12 (bookworm) with no C++ compiler and no CUDA toolkit: programs run on loom")

    def test_a_toolkit_with_and_without_a_gpu(self) -> None:
        self.stand_in("g++", "g++ (Ubuntu 13.3.0-6ubuntu2~24.04) 13.3.0")
        self.stand_in("nvcc", "Built on Wed_Aug_20\nCuda compilation tools, release 13.0, V13.0.88")
        start = "This is Ubuntu 24.04.3 LTS under WSL2 with GCC 13.3, CUDA 13.0 and"
        kernel = "5.15.167.4-microsoft-standard-WSL2"
        self.assertEqual(self.found("Ubuntu 24.04.3 LTS", kernel), f"{start} no GPU: programs run on loom")
        self.stand_in("nvidia-smi", "GPU 0: NVIDIA H100")
        self.assertEqual(self.found("Ubuntu 24.04.3 LTS", kernel), f"{start} a GPU: programs run on loom and the GPU")

    def test_what_is_disabled_is_not_mentioned(self) -> None:
        self.stand_in("g++", "g++ (GCC) 15.1.1 20250425")
        self.stand_in("nvcc", "Cuda compilation tools, release 13.0, V13.0.88")
        self.assertEqual(self.found("Arch Linux", devices=("loom",)), "This is Arch Linux with GCC 15.1: programs run on loom")

    def test_what_it_leads_to(self) -> None:
        self.assertEqual(needs.next_step([]), ", and nothing has to be installed")
        self.assertEqual(needs.next_step(["meson"]), "; 1 package is missing, for you to install")
        self.stand_in("apt-get")
        self.assertEqual(needs.next_step(["meson", "pandoc"]), "; 2 packages are missing, which apt-get installs now")


class Packages(Machine):
    def asked_for(self, packages: dict[str, str]) -> str:
        with self.assertRaises(SetUpError) as refused:
            needs.install(list(packages.values()))
        return str(refused.exception)

    def test_fedora(self) -> None:
        self.stand_in("dnf")
        self.assertEqual(self.asked_for(NEEDED), "Packages are missing. Run this, then start again: sudo dnf install meson ninja-build gcc-c++ "
                                                 "doctest-devel boost-devel Random123-devel fftw-devel openblas-devel pandoc")

    def test_arch_has_one_package_for_two_of_debian_and_none_for_others(self) -> None:
        self.stand_in("pacman")
        sentence = "Packages are missing, and this distribution does not have librandom123-dev (Debian's names): install them from elsewhere"
        self.assertEqual(self.asked_for(needs.FOR_RANKS | {"library random123": "librandom123-dev"}),
                         f"{sentence}, and the others so: sudo pacman -S --needed openmpi")
        self.assertEqual(self.asked_for({"library random123": "librandom123-dev"}), f"{sentence}.")

    def test_apt_is_used_wherever_it_is(self) -> None:
        for manager in ("pacman", "dnf", "apt-get"):
            self.stand_in(manager)
        self.assertEqual(machine.package_manager(), "apt-get")
        self.assertEqual(machine.names_here(["g++", "epubcheck"]), (["g++", "epubcheck"], []))

    def test_every_package_that_a_reader_needs_has_names(self) -> None:
        known = {line.split()[0] for line in (ROOT / "book/command/packages.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"}
        for_readers = NEEDED | needs.TO_PRINT | needs.FOR_PAGES | needs.FOR_RANKS | needs.TO_COUNT
        self.assertEqual(set(for_readers.values()), known)


class TooOld(Machine):
    def test_a_newer_compiler_next_to_an_old_one_is_used(self) -> None:
        self.stand_in("g++", "g++ (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0")
        self.assertFalse(needs.choose_compiler())
        self.assertEqual(needs.compiler(), ["g++"])
        self.stand_in("g++-12", "g++-12 (Ubuntu 12.3.0-1ubuntu1~22.04) 12.3.0")
        self.assertTrue(needs.choose_compiler())
        self.assertEqual(needs.compiler(), ["g++-12"])

    def test_a_compiler_that_is_new_enough_or_that_the_reader_chose_stays(self) -> None:
        self.stand_in("g++-12", "g++-12 (Debian 12.2.0-14) 12.2.0")
        self.stand_in("g++", "g++ (Debian 14.2.0-19) 14.2.0")
        self.assertTrue(needs.choose_compiler())
        self.assertEqual(needs.compiler(), ["g++"])
        os.environ["CXX"] = "ccache g++"
        self.stand_in("g++", "g++ (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0")
        self.assertTrue(needs.choose_compiler())
        self.assertEqual(needs.compiler(), ["ccache", "g++"])

    def test_apt_gets_a_newer_compiler_where_the_one_of_the_distribution_is_too_old(self) -> None:
        self.stand_in("g++", "g++ (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0")
        for command in ("env", "cp"):
            (self.folder / command).symlink_to(shutil.which(command, path="/usr/bin:/bin"))
        self.stand_in("newer", "g++-12 (Ubuntu 12.3.0-1ubuntu1~22.04) 12.3.0")
        self.stand_in("apt-get", f"installing\'; echo \"$@\" >> {self.folder}/requests; cp -p {self.folder}/newer {self.folder}/g++-12; echo \'")
        with mock.patch.object(project, "build", self.folder / "build"), mock.patch.object(needs.os, "geteuid", lambda: 0):
            self.assertTrue(needs.provide({"command g++": "g++"}, {}))
        self.assertEqual((self.folder / "requests").read_text(encoding="utf-8"), "install -y --no-install-recommends g++-12\n")
        self.assertEqual(needs.compiler(), ["g++-12"])

    def test_everything_that_is_too_old_is_named(self) -> None:
        self.stand_in("g++", "g++ (Debian 10.2.1-6) 10.2.1 20210110")
        self.stand_in("meson", "0.61.2")
        self.stand_in("pandoc", "pandoc 2.9.2.1\nCompiled with pandoc-types 1.20")
        with self.assertRaises(SetUpError) as refused:
            needs.refuse_old(NEEDED)
        self.assertEqual(str(refused.exception), "What is installed here is too old: meson 0.61 (1.0 is needed), g++ 10.2 (12 is needed), "
                                                 "pandoc 2.9 (2.17 is needed).")

    def test_a_version_is_compared_as_numbers(self) -> None:
        self.stand_in("pandoc", "pandoc 2.17.1.1")
        self.assertFalse(needs.too_old("pandoc"))
        self.stand_in("pandoc", "pandoc 2.9")
        self.assertTrue(needs.too_old("pandoc"))
        self.assertFalse(needs.usable("pandoc"))

    def test_a_command_that_states_no_version_is_not_called_old(self) -> None:
        self.stand_in("meson", "what?")
        self.assertFalse(needs.too_old("meson"))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""The project of 20-building, built with loom instead of nvcc: by hand, by Meson and by CMake, for users with g++ and clang++."""
import os
import pathlib
import shutil
import subprocess
import tempfile

import project
from project import PROJECT

CLANG = shutil.which("clang++")


class WithLoom(project.ProjectTest):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        subprocess.run([os.environ["MESON"], "install", "-C", os.environ["BUILD"], "--no-rebuild", "--quiet", "--destdir", folder.name], check=True)
        cls.toolkit = pathlib.Path(folder.name) / os.environ["TOOLKIT"].lstrip("/")
        cls.nvcc = cls.toolkit / "bin/nvcc"

    def answers(self, program: pathlib.Path, answer: str = project.ANSWER) -> None:
        self.assertEqual(self.call(program), answer)

    @project.needs("cmake", shutil.which("cmake"))
    def test_cmake_builds_a_static_library(self) -> None:
        self.call("cmake", "-S", PROJECT, "-B", "made", f"-DCMAKE_CUDA_COMPILER={self.nvcc}")
        self.call("cmake", "--build", "made")
        self.answers(self.folder / "made/user")

    def test_meson_builds_a_shared_library(self) -> None:
        # Named as a machine of its own, loom is not asked what only nvcc can answer. Programs bring loom with them, libraries do not.
        (self.folder / "loom.ini").write_text(f"""[binaries]
cpp = 'g++'
ar = 'ar'
strip = 'strip'
cuda = '{self.nvcc}'
[built-in options]
cpp_link_args = ['-L{self.toolkit}/lib64', '-lcudart']
[host_machine]
system = 'linux'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
""")
        self.call(os.environ["MESON"], "setup", "--cross-file", "loom.ini", "made", PROJECT)
        self.call("ninja", "-C", "made")
        self.answers(self.folder / "made/user")
        commands = self.call("ninja", "-C", "made", "-t", "commands", "user")
        self.assertNotIn("nvcc -o user", commands)
        self.exports_its_interface_alone("made/libthermocouple.so")

    def test_objects_linked_by_the_host_compiler(self) -> None:
        folder = self.toolkit / "lib64"
        self.linked_by_the_host_compiler(self.nvcc, folder, with_shared=(f"-L{folder}", "-lcudart"))  # a program brings loom with it

    @project.needs("clang++", CLANG)
    def test_a_static_library_for_a_user_with_clang(self) -> None:
        self.static_library_for_a_user_with_clang(self.nvcc, CLANG, self.toolkit / "lib64")

    def test_device_variables_of_several_files(self) -> None:
        self.offsets(self.nvcc)


class OneDefinition(project.ProjectTest):
    """No CUDA here: two files with one header, built with different options."""

    def printed(self, header: str) -> str:
        copy = self.copy_of_the_project()
        (copy / "reading.hpp").write_text(header)
        self.call("g++", "-std=c++17", "-O0", copy / "plain.cpp", copy / "timed.cpp", "-o", "sizes")
        return self.call(self.folder / "sizes")

    def test_an_inline_namespace_keeps_them_apart(self) -> None:
        self.assertEqual(self.printed((PROJECT / "reading.hpp").read_text()), "4 and 16\n")

    def test_without_it_one_is_taken_for_both(self) -> None:
        header = (PROJECT / "reading.hpp").read_text()
        without = header.replace("inline namespace THERMO_BUILD {\n", "").replace("}  // namespace THERMO_BUILD\n", "")
        self.assertEqual(len(without.splitlines()), len(header.splitlines()) - 2)
        first, second = self.printed(without).split(" and ")
        self.assertEqual(first, second.strip())

    def test_a_function_of_the_other_build_is_an_error_of_the_linker(self) -> None:
        (self.folder / "library.cpp").write_text('#define THERMO_TIMED\n#include "reading.hpp"\n'
                                                 "float first(const thermo::Reading* r) { return r->millivolts; }\n")
        (self.folder / "user.cpp").write_text('#include "reading.hpp"\nfloat first(const thermo::Reading*);\n'
                                              "int main() { thermo::Reading r{}; return first(&r) != 0; }\n")
        self.assertIn("undefined reference to `first(thermo::plain::Reading const*)'",
                      self.refused("g++", f"-I{PROJECT}", "library.cpp", "user.cpp"))


if __name__ == "__main__":
    project.main()

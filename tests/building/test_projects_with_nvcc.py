#!/usr/bin/env python3
"""The project of 20-building, built with nvcc. Programs end with status 77 where there is no GPU."""
import os
import shutil

import project
from project import PROJECT

NVCC, ARCH = os.environ["NVCC"], os.environ["ARCH"]
CLANG = shutil.which("clang++")


class WithNvcc(project.ProjectTest):
    @project.needs("cmake", shutil.which("cmake"))
    def test_cmake_builds_a_static_library(self) -> None:
        self.call("cmake", "-S", PROJECT, "-B", "made", f"-DCMAKE_CUDA_COMPILER={NVCC}", f"-DCMAKE_CUDA_ARCHITECTURES={ARCH.removeprefix('sm_')}")
        self.call("cmake", "--build", "made")
        self.answers(self.folder / "made/user")

    def test_meson_builds_a_shared_library(self) -> None:
        path = os.pathsep.join([os.path.dirname(NVCC), os.environ["PATH"]])  # for where nvcc is not on it
        self.call(os.environ["MESON"], "setup", "made", PROJECT, env={**os.environ, "PATH": path})
        self.call("ninja", "-C", "made")
        self.answers(self.folder / "made/user")
        commands = self.call("ninja", "-C", "made", "-t", "commands")
        self.assertNotIn(" -G ", commands)
        self.assertNotIn("nvcc -o user", commands)
        self.exports_its_interface_alone("made/libthermocouple.so")
        needed = self.call("readelf", "-d", "made/libthermocouple.so")
        self.assertNotIn("libcudart", needed)  # linked in, unless -cudart asks for the shared one
        self.call(NVCC, "-arch=" + ARCH, "-rdc=true", "-cudart", "shared", "-shared", *(self.folder / "made").glob("libthermocouple.so.p/*.o"),
                  "-o", "libthermocouple.so")
        self.assertIn("libcudart.so.", self.call("readelf", "-d", "libthermocouple.so"))

        self.call(os.environ["MESON"], "configure", "made", "--buildtype=debug")
        self.call("ninja", "-C", "made", "build.ninja")
        self.assertIn(" -G ", self.call("ninja", "-C", "made", "-t", "commands"))

    def test_objects_linked_by_the_host_compiler(self) -> None:
        folder, arch = project.runtime_of(NVCC), "-arch=" + ARCH
        self.linked_by_the_host_compiler(NVCC, folder, arch)
        self.assertIn("libcudart.so.", self.call("readelf", "-d", "user"))
        self.assertRegex(self.refused("g++", "user.o", "celsius.o", "convert.o", f"-L{folder}", "-lcudart"),
                         "undefined reference to `__cudaRegisterLinkedBinary")  # without the device link

        self.call(NVCC, "-lib", "celsius.o", "convert.o", "linked.o", "-o", "libpacked.a")
        within = ["-lcudart_static", "-ldl", "-lrt", "-lpthread"]
        self.call("g++", "user.o", "-L.", "-lpacked", f"-L{folder}", *within, "-o", "within")
        self.answers(self.folder / "within")
        self.assertNotIn("libcudart", self.call("readelf", "-d", "within"))

        # Without relocatable code there is no device link.
        (self.folder / "whole.cu").write_text('#include "celsius.cu"\n#include "convert.cu"\n')
        self.call(NVCC, "-std=c++17", arch, f"-I{PROJECT}", "-c", "whole.cu")
        self.call("g++", "user.o", "whole.o", f"-L{folder}", f"-Wl,-rpath,{folder}", "-lcudart", "-o", "bare")
        self.answers(self.folder / "bare")

    @project.needs("clang++", CLANG)
    def test_a_static_library_for_a_user_with_clang(self) -> None:
        self.static_library_for_a_user_with_clang(NVCC, CLANG, project.runtime_of(NVCC), "-arch=" + ARCH)

    def test_device_variables_of_several_files(self) -> None:
        self.offsets(NVCC, "-arch=" + ARCH)

    def test_the_phases_of_nvcc(self) -> None:
        said = self.call(NVCC, "-dryrun", "-c", "-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=[sm_90,compute_90]",
                         PROJECT / "celsius.cu")
        tools = []
        for line in said.splitlines():
            for tool in ("cudafe++", "cicc", "ptxas", "fatbinary", "gcc", "g++"):
                if any(word.strip('"').split("/")[-1] == tool for word in line.split()[1:2]):
                    tools.append("gcc" if tool == "g++" else tool)
        self.assertEqual(tools.count("cicc"), 2, said)
        self.assertEqual(tools.count("ptxas"), 2)
        self.assertEqual(tools.count("cudafe++"), 1)
        self.assertEqual(tools[-2:], ["fatbinary", "gcc"])
        self.assertEqual(tools.count("gcc"), 4)  # three times the preprocessor, at last the compiler
        self.assertEqual(said.count("-D__CUDA_ARCH__=800 ") + said.count("-D__CUDA_ARCH__=900 "), 3)

    def test_undefined_device_functions_are_errors_without_relocatable_code(self) -> None:
        self.assertIn("celsius_of", self.refused(NVCC, "-arch=" + ARCH, "-c", PROJECT / "convert.cu", "-o", "convert.o"))


if __name__ == "__main__":
    project.main()

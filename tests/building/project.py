"""What the tests of the project share: folders of their own, and commands that must succeed."""
from __future__ import annotations

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(os.environ["PROJECT"])
SNIPPETS = PROJECT.parents[1]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import tools  # noqa: E402
from runs import toolkit  # noqa: E402

ANSWER = "100\n500\n1000\n"


def call(folder: pathlib.Path, *command, **more) -> str:
    """What a command prints, which must succeed."""
    run = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=200, **more)
    assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"
    return run.stdout + run.stderr


def setting_of(nvcc: str, name: str) -> str:
    """Asked of nvcc itself, for what lies on the PATH may be a script that calls it, and says nothing of where the toolkit is."""
    value, = re.findall(rf"^#\$ {name}=(.*)$", call(PROJECT, nvcc, "-dryrun", "-c", "celsius.cu"), re.M)
    return value


def toolkit_of(nvcc: str) -> pathlib.Path:
    return pathlib.Path(setting_of(nvcc, "TOP"))


def runtime_of(nvcc: str) -> pathlib.Path:
    """The folder of the runtime's library, as nvcc names it to the linker."""
    folders = [pathlib.Path(word.removeprefix("-L")) for word in shlex.split(setting_of(nvcc, "LIBRARIES"))]
    return next(folder for folder in folders if (folder / "libcudart.so").exists()).resolve()


def needs(tool: str, found):
    """A test that also needs this tool. It runs apart from the others, with those for the tool, so that it never counts as passed where the tool is missing."""
    def mark(test):
        marked = unittest.skipUnless(found, f"{tool} is missing")(test)
        marked.tool = tool
        return marked
    return mark


class ProjectTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, *command, **more) -> str:
        return call(self.folder, *command, **more)

    def copy_of_the_project(self) -> pathlib.Path:
        return pathlib.Path(shutil.copytree(PROJECT, self.folder / "project"))

    def linked_by_the_host_compiler(self, nvcc, folder: pathlib.Path, *options: str, with_shared: tuple[str, ...] = ()) -> None:
        """The commands of the chapter: nvcc makes objects, g++ the rest and the program; and what g++ says where something is left out.
        `with_shared` is what the user of a shared library has to name besides."""
        self.call(nvcc, "-std=c++17", "-O2", *options, "-rdc=true", "-c", PROJECT / "celsius.cu", PROJECT / "convert.cu")
        self.call(nvcc, *options, "-dlink", "celsius.o", "convert.o", "-o", "linked.o")
        self.call("g++", "-std=c++17", "-O2", "-c", PROJECT / "user.cpp")
        objects, place, runtime = ["user.o", "celsius.o", "convert.o", "linked.o"], [f"-L{folder}", f"-Wl,-rpath,{folder}"], ["-lcudart"]
        self.call("g++", *objects, *place, *runtime, "-o", "user")
        self.answers(self.folder / "user")
        self.call("ar", "rcs", "libthermocouple.a", *objects[1:])
        self.call("g++", "user.o", "-L.", "-lthermocouple", *place, *runtime, "-o", "with-ar")
        self.answers(self.folder / "with-ar")
        self.call(nvcc, "-std=c++17", "-O2", *options, "-rdc=true", "-shared", "-Xcompiler=-fPIC", PROJECT / "celsius.cu", PROJECT / "convert.cu",
                  "-o", "libthermocouple.so")
        self.call("g++", "user.o", "-L.", "-lthermocouple", "-Wl,-rpath,$ORIGIN", *with_shared, "-o", "with-shared")
        self.answers(self.folder / "with-shared")
        self.assertIn("[libthermocouple.so]", self.call("readelf", "-d", "with-shared"))
        self.call(nvcc, "-std=c++17", *options, "-rdc=true", PROJECT / "user.cpp", PROJECT / "celsius.cu", PROJECT / "convert.cu", "-o", "at-once")
        self.answers(self.folder / "at-once")
        self.assertIn("undefined reference to `cudaMalloc", self.refused("g++", *objects, *place))
        self.assertIn("cannot find -lcudart", self.refused("ld", "-nostdlib", *objects, "-L.", *runtime))  # g++ also looks where Linux keeps libraries

    def refused(self, *command) -> str:
        """What a command says that must fail."""
        run = subprocess.run([str(word) for word in command], cwd=self.folder, capture_output=True, text=True, timeout=200)
        self.assertNotEqual(run.returncode, 0, command)
        return run.stdout + run.stderr

    def exports_its_interface_alone(self, library: str) -> None:
        exported = self.call("nm", "-D", "--defined-only", "--demangle", library)
        self.assertIn("thermo::celsius(", exported)
        self.assertNotIn("celsius_of", exported)

    def answers(self, program: pathlib.Path, answer: str = ANSWER) -> None:
        """A program that is right, or that says there is no GPU, where there is none."""
        run = subprocess.run([program], capture_output=True, text=True, timeout=200)
        if run.returncode == tools.SKIPPED and not toolkit.gpu_here():
            self.assertIn("skipped: there is no GPU", run.stdout)
        else:
            self.assertEqual((run.returncode, run.stdout), (0, answer), run.stderr)

    def static_library_for_a_user_with_clang(self, nvcc, clang: str, folder: pathlib.Path, *options: str) -> None:
        self.call(nvcc, "-std=c++17", *options, "-rdc=true", "-c", PROJECT / "celsius.cu", PROJECT / "convert.cu")
        self.call(nvcc, *options, "-dlink", "celsius.o", "convert.o", "-o", "linked.o")
        self.call("ar", "rcs", "libthermocouple.a", "celsius.o", "convert.o", "linked.o")
        self.call(clang, "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", PROJECT / "user.cpp", "-L.", "-lthermocouple",
                  f"-L{folder}", f"-Wl,-rpath,{folder}", "-lcudart", "-o", "user")
        self.answers(self.folder / "user")

    def offsets(self, nvcc, *options: str) -> None:
        """A static variable of the device is one for each file; an external one, with relocatable code, is one for all."""
        self.call(nvcc, *options, *sorted(PROJECT.glob("*offset.cu")), "-o", "offset")
        self.answers(self.folder / "offset", "0\n")
        header = (PROJECT / "offset.cuh").read_text()
        once = header.replace("static __constant__ float offset;", "extern __constant__ float offset;")
        self.assertNotEqual(once, header)
        copy = self.copy_of_the_project()
        (copy / "offset.cuh").write_text(once)
        (copy / "the-offset.cu").write_text('#include "offset.cuh"\n__constant__ float offset;\n')
        self.call(nvcc, *options, "-rdc=true", *sorted(copy.glob("*offset.cu")), "-o", "offset")
        self.answers(self.folder / "offset", "21\n")


def tests_of(suite: unittest.TestSuite, tool: str | None):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test, tool)
        elif getattr(getattr(test, test.id().split(".")[-1]), "tool", None) == tool:
            yield test


def main() -> None:
    """Runs the tests that need no more tools, or those that need the tool named; exit status 77, with the reasons, if any was left out."""
    tools.skip_without("g++", "ar", "ld", "nm", "objcopy", "readelf", "ninja")
    tool = sys.argv[1] if sys.argv[1:] else None
    suite = unittest.TestSuite(tests_of(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]), tool))
    if not suite.countTestCases():
        sys.exit(f"no test needs {tool}")
    result = unittest.TextTestRunner().run(suite)
    if not result.wasSuccessful():
        sys.exit(1)
    for test, reason in result.skipped:
        print(f"skipped: {test.id()}: {reason}")
    if result.skipped:
        sys.exit(tools.SKIPPED)

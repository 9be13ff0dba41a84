#!/usr/bin/env python3
"""The project of 28-attention: a function for Python, which calls it and checks its results.

With nvcc, Python loads it from a library, as the chapter says. loom is part of a program and cannot be loaded later; there the function
is in a program that starts the interpreter."""
from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import sys
import sysconfig

import project
from project import PROJECT, SNIPPETS, toolkit

PRINTED = "15360 results within the bound\nweft_attend: error 1 of CUDA\n"
OPTIONS = ["-std=c++20", "-O2", f"-I{SNIPPETS}", PROJECT / "attend.cu"]
HOST = """#include <dlfcn.h>
int main(int argc, char** argv) {
  void* const python = dlopen("LIBRARY", RTLD_NOW | RTLD_GLOBAL);
  return python ? reinterpret_cast<int (*)(int, char**)>(dlsym(python, "Py_BytesMain"))(argc, argv) : 1;
}
"""


def shared_python() -> str | None:
    """The library of this Python, where it has one: in its own folder, or where the system's are."""
    name = sysconfig.get_config_var("INSTSONAME") or ""
    for path in (os.path.join(sysconfig.get_config_var("LIBDIR") or "", name), name):
        if ".so" in name:
            with contextlib.suppress(OSError):
                ctypes.CDLL(path)
                return path
    return None


class FromPython(project.ProjectTest):
    @project.needs("nvcc", "NVCC" in os.environ)
    def test_a_library_loaded_by_python(self) -> None:
        self.call(os.environ["NVCC"], "-gencode=arch=compute_90a,code=sm_90a", "-shared", "-Xcompiler=-fPIC", *OPTIONS, "-o", "libattend.so")
        if not toolkit.gpu_here():
            self.skipTest("there is no GPU")
        run = subprocess.run([sys.executable, PROJECT / "attend.py", "./libattend.so"], cwd=self.folder, capture_output=True, text=True, timeout=200)
        if "error 801" in run.stderr:
            self.skipTest("the GPU has no wgmma")
        self.assertEqual((run.returncode, run.stdout), (0, PRINTED), run.stderr)

    @project.needs("loom", "LOOMCC" in os.environ)
    def test_a_program_of_loom_that_starts_python(self) -> None:
        library = shared_python()
        if library is None:
            self.skipTest("this Python has no shared library")
        (self.folder / "host.cpp").write_text(HOST.replace("LIBRARY", library))
        self.call(os.environ["LOOMCC"], *OPTIONS, "host.cpp", "-Xlinker", "--export-dynamic", "-o", "with-python")
        self.assertEqual(self.call(self.folder / "with-python", PROJECT / "attend.py"), PRINTED)


if __name__ == "__main__":
    project.main()

#!/usr/bin/env python3
"""The project of 28-attention: a function for Python, which calls it and checks its results.

With nvcc, Python loads it from a library, as the chapter says. loom is part of a program and cannot be loaded later; there the function
is in a program that starts the interpreter."""
import os
import pathlib
import subprocess
import sys
import sysconfig

import project
from project import PROJECT, SNIPPETS, toolkit

PRINTED = "15360 results within the bound\nweft_attend: error 1 of CUDA\n"
OPTIONS = ["-std=c++20", "-O2", f"-I{SNIPPETS}", PROJECT / "attend.cu"]
LIBRARY = pathlib.Path(sysconfig.get_config_var("LIBDIR") or "") / (sysconfig.get_config_var("INSTSONAME") or "")
HOST = f"""#include <dlfcn.h>
int main(int argc, char** argv) {{
  void* const python = dlopen("{LIBRARY}", RTLD_NOW | RTLD_GLOBAL);
  return python ? reinterpret_cast<int (*)(int, char**)>(dlsym(python, "Py_BytesMain"))(argc, argv) : 1;
}}
"""


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
        if not LIBRARY.name.endswith((".so", ".so.1.0")) or not LIBRARY.exists():
            self.skipTest("Python has no shared library")
        (self.folder / "host.cpp").write_text(HOST)
        self.call(os.environ["LOOMCC"], *OPTIONS, "host.cpp", "-Xlinker", "--export-dynamic", "-o", "with-python")
        self.assertEqual(self.call(self.folder / "with-python", PROJECT / "attend.py"), PRINTED)


if __name__ == "__main__":
    project.main()

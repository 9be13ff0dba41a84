#!/usr/bin/env python3
"""What ./weft records on a GPU: test_gpu.py LOOMCC. The toolkit is a stand-in that compiles for loom and looks like a GPU."""
import json
import os
import pathlib
import subprocess
import sys
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_project, tools  # noqa: E402
from support.built_project import LOOMCC, OWN, BuiltProject  # noqa: E402

RECORD = "book/records/a-gpu-80gb.json"

NVCC = f"""#!/bin/sh
if [ "$1" = --version ]; then echo "Cuda compilation tools, release 13.0, V13.0.88"; exit; fi
if [ -e "$0.refuses" ]; then echo "calling a __host__ function"; exit 1; fi
for argument in "$@"; do
  shift
  case "$argument" in
    -arch=sm_90 | -Werror | all-warnings | -Xcompiler=* | -diag-suppress | 177) ;;
    -arch=*) echo "wrong architecture: $argument" >&2; exit 1 ;;
    *) set -- "$@" "$argument" ;;
  esac
done
exec {LOOMCC} "$@"
"""
NVIDIA_SMI = """#!/bin/sh
case "$1" in
  --query-gpu=name) echo "A GPU (80GB)"; echo "A GPU (80GB)" ;;
  --query-gpu=driver_version) echo 580.1 ;;
  --query-gpu=compute_cap) echo 9.0 ;;
esac
"""
# Complains where "tool program" looks like the pattern in COMPLAIN, and racecheck of race as well.
SANITIZER = """#!/bin/sh
tool=$2
for program in "$@"; do :; done
case "$tool $program" in
  $COMPLAIN | "racecheck "*race*) echo "========= COMPUTE-SANITIZER"; echo "========= Error: a hazard"; exit 86 ;;
esac
exec "$program"
"""
MORE = '''
```{.cuda file=race.cu finds="race"}
#include <doctest/doctest.h>

#include <cstdio>

TEST_CASE("it runs") { std::puts(__FILE__); }  // finds: race
```

```{.cuda file=three.cu exits="3"}
#include <doctest/doctest.h>

#include <cstdlib>

TEST_CASE("it ends with three") { std::exit(3); }
```

```{.cuda file=speed.cu measures="speed"}
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

TEST_CASE("it measures when asked") {
  const char* path = std::getenv("WEFT_MEASURE");
  if (!path) return;
  std::FILE* file = std::fopen(path, "w");
  std::fputs("{\\"series\\": \\"up\\", \\"x\\": 1, \\"x_unit\\": \\"bytes\\", \\"y\\": 2.5, \\"y_unit\\": \\"GB/s\\"}\\n", file);
  std::fclose(file);
}
```
'''


# Of several processes, which a stand-in for MPI starts one after the other.
MANY = '''
```{.cuda file=many.cu ranks="1 3" measures="many"}
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

TEST_CASE("it measures as one of several") {
  const char *path = std::getenv("WEFT_MEASURE"), *count = std::getenv("COUNT");
  REQUIRE(count != nullptr);
  if (!path) return;
  std::FILE* file = std::fopen(path, "a");
  std::fprintf(file, "{\\"series\\": \\"up\\", \\"x\\": %s, \\"x_unit\\": \\"ranks\\", \\"y\\": 1, \\"y_unit\\": \\"s\\"}\\n", count);
  std::fclose(file);
}
```
'''
MPIRUN = """#!/bin/sh
COUNT=$4
export COUNT
shift 4
if [ "$COUNT" = "$FAILS_WITH" ]; then exit 5; fi
exec "$@"
"""


class Recording(scratch_project.ScratchProject):
    def setUp(self) -> None:
        super().setUp()
        self.write(f"chapters/{scratch_project.CHAPTER}.md", scratch_project.TEXT + MORE)
        self.write("book/meson.build", "")
        self.write("tests/meson.build", "subdir('exercises')\n")
        self.write(f"tests/exercises/{scratch_project.CHAPTER}/triple.cu",
                   f'#include <doctest/doctest.h>\n#include <{scratch_project.CHAPTER}/triple.cu>\nTEST_CASE("three") {{ CHECK(triple(1) == 3); }}\n')
        for name, script in (("nvcc", NVCC), ("nvidia-smi", NVIDIA_SMI), ("compute-sanitizer", SANITIZER)):
            self.write(f"bin/{name}", script).chmod(0o755)

    def on_gpu(self, *arguments: str, complain: str = "nothing", status: int = 0, limit: str = "100") -> str:
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        revision = [] if "--revision" in arguments else ["--revision", "abc123"]
        result = self.weft(*arguments, "-Dloom=disabled", *revision, PATH=path, COMPLAIN=complain, WEFT_TIME_LIMIT=limit)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout + result.stderr

    def recorded(self) -> dict:
        return json.loads(self.read(RECORD))

    def test_everything_that_was_run_is_written_down(self) -> None:
        output = self.on_gpu("record", "--device", "cuda", "--sanitize")
        self.assertIn("4 passed, 0 failed on A GPU (80GB); 0 complaints of compute-sanitizer's four tools", output)
        found = self.recorded()
        self.assertEqual((found["device"], found["compute_capability"]), ("A GPU (80GB)", "9.0"))
        for section in ("programs", "broken", "exercises", "sanitizer"):
            for entry in found[section].values():
                self.assertRegex(entry["run"], r"^\d{4}-\d\d-\d\d abc123 13\.0 580\.1$")
        self.assertEqual(found["programs"]["07-small/twice"]["output"], "twice two is 4\n")
        self.assertEqual({name: run["passed"] for name, run in found["programs"].items()},
                         {"07-small/twice": True, "07-small/three": True, "07-small/speed": True})
        self.assertTrue(found["exercises"]["07-small/triple"]["passed"])
        broken = found["broken"]["07-small/race"]
        self.assertEqual((broken["output"], broken["status"], broken["noticed_by"]), (f"snippets/{scratch_project.CHAPTER}/race.cu\n", 0, ["racecheck"]))
        self.assertEqual(sorted(found["sanitizer"]), ["07-small/speed", "07-small/three", "07-small/twice", "solutions/07-small/triple"])
        for entry in found["sanitizer"].values():
            self.assertEqual(entry["found"], dict.fromkeys(["memcheck", "racecheck", "initcheck", "synccheck"], ""))

        self.on_gpu("measure")
        self.assertEqual(self.recorded()["measurements"]["07-small/speed"]["points"],
                         [{"series": "up", "x": 1, "x_unit": "bytes", "y": 2.5, "y_unit": "GB/s"}])
        self.assertEqual(self.recorded()["programs"], found["programs"])

        output = self.on_gpu("record", "--device", "cuda", "--sanitize", complain="synccheck*twice*", status=1)
        self.assertIn("synccheck complains of 07-small/twice:\n========= Error: a hazard", output)
        self.assertEqual({name: entry["found"]["synccheck"] for name, entry in self.recorded()["sanitizer"].items() if any(entry["found"].values())},
                         {"07-small/twice": "========= Error: a hazard"})
        self.assertIn("07-small/speed", self.recorded()["measurements"])

    def test_a_broken_program_may_wait_for_ever_and_a_tool_that_waits_with_it_has_noticed_nothing(self) -> None:
        waits = MORE[:MORE.index("```{.cuda file=three.cu")].replace("race.cu", "waits.cu").replace('std::puts(__FILE__);', 'for (;;) {}')
        self.write(f"chapters/{scratch_project.CHAPTER}.md", scratch_project.TEXT + waits)
        self.on_gpu("record", "waits", "--device", "cuda", "--sanitize", complain="initcheck*waits*", limit="3")
        broken = self.recorded()["broken"]["07-small/waits"]
        self.assertEqual((broken["status"], broken["noticed_by"]), (None, ["initcheck"]))

    def test_programs_of_several_processes_need_mpi(self) -> None:
        self.write(f"chapters/{scratch_project.CHAPTER}.md", scratch_project.TEXT + MANY)
        for name, script in (("mpirun", MPIRUN), ("mpicxx", "#!/bin/sh\necho g++ -I.\n")):
            self.write(f"bin/{name}", script).chmod(0o755)
        self.assertIn("1 passed, 0 failed", self.on_gpu("record", "many", "--device", "cuda"))
        self.assertIn("1 measured, 0 failed", self.on_gpu("measure"))
        self.assertEqual([point["x"] for point in self.recorded()["measurements"]["07-small/many"]["points"]], [1, 2], "as many as there are GPUs")
        with mock.patch.dict(os.environ, FAILS_WITH="3"):
            self.assertIn("07-small/many failed on A GPU (80GB)", self.on_gpu("record", "many", "--device", "cuda", status=1))

        others = self.root / "others"  # all commands but MPI's
        others.mkdir()
        for command in (path for folder in reversed(os.environ["PATH"].split(":")) for path in pathlib.Path(folder).glob("*")):
            if command.name not in ("mpirun", "mpicxx"):
                (others / command.name).unlink(missing_ok=True)
                (others / command.name).symlink_to(command)
        for name in ("mpirun", "mpicxx"):
            (self.root / "bin" / name).unlink()
        with mock.patch.dict(os.environ, PATH=str(others)):
            self.assertIn("There is no program called many.", self.on_gpu("record", "many", "--device", "cuda", status=1))
            self.assertIn("2 passed, 0 failed", self.on_gpu("record", "--device", "cuda"))
            self.assertIn("0 measured, 0 failed", self.on_gpu("measure"))

    def test_one_program_or_chapter_by_name_leaves_what_is_known_of_others(self) -> None:
        self.on_gpu("record", "--device", "cuda", "--sanitize")
        before = self.recorded()
        self.assertIn("1 passed, 0 failed", self.on_gpu("record", "three", "--device", "cuda", "--revision", "def456"))
        after = self.recorded()
        self.assertIn(" def456 ", after["programs"]["07-small/three"].pop("run"))
        self.assertIn(" abc123 ", before["programs"]["07-small/three"].pop("run"))
        self.assertEqual(after, before)

        self.assertIn("4 passed, 0 failed", self.on_gpu("record", "7", "--device", "cuda", "--revision", "def456"))
        self.assertIn(" def456 ", self.recorded()["exercises"]["07-small/triple"]["run"])
        self.assertIn("1 measured, 0 failed", self.on_gpu("measure", "07-small"))
        self.assertIn("three measures nothing.", self.on_gpu("measure", "three", status=1))
        self.assertIn("There is no program called thre. The nearest is 07-small/three.", self.on_gpu("record", "thre", "--device", "cuda", status=1))

    def test_a_failure_is_told_and_written_down(self) -> None:
        text = self.read(f"chapters/{scratch_project.CHAPTER}.md").replace("CHECK(2 * 2 == 4)", "CHECK(2 * 2 == 5)").replace('exits="3"', 'exits="4"')
        self.write(f"chapters/{scratch_project.CHAPTER}.md", text)
        output = self.on_gpu("record", "--device", "cuda", status=1)
        self.assertIn("07-small/twice failed on A GPU (80GB)", output)
        self.assertIn("2 passed, 2 failed on A GPU (80GB)", output)
        self.assertEqual([name for name, run in self.recorded()["programs"].items() if not run["passed"]],
                         ["07-small/twice", "07-small/three"])

    def test_one_program_that_fails_keeps_no_other_from_being_measured(self) -> None:
        another = MORE[MORE.index("```{.cuda file=speed.cu"):].replace("speed", "again")
        failing = another.replace("again", "wrong").replace("fclose(file);", "fclose(file);\n  CHECK(path == nullptr);")
        text = self.read(f"chapters/{scratch_project.CHAPTER}.md")
        self.write(f"chapters/{scratch_project.CHAPTER}.md", text.replace("```{.cuda file=speed.cu", failing + "\n```{.cuda file=speed.cu") + another)
        output = self.on_gpu("measure", status=1)
        self.assertIn("07-small/wrong ended with exit status 1 and measured nothing", output)
        self.assertIn("2 measured, 1 failed on A GPU (80GB)", output)
        self.assertEqual(sorted(self.recorded()["measurements"]), ["07-small/again", "07-small/speed"])

        self.write(f"chapters/{scratch_project.CHAPTER}.md", text)
        self.on_gpu("measure")
        self.assertEqual(sorted(self.recorded()["measurements"]), ["07-small/speed"], "a program that is gone is forgotten")

    def test_an_infinite_number_is_no_measurement(self) -> None:
        text = self.read(f"chapters/{scratch_project.CHAPTER}.md").replace('\\"y\\": 2.5', '\\"y\\": inf')
        self.write(f"chapters/{scratch_project.CHAPTER}.md", text)
        self.assertIn('07-small/speed wrote what is no measurement, an infinite number perhaps: {"series": "up",', self.on_gpu("measure", status=1))


class WithoutGpu(BuiltProject):
    """A machine with a toolkit and no GPU."""

    def setUp(self) -> None:
        super().setUp()
        for name, script in (("nvcc", NVCC), ("nvidia-smi", "#!/bin/sh\nexit 9\n")):
            self.write(f"bin/{name}", script).chmod(0o755)

    def weft(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return super().weft(*arguments, PATH=f"{self.root}/bin:{os.environ['PATH']}", **environment)

    def test_an_answer_that_nvcc_refuses_is_not_solved(self) -> None:
        self.write(OWN, scratch_project.SOLUTION)
        self.assertIn("solved. All 2 tests pass on loom.", self.succeeds_loudly("check", "triple", "-Dcuda=enabled", "-Dgpu_arch=sm_90"))
        self.addCleanup(self.write("bin/nvcc.refuses", "").unlink)
        self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "n * 3"))
        output = self.fails("check", "triple")
        self.assertIn("calling a __host__ function\n", output)
        self.assertIn("07-small/triple: not yet. On loom, its tests pass, and nvcc refuses it.", scratch_project.words_of(output))

    def test_a_gpu_that_is_not_there_is_not_run_on(self) -> None:
        output = self.fails("run", "twice", "--device", "cuda", "-Dcuda=enabled", "-Dgpu_arch=sm_90")
        self.assertIn("There is no GPU here to run it on. Leave out --device to run it on loom.", scratch_project.words_of(output))


if __name__ == "__main__":
    tools.run_tests("meson", "ninja", "g++", "pandoc")

#!/usr/bin/env python3
"""What ./weft records on a GPU: test_gpu.py LOOMCC. The toolkit is a stand-in that compiles for loom and looks like a GPU."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_project, tools  # noqa: E402
from support.built_project import LOOMCC, OWN, BuiltProject  # noqa: E402

RECORD = f"book/records/a-gpu-80gb/{scratch_project.CHAPTER}.json"
SESSION = {"revision": "abc123", "toolkit": "13.0", "driver": "580.1"}

NVCC = f"""#!/bin/sh
if [ "$1" = --version ]; then echo "Cuda compilation tools, release 13.0, V13.0.88"; exit; fi
if [ -e "$0.refuses" ]; then echo "calling a __host__ function"; exit 1; fi
cubin=
for argument in "$@"; do
  shift
  case "$argument" in
    -cubin) cubin=yes ;;
    -arch=sm_90 | -Werror | all-warnings | -Xcompiler=* | -diag-suppress | 177) ;;
    -arch=*) echo "wrong architecture: $argument" >&2; exit 1 ;;
    *) set -- "$@" "$argument" ;;
  esac
done
if [ "$cubin" ]; then {LOOMCC} -fsyntax-only "$@" && while [ "$1" != -o ]; do shift; done && printf cubin >"$2"; exit; fi
exec {LOOMCC} "$@"
"""
TO_LINK = ("-Dcuda=enabled", "-Dgpu_arch=sm_90")  # where there is no GPU
NOT_TO_LINK = ("-Dcuda=auto", "-Dgpu_arch=")
NVIDIA_SMI = """#!/bin/sh
case "$*" in
  *--query-gpu=clocks.sm*) for i in 1 2 3; do echo "1980, 100"; done; sleep 60 ;;
  --query-gpu=name*) echo "A GPU (80GB)"; echo "A GPU (80GB)" ;;
  --query-gpu=driver_version*) echo 580.1 ;;
  --query-gpu=compute_cap*) echo 9.0 ;;
esac
"""
# Of one kernel, up, whose loop is a load and a branch.
CUOBJDUMP = """#!/bin/sh
echo "arch = sm_90"
case "$*" in
  *-res-usage*) echo " Function _Z2upPf:"; echo "  REG:10 STACK:0 SHARED:0 LOCAL:0 CONSTANT[0]:560 TEXTURE:0 SURFACE:0 SAMPLER:0" ;;
  *) echo "		Function : _Z2upPf"
     echo "        /*0000*/                   LDG.E R4, desc[UR4][R2.64] ;"
     echo "        /*0010*/               @P0 BRA 0x0 ;"
     echo "        /*0020*/                   EXIT ;" ;;
esac
"""
NCU = """#!/bin/sh
while [ "$1" != --log-file ]; do shift; done
cat > "$2" <<'END'
"ID","Kernel Name","Block Size","Grid Size","inst.sum","gpu__time_duration.sum"
"","","","","inst","ns"
"0","up(float *)","(32, 1, 1)","(1, 1, 1)","8","20"
"1","up(float *)","(32, 1, 1)","(2, 1, 1)","12","30"
"2","up(float *)","(32, 1, 1)","(1, 1, 1)","8","10"
END
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


class Recording(BuiltProject):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name).resolve()

    def build(self) -> None:
        self.succeeds("tangle")  # on_gpu configures it

    def furnish(self) -> None:
        super().furnish()
        self.write(f"chapters/{scratch_project.CHAPTER}.md", scratch_project.TEXT + MORE)
        for name, script in (("nvcc", NVCC), ("nvidia-smi", NVIDIA_SMI), ("compute-sanitizer", SANITIZER)):
            self.write(f"bin/{name}", script).chmod(0o755)

    def on_gpu(self, *arguments: str, complain: str = "nothing", status: int = 0, limit: str = "100") -> str:
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        revision = [] if "--revision" in arguments else ["--revision", "abc123"]
        result = self.weft(*arguments, "-Dloom=disabled", "-Dcuda=enabled", *revision, PATH=path, COMPLAIN=complain, WEFT_TIME_LIMIT=limit)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result.stdout + result.stderr

    def recorded(self) -> dict:
        return json.loads(self.read(RECORD))

    def test_everything_that_was_run_is_written_down(self) -> None:
        output = self.on_gpu("record", "--device", "cuda", "--sanitize")
        self.assertIn("4 passed, 0 failed on A GPU (80GB)\n", output)
        found = self.recorded()
        self.assertEqual((found["device"], found["compute_capability"]), ("A GPU (80GB)", "9.0"))
        for section in ("programs", "broken", "exercises", "sanitizer"):
            for entry in found[section].values():
                self.assertEqual({"date": entry["run"]["date"], **SESSION}, entry["run"])
                self.assertRegex(entry["run"]["date"], r"^\d{4}-\d\d-\d\d$")
                self.assertRegex(entry["hash"], r"^[0-9a-f]{16,}$")
        twice = found["programs"]["twice"]
        self.assertEqual((twice["output"], twice["status"], twice["cases"]), ("twice two is 4\n", 0, {"two and two are four": 1}))
        self.assertEqual({name: run["passed"] for name, run in found["programs"].items()}, {"twice": True, "three": True, "speed": True})
        self.assertTrue(found["exercises"]["triple"]["passed"])
        broken = found["broken"]["race"]
        self.assertEqual((broken["output"], broken["status"], broken["noticed_by"]), (f"snippets/{scratch_project.CHAPTER}/race.cu\n", 0, ["racecheck"]))
        self.assertEqual(sorted(found["sanitizer"]), ["solutions/triple", "speed", "three", "twice"])
        for entry in found["sanitizer"].values():
            self.assertEqual(entry["found"], dict.fromkeys(["memcheck", "racecheck", "initcheck", "synccheck"], ""))

        self.on_gpu("measure")
        measured = self.recorded()["measurements"]["speed"]
        self.assertEqual((measured["program"], measured["clock"], measured["points"]),
                         ("speed", 1980, [{"series": "up", "x": 1, "x_unit": "bytes", "y": 2.5, "y_unit": "GB/s"}]))
        self.assertEqual((measured["hash"], {"date": measured["run"]["date"], **SESSION}), (found["programs"]["speed"]["hash"], measured["run"]))
        self.assertEqual(self.recorded()["programs"], found["programs"])

        output = self.on_gpu("record", "--device", "cuda", "--sanitize", complain="synccheck*twice*", status=1)
        self.assertIn("synccheck complains of 07-small/twice:\n========= Error: a hazard", output)
        self.assertEqual({name: entry["found"]["synccheck"] for name, entry in self.recorded()["sanitizer"].items() if any(entry["found"].values())},
                         {"twice": "========= Error: a hazard"})
        self.assertIn("speed", self.recorded()["measurements"])

    def test_a_broken_program_may_wait_for_ever_and_a_tool_that_waits_with_it_has_noticed_nothing(self) -> None:
        waits = MORE[:MORE.index("```{.cuda file=three.cu")].replace("race.cu", "waits.cu").replace('std::puts(__FILE__);', 'for (;;) {}')
        self.write(f"chapters/{scratch_project.CHAPTER}.md", scratch_project.TEXT + waits)
        self.on_gpu("record", "waits", "--device", "cuda", "--sanitize", complain="initcheck*waits*", limit="3")
        broken = self.recorded()["broken"]["waits"]
        self.assertEqual((broken["status"], broken["noticed_by"]), (None, ["initcheck"]))

    def test_programs_of_several_processes_need_mpi(self) -> None:
        self.write(f"chapters/{scratch_project.CHAPTER}.md", scratch_project.TEXT + MANY)
        for name, script in (("mpirun", MPIRUN), ("mpicxx", "#!/bin/sh\necho g++ -I.\n")):
            self.write(f"bin/{name}", script).chmod(0o755)
        self.assertIn("1 passed, 0 failed", self.on_gpu("record", "many", "--device", "cuda"))
        self.assertIn("1 measured, 0 failed", self.on_gpu("measure"))
        self.assertEqual([point["x"] for point in self.recorded()["measurements"]["many"]["points"]], [1, 2], "as many as there are GPUs")
        with mock.patch.dict(os.environ, FAILS_WITH="3"):
            self.assertIn("07-small/many: the program ended with exit status 5: ./weft test 07-small/many@cuda",
                          scratch_project.words_of(self.on_gpu("record", "many", "--device", "cuda", status=1)))

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
        self.assertEqual(after, before, "what says the same as before stays as it was")

        self.assertIn("4 passed, 0 failed", self.on_gpu("record", "7", "--device", "cuda", "--revision", "def456"))
        self.assertIn("1 measured, 0 failed", self.on_gpu("measure", "07-small"))
        self.assertIn("There are no measurements in three.", self.on_gpu("measure", "three", status=1))
        self.assertIn("There is no program called thre. The nearest is 07-small/three.", self.on_gpu("record", "thre", "--device", "cuda", status=1))

    def test_a_failure_is_told_and_written_down(self) -> None:
        text = self.read(f"chapters/{scratch_project.CHAPTER}.md").replace("CHECK(2 * 2 == 4)", "CHECK(2 * 2 == 5)").replace('exits="3"', 'exits="4"')
        self.write(f"chapters/{scratch_project.CHAPTER}.md", text)
        output = self.on_gpu("record", "--device", "cuda", status=1)
        said = scratch_project.words_of(output)
        self.assertIn('07-small/twice: an assertion failed in "two and two are four": ./weft test 07-small/twice@cuda', said)
        self.assertIn("07-small/three: the program ended with exit status 3, but its chapter says it exits with 4", said)
        self.assertIn("2 passed, 2 failed on A GPU (80GB)", output)
        self.assertEqual([name for name, run in self.recorded()["programs"].items() if not run["passed"]], ["twice", "three"])

    def test_one_program_that_fails_keeps_no_other_from_being_measured(self) -> None:
        another = MORE[MORE.index("```{.cuda file=speed.cu"):].replace("speed", "again")
        failing = another.replace("again", "wrong").replace("fclose(file);", "fclose(file);\n  CHECK(path == nullptr);")
        text = self.read(f"chapters/{scratch_project.CHAPTER}.md")
        self.write(f"chapters/{scratch_project.CHAPTER}.md", text.replace("```{.cuda file=speed.cu", failing + "\n```{.cuda file=speed.cu") + another)
        output = self.on_gpu("measure", status=1)
        self.assertIn("07-small/wrong ended with exit status 1, so nothing of it was recorded.\n", output)
        self.assertIn("CHECK( path == nullptr )", output)
        self.assertIn("2 measured, 1 failed on A GPU (80GB)", output)
        self.assertEqual(sorted(self.recorded()["measurements"]), ["again", "speed"])

        self.write(f"chapters/{scratch_project.CHAPTER}.md", text)
        self.on_gpu("measure")
        self.assertEqual(sorted(self.recorded()["measurements"]), ["speed"], "a program that is gone is forgotten")

    def test_one_program_that_skips_itself_keeps_no_other_from_being_recorded(self) -> None:
        skipping = MORE[MORE.index("```{.cuda file=speed.cu"):].replace("speed", "alone").replace(
            "  const char* path", '  std::puts("skipped: two GPUs are needed");\n  std::exit(77);\n  const char* path')
        text = self.read(f"chapters/{scratch_project.CHAPTER}.md")
        self.write(f"chapters/{scratch_project.CHAPTER}.md", text.replace("```{.cuda file=speed.cu", skipping + "\n```{.cuda file=speed.cu"))
        said = scratch_project.words_of(self.on_gpu("record", "--device", "cuda"))
        self.assertIn("07-small/alone was skipped, so it is not recorded: two GPUs are needed", said)
        self.assertIn("4 passed, 0 failed", said)
        self.assertNotIn("alone", self.recorded()["programs"])
        said = self.on_gpu("measure", status=1)
        self.assertIn("07-small/alone was skipped, so nothing of it was recorded: two GPUs are needed\n", said)
        self.assertIn("1 measured, 1 failed", said)

    def test_requested_loops_and_counters_are_collected(self) -> None:
        text = self.read(f"chapters/{scratch_project.CHAPTER}.md")
        self.write(f"chapters/{scratch_project.CHAPTER}.md",
                   text.replace('measures="speed"', 'measures="speed" loops="up" counters="up: inst.sum"'))
        for name, script in (("cuobjdump", CUOBJDUMP), ("ncu", NCU)):
            self.write(f"bin/{name}", script).chmod(0o755)
        self.on_gpu("record", "--device", "cuda")
        found = self.recorded()
        for section in ("loops", "counters"):
            entry = found[section]["speed"]
            self.assertEqual((entry["hash"], {"date": entry["run"]["date"], **SESSION}), (found["programs"]["speed"]["hash"], entry["run"]))
        up = found["loops"]["speed"]["kernels"]["up"]
        self.assertEqual((up["architecture"], up["registers"], [loop["opcodes"] for loop in up["loops"]]), ("sm_90", 10, [{"BRA": 1, "LDG": 1}]))
        counters = found["counters"]["speed"]
        self.assertEqual((counters["clock_control"], counters["kernels"]),
                         ("none", {"up": {"inst.sum": {"value": 12, "unit": "inst"}, "gpu__time_duration.sum": {"value": 30, "unit": "ns"}}}))

        (self.root / "bin/ncu").write_text("#!/bin/sh\nexit 1\n")
        said = scratch_project.words_of(self.on_gpu("record", "--device", "cuda", status=1))
        self.assertIn("07-small/speed: ncu has read no counter of up in", said)
        self.assertIn("4 passed, 1 failed on A GPU (80GB)", said)
        self.assertEqual(self.recorded()["counters"], found["counters"])

    def test_a_recording_on_loom_has_the_same_fields(self) -> None:
        self.on_gpu("record", "twice", "--device", "cuda")
        result = self.weft("record", "twice", "-Dloom=enabled", "-Dcuda=disabled", "--revision", "abc123")
        self.assertIn("1 passed, 0 failed on loom", result.stdout + result.stderr)
        on_gpu, on_loom = self.recorded(), json.loads(self.read(RECORD.replace("a-gpu-80gb", "loom")))
        for record in (on_gpu, on_loom):
            record["programs"]["twice"].pop("run")
        self.assertEqual(on_gpu["programs"], on_loom["programs"])
        self.assertEqual(on_gpu.keys(), on_loom.keys())

    def test_an_infinite_number_is_no_measurement(self) -> None:
        text = self.read(f"chapters/{scratch_project.CHAPTER}.md").replace('\\"y\\": 2.5', '\\"y\\": inf')
        self.write(f"chapters/{scratch_project.CHAPTER}.md", text)
        self.assertIn('07-small/speed wrote something that is not a measurement, perhaps an infinite number: {"series": "up",', self.on_gpu("measure", status=1))


class WithoutGpu(BuiltProject):
    """A machine with a toolkit and no GPU."""

    def setUp(self) -> None:
        super().setUp()
        for name, script in (("nvcc", NVCC), ("nvidia-smi", "#!/bin/sh\nexit 9\n")):
            self.write(f"bin/{name}", script).chmod(0o755)

    def weft(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return super().weft(*arguments, PATH=f"{self.root}/bin:{os.environ['PATH']}", **environment)

    def test_an_answer_that_nvcc_refuses_is_not_solved(self) -> None:
        for options in (TO_LINK, NOT_TO_LINK):
            with self.subTest(options):
                self.write(OWN, scratch_project.SOLUTION)
                self.assertIn("solved. All 2 tests pass on loom.", self.succeeds_loudly("check", "triple", *options))
                refuses = self.write("bin/nvcc.refuses", "")
                self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "n * 3"))
                output = self.fails("check", "triple")
                refuses.unlink()
                self.assertIn("calling a __host__ function\n", output)
                self.assertIn("07-small/triple: not yet. On loom, its tests pass, but nvcc does not compile it.", scratch_project.words_of(output))

    def test_what_cannot_run_is_compiled_and_not_linked(self) -> None:
        judged = [f"{ring}{scratch_project.CHAPTER}/compiled by nvcc" for ring in ("", "solutions/")]
        made = [self.root / "build" / name for name in ("snippets/07-small.twice@cuda", "tests/exercises/07-small.triple@cuda.solution.o",
                                                        "tests/exercises/07-small.triple@cuda.test.o")]
        self.succeeds_loudly("test", *NOT_TO_LINK, *judged)
        self.assertEqual(["cubin"] * 3, [path.read_text(encoding="utf-8") for path in made])
        self.addCleanup(self.write("bin/nvcc.refuses", "").unlink)
        self.edit(f"solutions/{scratch_project.CHAPTER}/triple.cu", "3 * n", "n * 3")
        self.assertIn("nvcc does not compile 07-small.triple@cuda.solution.o; its messages are above", self.fails("test", judged[1]))

    def test_a_gpu_that_is_not_there_is_not_run_on(self) -> None:
        output = self.fails("run", "twice", "--device", "cuda", "-Dcuda=enabled", "-Dgpu_arch=sm_90")
        self.assertIn("There is no GPU on this machine. Leave out --device to run on loom.", scratch_project.words_of(output))


if __name__ == "__main__":
    tools.run_tests("meson", "ninja", "g++", "pandoc")

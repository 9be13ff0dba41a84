#!/usr/bin/env python3
"""Verdicts that hold: careless users, cheats, two commands at once, what never ends: test_verdicts.py LOOMCC."""
import contextlib
import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import scratch_project, tools  # noqa: E402
from support.built_project import OWN, TEST, BuiltProject  # noqa: E402

PATIENCE = 60  # seconds for one thing to happen


class ByContent(BuiltProject):
    def test_an_answer_older_than_the_program_is_built_all_the_same(self) -> None:
        self.write(OWN, scratch_project.SOLUTION)
        self.succeeds_loudly("check", "triple")
        self.write(OWN, scratch_project.STUB)
        os.utime(self.root / OWN, (1e9, 1e9))  # as mv, cp -p and unzip leave it
        self.assertIn("not yet", self.fails("check", "triple"))
        self.write(OWN, scratch_project.SOLUTION)
        os.utime(self.root / OWN, (1e9, 1e9))
        self.assertIn("solved.", self.succeeds_loudly("check", "triple"))

    def test_a_file_of_the_readers_own_older_than_its_program(self) -> None:
        for status in (3, 4):
            mine = self.write("mine.cu", f"int main() {{ return {status}; }}\n")
            os.utime(mine, (1e9, 1e9))
            self.assertEqual(self.weft("run", str(mine)).returncode, status)


CHECKS_NOTHING = "#include <doctest/doctest.h>\n#undef CHECK\n#define CHECK(...) ((void)0)\n"
# Each in front of the stub. Where the stub has the required function, the compiler may refuse a second one.
CHEATS = {
    "a check that checks nothing": CHECKS_NOTHING,
    "a line that is continued": "#include <doctest/doctest.h>\n#def\\\nine CHECK(...) ((void)0)\n",
    "no test case": "#include <doctest/doctest.h>\n%:undef TEST_CASE\n#define TEST_CASE(name) static void unused()\n",
    "a macro for the function": "#define triple(n) (3 * (n))\n",
    "a better overload": "template <typename T> T triple(T n) { return n + n + n; }\n",
    "a better overload in a file of a file": '#include "fast.hpp"\n',
    "a macro for what a test compares with": "#define nothing triple(0)\n",
    "a macro for what all tests share": "#define difference(...) std::string()\n",
    "a macro in a file with an absolute path": "#include <{folder}/cheat.hpp>\n",
    "a macro in a file that a macro names": '#define FILE "cheat.hpp"\n#include FILE\n',
    "a macro in an imported file": '#import "cheat.hpp"\n',
    "a macro after a vertical tab": "#include <doctest/doctest.h>\n#\vundef CHECK\n#\vdefine CHECK(...) ((void)0)\n",
    "a main function": "int main() { return 0; }\n",
    "the comparison of strings": 'extern "C" int memcmp(const void*, const void*, unsigned long) { return 0; }\n',
}
FORGED = '''#include <cstdio>
#include <cstring>
#include <unistd.h>
static const int forged = [] {
  char words[4096] = {};
  std::FILE* file = std::fopen("/proc/self/cmdline", "r");
  const std::size_t length = std::fread(words, 1, sizeof words - 1, file);
  for (char* word = words; word < words + length; word += std::strlen(word) + 1)
    if (std::strncmp(word, "--out=", 6) == 0) {
      std::FILE* report = std::fopen(word + 6, "w");
      std::fputs("<doctest><TestCase name='three times two is six'/><TestCase name='three times nothing is nothing'/>"
                 "<OverallResultsTestCases/></doctest>", report);
      std::fclose(report);
      _exit(0);
    }
  return 0;
}();
'''
LATE = "#include <unistd.h>\nstruct Late { ~Late() { _exit(0); } } late;\n"


class Cheats(BuiltProject):
    def test_none_is_solved(self) -> None:
        folder = f"exercises/{scratch_project.CHAPTER}"
        for name, text in (("fast.hpp", '#include "faster.hpp"\n'), ("faster.hpp", CHEATS["a better overload"]), ("cheat.hpp", CHECKS_NOTHING)):
            self.addCleanup(self.write(f"{folder}/{name}", text).unlink)
        for name, before in CHEATS.items():
            with self.subTest(name):
                self.write(OWN, before.replace("{folder}", str(self.root / folder)) + scratch_project.STUB)
                output = " ".join(self.fails("check", "triple").split())
                self.assertRegex(output, r"not yet\. On loom, (1 of its 2 tests fails|it does not compile|it cannot be linked with its test)\.")
                self.assertNotIn("solved.", output)

    def test_a_forged_report_and_an_early_end_are_no_tests(self) -> None:
        for answer in (FORGED + scratch_project.STUB, LATE + scratch_project.SOLUTION):
            self.write(OWN, answer)
            output = " ".join(self.fails("check", "triple").split())
            self.assertIn("the program ended before its last test", output)

    def test_a_missing_function_is_told_in_one_sentence(self) -> None:
        self.write(OWN, scratch_project.SOLUTION.replace("triple(int", "threefold(int"))
        output = self.fails("check", "triple")
        self.assertIn("Your answer does not define triple(int), which its test calls. A definition must have these parameters", output)
        self.assertIn("it cannot be linked with its test.", output)
        self.assertNotIn("undefined reference", output)

    def test_the_compiler_names_the_line_of_the_answer(self) -> None:
        self.write(OWN, scratch_project.SOLUTION.replace("3 * n", "3 * m"))
        self.assertRegex(self.fails("check", "triple"), rf"{OWN}:5:16: error: .m. was not declared")

    def test_right_answers_with_helpers_pass(self) -> None:
        helper = ("// #define CHECK(x)\n#define CHECK_CUDA(call) (void)(call)\n#define CHECK(n) (n)\nnamespace mine { inline int three() { return 3; } }\n"
                  "#define MINE(n) (mine::three() * (n))\nint expected(int n) { return MINE(n); }\nint triple(int);\n")
        self.write(OWN, helper + scratch_project.SOLUTION.replace("3 * n", "CHECK(expected(n))"))
        self.assertIn("solved.", self.succeeds_loudly("check", "triple"))


class TeachersReport(BuiltProject):
    def test_a_class_of_three(self) -> None:
        answers = {"solver": scratch_project.SOLUTION.replace("3 * n", "n + n + n"),
                   "cheat": CHECKS_NOTHING + scratch_project.STUB, "copier": scratch_project.SOLUTION,
                   "includer": f'#define FILE "../../solutions/{scratch_project.CHAPTER}/triple.cu"\n#include FILE\n'}
        reports = {}
        for who, answer in answers.items():
            self.write(OWN, answer)
            (self.root / "exercises/progress.txt").unlink(missing_ok=True)
            self.succeeds_loudly("check", "--report", f"exercises/{who}.json")
            reports[who] = json.loads(self.read(f"exercises/{who}.json"))
        entries = {who: report["exercises"][0] for who, report in reports.items()}
        self.assertEqual({who: entry["state"] for who, entry in entries.items()},
                         {"solver": "solved", "cheat": "begun", "copier": "solved", "includer": "solved"})
        self.assertEqual({who: entry["same_as_the_solution"] for who, entry in entries.items()},
                         {"solver": False, "cheat": False, "copier": True, "includer": False})
        self.assertEqual({who: entry["includes_a_solution"] for who, entry in entries.items()},
                         {"solver": False, "cheat": False, "copier": False, "includer": True})
        self.assertIn("1 with an #include of a solution of the book: 07-small/triple", reports["includer"]["summary"])
        self.assertIn("1 word for word the book's solution: 07-small/triple", reports["copier"]["summary"])
        self.assertEqual(entries["cheat"]["wrong"], ["1 of its 2 tests fails"])


def take_signals() -> None:
    """In a child: no signal is ignored, though the tests may have been started by nohup or in a script's background."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Started(BuiltProject):
    def start(self, *arguments: str, **more: str) -> subprocess.Popen:
        environment = {name: value for name, value in os.environ.items() if name != "CI"} | more
        run = subprocess.Popen([str(self.root / "weft"), *arguments], cwd=self.root, stdin=subprocess.DEVNULL, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, preexec_fn=take_signals)
        self.addCleanup(run.communicate)
        self.addCleanup(run.terminate)  # if it is still running: the next test has the project to itself
        return run

    def until(self, holds, patience: float = PATIENCE) -> None:
        end = time.monotonic() + patience
        while not holds():
            self.assertLess(time.monotonic(), end, "it did not happen")
            time.sleep(0.05)

    def watch(self) -> tuple[subprocess.Popen, Callable[[str], bool]]:
        """A watch that has begun, and what asks whether it has said something."""
        watch = self.start("watch", "triple")
        said = ""

        def seen(words: str) -> bool:
            nonlocal said
            for stream in (watch.stdout, watch.stderr):
                os.set_blocking(stream.fileno(), False)
                with contextlib.suppress(BlockingIOError):
                    said += os.read(stream.fileno(), 1 << 16).decode()
            return words in said
        self.until(lambda: seen("Stop with Ctrl-C."))
        return watch, seen


class AnAnswerBesideAFirstBook(Started):  # the first class by name, so that this book is the others' as well
    def setUp(self) -> None:
        self.furnish()
        self.succeeds("tangle")  # a clone has its snippets
        shutil.rmtree(self.root / "build")

    def test_it_is_judged(self) -> None:
        self.write(OWN, scratch_project.SOLUTION)
        book = self.start("book", "-Dcuda=disabled")
        self.until(lambda: (self.root / "build/.lock").exists())
        check = self.start("check", "triple")
        for run, words in ((book, "The book is ready."), (check, "07-small/triple: solved.")):
            output, errors = run.communicate(timeout=10 * PATIENCE)
            self.assertEqual(run.returncode, 0, output + errors)
            self.assertIn(words, output)


# Notes of each reading of what Meson wrote about the build whether the build was locked.
READS = """import fcntl, sys

def look(event, arguments):
    if event != "open" or "/meson-info/intro-" not in str(arguments[0]):
        return
    with open("{root}/build/.lock", "r+") as lock, open("{root}/reads", "a") as reads:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            reads.write("free ")
        except BlockingIOError:
            reads.write("locked ")

sys.addaudithook(look)
"""


class AtOnce(Started):
    def test_files_of_one_name_print_each_their_own(self) -> None:
        for folder in "ab":
            self.write(f"{folder}/main.cu", f'#include <cstdio>\nint main() {{ std::puts("{folder}"); }}\n')
        for _ in range(3):
            runs = [self.start("run", f"{folder}/main.cu") for folder in "abab"]
            self.assertEqual([run.communicate()[0] for run in runs], ["a\n", "b\n", "a\n", "b\n"])

    def test_who_waits_is_told(self) -> None:
        lock = os.open(self.root / "build/.lock", os.O_RDWR)
        self.addCleanup(os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = self.start("check", "triple")
        self.assertEqual(run.stderr.readline(), "Another ./weft is building here; waiting for it.\n")
        fcntl.flock(lock, fcntl.LOCK_UN)
        run.communicate()
        self.assertEqual(run.returncode, 1)

    def test_what_is_in_the_build_is_read_while_nobody_changes_it(self) -> None:
        self.write("bin/sitecustomize.py", READS.format(root=self.root))
        output = self.weft("check", "triple", PYTHONPATH=f"{self.root}/bin").stdout
        self.assertIn("1 of its 2 tests fails", output)
        self.assertEqual(set(self.read("reads").split()), {"locked"})


class TenAtOnce(Started):
    times = 2  # many_at_once.py does it more often

    def round_is_over(self, number: int) -> None:
        pass

    def test_ten_commands(self) -> None:
        self.write(OWN, scratch_project.SOLUTION)
        for number in range(self.times):
            (self.root / "exercises/progress.txt").unlink(missing_ok=True)
            words = [("check", "triple"), ("hint", "triple"), ("exercises",), ("run", "twice"), ("check", "triple")] * 2
            runs = [(word, self.start(*word)) for word in words]
            for word, run in runs:
                output, errors = run.communicate()
                self.assertEqual(run.returncode, 0, output + errors)
                left = errors.replace("Another ./weft is building here; waiting for it.\n", "")
                self.assertEqual(re.sub(r"ninja: .*\n|\[\d+/\d+\] .*\n", "", left), "")
                self.assertIn({"check": "solved.", "hint": "Hint", "exercises": "of 1 solved", "run": "twice two is 4"}[word[0]], output)
            notes = self.read("exercises/progress.txt")
            self.assertRegex(notes, r"hints=2")
            self.assertRegex(notes, r"answer=\w{8}")
            self.round_is_over(number)


FORKS = '''#include <unistd.h>
#include <cstdio>
int main() {
  if (fork() == 0) { setsid(); if (fork()) _exit(0); }
  std::FILE* file = std::fopen("PIDS", "a"); std::fprintf(file, "%d\\n", getpid()); std::fclose(file);
  for (;;) sleep(1);
}
'''


class Endless(Started):
    def test_whatever_ends_the_command_ends_what_it_runs(self) -> None:
        pids = self.root / "pids"
        mine = self.write("mine.cu", FORKS.replace("PIDS", str(pids)))
        for number, left in ((signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGQUIT, 131)):
            pids.unlink(missing_ok=True)
            run = self.start("run", str(mine))
            self.until(lambda: pids.exists() and len(pids.read_text().split()) == 2)
            run.send_signal(number)
            run.communicate(timeout=PATIENCE)
            self.assertEqual(run.returncode, left)
            self.until(lambda: not any(alive(int(pid)) for pid in pids.read_text().split()))

    def test_a_second_signal_does_not_stop_the_end(self) -> None:
        pids = self.root / "pids"
        mine = self.write("mine.cu", "#include <csignal>\n" + FORKS.replace("PIDS", str(pids)).replace("main() {", "main() {\n  std::signal(SIGTERM, SIG_IGN);"))
        run = self.start("run", str(mine))
        self.until(lambda: pids.exists() and len(pids.read_text().split()) == 2)
        for _ in range(2):
            run.send_signal(signal.SIGINT)
            time.sleep(0.6)  # subprocess waits for a quarter of a second before it lets the first one through
        output = run.communicate(timeout=PATIENCE)[1]
        self.assertEqual((run.returncode, output), (130, ""))

    def test_a_loop_that_goes_on_is_named_before_it_is_ended(self) -> None:
        self.fails("check", "triple")  # which builds what every check needs
        spins = scratch_project.SOLUTION.replace("int triple", "__global__ void spin(int* out, int n) {\n  int x = 1;\n  while (x != n) x = x * 5 + n;\n  *out = x;\n}\nint triple")
        self.write(OWN, spins.replace("  result = 3", "  spin<<<1, 1>>>(nullptr, 2);\n  if (cudaDeviceSynchronize() != cudaSuccess) return 0;\n  result = 3"))
        check = self.start("check", "triple", LOOM_TIMEOUT="0.5")
        self.assertRegex(" ".join((check.stderr.readline() + check.stderr.readline()).split()),
                         r"^loom: kernel spin is still running after \d+ s, in the loop at triple.cu:4 \(thread \(0,0,0\) of block \(0,0,0\)\)$")
        self.assertIsNone(check.poll())
        output, errors = check.communicate(timeout=PATIENCE)
        self.assertEqual((check.returncode, errors), (1, ""))
        self.assertIn("at triple.cu:4, has run for too long", " ".join(output.split()))
        self.assertIn("1 of its 2 tests fails", output)

    def test_endless_printing_is_cut(self) -> None:
        noisy = scratch_project.SOLUTION.replace("  result = 3", '  for (int i = 0; i < 300000; ++i) std::puts("again");\n  result = 3')
        self.write(OWN, "#include <cstdio>\n" + noisy.replace("3 * n", "4 * n"))
        output = self.fails("check", "triple")
        self.assertLess(len(output), 12_000)
        self.assertIn("\n[It printed 3,600,000 bytes, of which 3,591,808 are left out here.]\n", output)
        self.assertGreater(output.index("is    ( 8 == 6 )"), output.rindex("again\n"), "the failure is next to the verdict")

    def test_an_endless_loop_on_the_host_is_reported_and_stopped(self) -> None:
        self.write(OWN, scratch_project.SOLUTION.replace("  result = 3", '  for (;;) { asm(""); }\n  result = 3'))
        check = self.start("check", "triple", WEFT_TIME_LIMIT="6")
        output, errors = check.communicate(timeout=PATIENCE)
        self.assertEqual(check.returncode, 1, output + errors)
        self.assertIn("The program is still running after 5 s; it will be stopped after 6 s.", scratch_project.words_of(errors))
        self.assertIn("not yet. On loom, it did not end within 6 s and was stopped; look for a loop or a wait that never ends.", scratch_project.words_of(output))

    def test_a_program_with_an_endless_kernel_fails(self) -> None:
        mine = self.write("mine.cu", "__global__ void spin(int* out, int n) {\n  int x = 1;\n  while (x != n) x = x * 5 + n;\n  *out = x;\n}\n"
                                     "int main() {\n  spin<<<1, 1>>>(nullptr, 2);\n  (void)cudaDeviceSynchronize();\n}\n")
        result = self.weft("run", str(mine), LOOM_TIMEOUT="0.5")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("at mine.cu:3, has run for too long", result.stderr)
        self.assertIn("loom: a kernel failed, see above, so this program ends with status 1.", result.stderr)

    def test_a_new_save_ends_the_running_check(self) -> None:
        watch, seen = self.watch()
        running = self.root / "running"
        self.write(OWN, "#include <fstream>\n" + scratch_project.SOLUTION.replace("  result = 3", f'  std::ofstream("{running}");\n  for (;;) {{ asm(""); }}\n  result = 3'))
        self.until(running.exists)
        self.write(OWN, scratch_project.SOLUTION)
        self.until(lambda: seen("07-small/triple: solved."), 80)  # sooner than the time limit of the first would end it
        watch.send_signal(signal.SIGINT)
        watch.communicate(timeout=PATIENCE)
        self.assertEqual(watch.returncode, 0)

    def test_what_stops_a_check_is_told_while_watching(self) -> None:
        _, seen = self.watch()
        self.write(f"tests/exercises/{scratch_project.CHAPTER}/triple.cu", "#error not a test\n")
        self.write(OWN, scratch_project.SOLUTION)
        self.until(lambda: seen("The book's own test of 07-small/triple does not compile"))


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Inputs(Started):
    """The verdict is of the answer with everything that it includes."""
    INCLUDING = scratch_project.SOLUTION.replace("int triple", '#include "mine.h"\nint triple').replace("3 * n", "THREE * n")

    def state(self) -> str:
        return re.search(r"\n  triple +(not begun|begun|solved) ", self.succeeds("exercises"))[1]

    def mine(self, three: int, path: str = f"exercises/{scratch_project.CHAPTER}/mine.h") -> pathlib.Path:
        file = self.write(path, f"#define THREE {three}\n")
        os.utime(file, (1e9, 1e9))
        self.addCleanup(file.unlink, missing_ok=True)
        return file

    def follows(self, change: Callable[[int], object]) -> None:
        """The list and the check agree, whatever an included file defines."""
        change(3)
        self.assertIn("solved.", self.succeeds_loudly("check", "triple"))
        self.assertEqual(self.state(), "solved")
        change(4)
        self.assertEqual(self.state(), "begun")
        self.assertIn("not yet", self.fails("check"))
        self.assertEqual(self.state(), "begun")
        change(3)
        self.assertEqual(self.state(), "solved")
        self.assertIn("solved.", self.succeeds_loudly("check", "triple"))

    def test_a_file_next_to_it(self) -> None:
        self.write(OWN, self.INCLUDING)
        self.follows(self.mine)

    def test_a_file_outside_the_book_that_keeps_an_old_time(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.write(OWN, self.INCLUDING.replace('"mine.h"', f"<{folder}/mine.h>"))
            self.follows(lambda three: self.mine(three, f"{folder}/mine.h"))

    def test_a_file_of_a_file_that_a_macro_names(self) -> None:
        self.addCleanup(self.write(f"exercises/{scratch_project.CHAPTER}/outer.h", '#define FILE "mine.h"\n#include FILE\n').unlink)
        self.write(OWN, self.INCLUDING.replace('"mine.h"', '"outer.h"'))
        self.follows(self.mine)

    def test_a_file_that_is_looked_for(self) -> None:
        self.write(OWN, self.INCLUDING.replace('#include "mine.h"', '#if __has_include("mine.h")\n#include "mine.h"\n#else\n#define THREE 3\n#endif'))
        self.succeeds_loudly("check", "triple")
        self.assertEqual(self.state(), "solved")
        self.mine(4)
        self.assertEqual(self.state(), "begun")
        self.assertIn("not yet", self.fails("check", "triple"))

    def test_a_verdict_that_was_good_is_withdrawn_when_a_check_fails(self) -> None:
        self.write(OWN, scratch_project.SOLUTION)
        self.succeeds_loudly("check", "triple")
        self.write(f"tests/exercises/{scratch_project.CHAPTER}/triple.cu", TEST.replace("== 6", "== 7"))
        self.fails("check", "triple")
        self.assertEqual(self.state(), "begun")

    def test_a_watch_sees_a_file_that_is_included(self) -> None:
        self.mine(4)
        self.write(OWN, scratch_project.SOLUTION)
        watch, seen = self.watch()
        self.write(OWN, self.INCLUDING)
        self.until(lambda: seen("07-small/triple: not yet."))
        self.mine(3)
        self.until(lambda: seen("07-small/triple: solved."))
        watch.send_signal(signal.SIGINT)
        watch.communicate(timeout=PATIENCE)


class Manners(BuiltProject):
    def test_several_files_make_one_program(self) -> None:
        self.write("main.cu", "int kernels();\nint main(int argc, char**) { return kernels() + argc; }\n")
        self.write("kernels.cu", "int kernels() { return 40; }\n")
        result = subprocess.run(["../weft", "run", "../main.cu", "../kernels.cu", "--", "--fast"], cwd=self.root / "exercises")
        self.assertEqual(result.returncode, 42)

    def test_paths_hold_from_any_folder(self) -> None:
        self.write(OWN, scratch_project.SOLUTION)
        for path, folder in ((f"{scratch_project.CHAPTER}/triple.cu", "exercises"), ("triple.cu", f"exercises/{scratch_project.CHAPTER}"), (str(self.root / OWN), "book")):
            result = subprocess.run([str(self.root / "weft"), "check", path, "--report", "mine.json"], cwd=self.root / folder, capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertIn("1 of 1 solved. Written to mine.json", result.stdout)
            (self.root / folder / "mine.json").unlink()

    def test_an_edited_snippet_does_not_stop_a_file_of_ones_own(self) -> None:
        snippet = self.root / "snippets/07-small/twice.cu"
        snippet.write_text(snippet.read_text() + "// mine\n")
        self.addCleanup(snippet.unlink)
        mine = self.write("mine.cu", "int main() { return 5; }\n")
        self.assertEqual(self.weft("run", str(mine)).returncode, 5)
        self.assertIn("copy it elsewhere and run that: cp snippets/07-small/twice.cu mine.cu && ./weft run mine.cu",
                      scratch_project.words_of(self.fails("run", "twice")))

    def test_a_gpu_that_is_not_there(self) -> None:
        sentence = "There is no CUDA toolkit on this machine: nvcc is neither on the PATH nor in"
        if os.path.exists("/usr/local/cuda/bin/nvcc"):
            sentence = "This build does not include a CUDA toolkit."
        self.assertIn(sentence, scratch_project.words_of(self.fails("run", "twice", "--device", "cuda")))


class BadDays(BuiltProject):
    def test_marks_of_a_merge(self) -> None:
        self.write(OWN, scratch_project.STUB.replace("  int result", "<<<<<<< HEAD\n  int result").replace("  return", "=======\n>>>>>>> theirs\n  return"))
        self.assertIn("line 3 of exercises/07-small/triple.cu is one of Git's conflict marks", " ".join(self.fails("check", "triple").split()))

    def test_damaged_files_of_ours(self) -> None:
        for damage in ("", "[", "<<<<<<< HEAD\n"):
            for name in ("tangled.json", "compile_commands.json"):
                self.write(f"build/{name}", damage)
            self.assertEqual(self.succeeds("run", "twice", "--", "--minimal"), "twice two is 4\n")

    def test_an_answer_that_changes_while_it_is_checked(self) -> None:
        changes = f'  std::ofstream("{self.root / OWN}", std::ios::app) << "int more;\\n";\n  result = 3'
        self.write(OWN, "#include <fstream>\n" + scratch_project.SOLUTION.replace("  result = 3", changes))
        self.assertIn("07-small/triple was changed while it was checked. Check it again: ./weft check 07-small/triple",
                      scratch_project.words_of(self.fails("check", "triple")))
        self.assertFalse((self.root / "exercises/progress.txt").exists())

    def test_an_unmarked_solution(self) -> None:
        self.write(f"solutions/{scratch_project.CHAPTER}/triple.cu", scratch_project.SOLUTION.replace("// your code ends", ""))
        output = self.fails("exercises")
        self.assertIn(f"solutions/{scratch_project.CHAPTER}/triple.cu: line 4: the region that begins here never ends; write '// your code ends'",
                      scratch_project.words_of(output))
        self.assertNotIn("Traceback", output)

    def test_equal_failures_are_shown_once(self) -> None:
        self.write(f"tests/exercises/{scratch_project.CHAPTER}/triple.cu", TEST.replace(
            "const int nothing = 0; CHECK(triple(0) == nothing);", "for (int i = 1; i < 1001; ++i) CHECK(triple(i) == 3 * i);"))
        output = self.fails("check", "triple")
        self.assertIn("  and 998 more like it\n", output)


if __name__ == "__main__":
    tools.run_tests("meson", "ninja", "g++", "pandoc")

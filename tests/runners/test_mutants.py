#!/usr/bin/env python3
"""The small faults that are made in solutions, and what is said of those that pass."""
import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from collections.abc import Callable

from one_exercise import SOLUTION, TASK, TEST, OneExercise
from support import tools
from runs import mutant_sample, mutants, mutations


def faults_in(*lines: str) -> set[str]:
    """What becomes of these lines, in a region between code that must stay as it is."""
    text = "\n".join(["int a = 1;", "// your code begins", *lines, "// your code ends", "int b = 1;", ""])
    return {mutant.after for mutant in mutations.mutants_of(text)}


class Faults(unittest.TestCase):
    def test_a_bound_is_off_by_one_both_ways(self):
        self.assertEqual(faults_in("if (i < n)"), {"if (i <= n)", "if (true)", "if (false)"})

    def test_brackets_of_templates_and_pointers_are_no_operators(self):
        self.assertEqual(faults_in("weft::View<const float*> view{p}"), set())

    def test_axes_are_swapped(self):
        for axis, other in zip("xyz", "yxx"):
            self.assertEqual(faults_in(f"i = threadIdx.{axis} , at.{axis}"), {f"i = threadIdx.{other} , at.{axis}"})

    def test_a_width_is_lost(self):
        for wide, narrow in (("std::size_t", "unsigned"), ("std::uint64_t", "std::uint32_t"), ("std::int64_t", "std::int32_t"),
                             ("unsigned long long", "unsigned"), ("long long", "int")):
            self.assertEqual(faults_in(f"{wide} a"), {f"{narrow} a"})
        for wide, narrow in (("8ull", "8u"), ("8ll", "8")):
            self.assertEqual(faults_in(f"f({wide})"), {f"f({narrow})", f"f({wide.replace('8', '9')})", f"f({wide.replace('8', '7')})"})

    def test_operators_on_bits_are_swapped(self):
        for operator, other in (("&", "|"), ("|", "&"), ("^", "|"), ("<<", ">>"), (">>", "<<")):
            for ending in ("", "="):
                self.assertEqual(faults_in(f"a {operator}{ending} b"), {f"a {other}{ending} b"})
        self.assertEqual(faults_in("f(&a, b&)"), set())

    def test_the_smallest_is_taken_for_the_largest(self):
        for smallest, largest in (("std::min(", "std::max("), ("min<T>(", "max<T>("), ("fminf(", "fmaxf("), ("atomicMin(", "atomicMax(")):
            self.assertEqual((faults_in(f"{smallest}a"), faults_in(f"{largest}a")), ({f"{largest}a"}, {f"{smallest}a"}))

    def test_cublas_is_told_another_shape(self):
        for one, other in (("OP_N", "OP_T"), ("FILL_MODE_LOWER", "FILL_MODE_UPPER"), ("SIDE_LEFT", "SIDE_RIGHT"), ("DIAG_UNIT", "DIAG_NON_UNIT")):
            for before, after in ((one, other), (other, one)):
                self.assertEqual(faults_in(f"f(CUBLAS_{before}, {before})"), {f"f(CUBLAS_{after}, {before})"})

    def test_a_launch_gets_one_thread_and_one_block(self):
        self.assertEqual(faults_in("kernel<<<grid, dim3(x, y), bytes>>>(a)"),
                         {"kernel<<<1, 1, bytes>>>(a)", "kernel<<<1, dim3(x, y), bytes>>>(a)"})
        self.assertEqual({after for after in faults_in("kernel<<<1, 1>>>(a)") if after.startswith("kernel<<<1, 1>>>")}, set())

    def test_one_thread_and_one_block_do_all_the_work_of_a_kernel(self):
        text = "// your code begins\n__global__ void f(int* x) {\n  x = {};\n}\n__global__ void g();\n// your code ends\n"
        by_one = [mutant for mutant in mutations.mutants_of(text) if mutant.kind.startswith("one ")]
        self.assertEqual([mutant.kind for mutant in by_one], ["one block", "one thread"])
        for mutant in by_one:
            self.assertEqual((mutant.line, mutant.before), (3, "x = {};"))
            self.assertRegex(mutant.after, r"^const auto of_(block|thread) = \[&\]\(.*\) \{ x = \{\};$")
            self.assertEqual(mutant.text.splitlines()[4:], text.splitlines()[3:])

    def test_a_barrier_is_left_out(self):
        self.assertEqual(faults_in("__syncthreads();"), {""})

    def test_a_statement_is_left_out(self):
        self.assertIn("", faults_in("total = part;"))

    def test_an_error_is_not_looked_at(self):
        self.assertIn("static_cast<void>(cudaFree(p));", faults_in("weft::check(cudaFree(p));"))

    def test_numbers_are_off_by_one_both_ways_but_for_those_of_floating_point(self):
        self.assertEqual(faults_in("f(8u, 0.5, x2, 0)"), {"f(9u, 0.5, x2, 0)", "f(7u, 0.5, x2, 0)", "f(8u, 0.5, x2, 1)"})

    def test_comments_and_strings_are_left_alone(self):
        self.assertEqual(faults_in('say("1 < 2")  // 3 < 4'), set())

    def test_nothing_outside_the_region_is_touched(self):
        whole = "int a = 1;\n// your code begins\nint c = 5;\n// your code ends\nint b = 1;\n"
        for mutant in mutations.mutants_of(whole):
            self.assertTrue(mutant.text.startswith("int a = 1;\n") and mutant.text.endswith("int b = 1;\n"))
            self.assertEqual(mutant.line, 3)


class Explanations(unittest.TestCase):
    def explained(self, text: str) -> dict[str, str]:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "task.txt"
            path.write_text(text, encoding="utf-8")
            return mutants.explanations(path)

    def test_the_reason_stands_below_the_mutant(self):
        self.assertEqual(self.explained("a < b  =>  a <= b\n    They are never equal,\n    since b is odd.\n"),
                         {"a < b  =>  a <= b": "They are never equal, since b is odd."})

    def test_a_mutant_without_a_reason_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "gives no reason for c  =>  d"):
            self.explained("a  =>  b\n    Why.\nc  =>  d\n")


class Runs(OneExercise):
    SUM = SOLUTION.replace("result = 3 * n;", "result = n + n + n;")

    def setUp(self) -> None:
        super().setUp()
        self.add_exercise(solution=self.SUM)

    def run_main(self, main: Callable[[list[str]], None], *arguments: str) -> tuple[int | str, list[str]]:
        """The exit status, or the sentence for it, and the lines that are printed."""
        said = io.StringIO()
        status: int | str = 0
        with contextlib.redirect_stdout(said):
            try:
                main([*arguments, "--", *self.builder])
            except SystemExit as end:
                status = end.code
        return status, said.getvalue().splitlines()

    def made(self, explained: str = "") -> tuple[int | str, str]:
        """All mutants of the exercise."""
        status, said = self.run_main(mutants.main, TASK, str(self.root / "solutions/07-small/triple.cu"),
                                     str(self.write("explained.txt", explained)), str(self.root / "built"))
        return status, said[-1]

    def drawn(self, *tasks: str) -> tuple[int | str, list[str]]:
        return self.run_main(mutant_sample.main, "07-small", str(self.root / "built"), *tasks)

    def test_what_becomes_of_all_is_written_down(self):
        self.assertEqual(self.made(), (0, "07-small/triple: 3 of 3 mutants killed, 0 explained"))
        self.assertEqual(json.loads((self.root / "built/counts.json").read_bytes()), {"killed": 3, "built": 3, "explained": 0})

    def test_an_explanation_of_a_mutant_that_does_not_survive_is_refused(self):
        self.assertEqual(self.made("long  =>  gone\n    Why.\n")[0], 1)

    def test_a_sample_is_drawn_from_different_exercises_and_is_the_same_each_time(self):
        for task in ("triplet", "threefold"):
            self.add_exercise(f"07-small/{task}", self.SUM)
        status, said = self.drawn("triple", "triplet", "threefold")
        self.assertEqual((status, said[-1]), (0, "07-small: 2 of 2 mutants killed"))
        self.assertEqual(len({line.split(".cu:")[0] for line in said[:2]}), 2)
        self.assertEqual(self.drawn("triple", "triplet", "threefold"), (status, said))

    def test_a_drawn_mutant_that_passes_is_reported(self):
        self.add_exercise(solution=self.SUM, test=TEST.replace("== 6", "> -99").replace('twice(3)) == ""', "twice(3)).size() < 99"))
        status, said = self.drawn("triple")
        self.assertEqual((status, said[-1]), (1, "07-small: 0 of 1 mutants killed"))
        self.assertIn("this passes, and", said[1])

    def test_one_that_is_explained_or_does_not_compile_is_not_drawn(self):
        # Without its statement, the constant is not declared.
        self.add_exercise(solution=self.SUM.replace("result = n + n + n;", "const int two = 1;\n  result = (n << two) + n;"))
        made = list(mutations.mutants_of((self.root / "solutions/07-small/triple.cu").read_text(encoding="utf-8")))

        def drawn_unless_explained(explained: Callable[[mutations.Mutant], bool]) -> tuple[int | str, list[str]]:
            self.write("tests/mutants/07-small/triple.txt", "".join(f"{mutant}\n    Why.\n" for mutant in made if explained(mutant)))
            return self.drawn("triple")
        status, said = drawn_unless_explained(lambda mutant: mutant.kind != "bits")
        self.assertEqual((status, said[-1]), (0, "07-small: 1 of 1 mutants killed"))
        self.assertIn(": bits: ", said[0])
        self.assertEqual(drawn_unless_explained(lambda mutant: str(mutant) != "const int two = 1;  =>  (nothing)")[1], ["07-small: 0 of 0 mutants killed"])

    def test_a_sample_without_a_mutant_is_an_error(self):
        self.add_exercise("07-small/empty", self.SUM.replace("  result = n + n + n;\n", ""))
        self.assertEqual(self.drawn("empty")[0], "07-small: the sample should have 1 mutants, from different exercises, and 0 could be drawn")
        self.assertEqual(self.drawn("empty", "triple")[0], "07-small: the sample should have 2 mutants, from different exercises, and 1 could be drawn")


if __name__ == "__main__":
    tools.run_tests("g++")

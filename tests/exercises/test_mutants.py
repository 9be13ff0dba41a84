#!/usr/bin/env python3
"""The small faults that are made in solutions, and what is said of those that pass."""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book"))
import test_joining  # noqa: E402
from runs import mutations  # noqa: E402
from runs import mutants  # noqa: E402


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
        self.assertEqual(faults_in("kernel<<<grid, block>>>(&a, b&)"), set())

    def test_the_smallest_is_taken_for_the_largest(self):
        for smallest, largest in (("std::min(", "std::max("), ("min<T>(", "max<T>("), ("fminf(", "fmaxf("), ("atomicMin(", "atomicMax(")):
            self.assertEqual((faults_in(f"{smallest}a"), faults_in(f"{largest}a")), ({f"{largest}a"}, {f"{smallest}a"}))

    def test_cublas_is_told_another_shape(self):
        for one, other in (("OP_N", "OP_T"), ("FILL_MODE_LOWER", "FILL_MODE_UPPER"), ("SIDE_LEFT", "SIDE_RIGHT"), ("DIAG_UNIT", "DIAG_NON_UNIT")):
            for before, after in ((one, other), (other, one)):
                self.assertEqual(faults_in(f"f(CUBLAS_{before}, {before})"), {f"f(CUBLAS_{after}, {before})"})

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

    def test_a_fault_that_many_exercises_have_is_in_the_sample_of_some(self):
        mutant = next(mutations.mutants_of(test_joining.SOLUTION))
        chosen = [mutants.in_sample(f"07-small/task-{number}", mutant, 10) for number in range(1000)]
        self.assertTrue(50 < sum(chosen) < 200, sum(chosen))


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


class Runs(test_joining.Scratch):
    def made(self, *every: str, explained: str = "") -> tuple[int, str]:
        """The exit status, and what is said of all mutants, or of a sample."""
        solution = self.write("solution.cu", test_joining.SOLUTION.replace("result = 3 * n;", "result = n + n + n;"))
        test = self.write(f"tests/exercises/{test_joining.TASK}.cu", test_joining.TEST)
        said = io.StringIO()
        status = 0
        with contextlib.redirect_stdout(said):
            try:
                mutants.main([test_joining.TASK, str(solution), str(test), str(self.write("explained.txt", explained)), str(self.root / "built"), *every,
                              "--", self.compiler, "-x", "none", str(self.main)])
            except SystemExit as end:
                status = end.code
        return status, said.getvalue().splitlines()[-1]

    def test_what_becomes_of_all_is_written_down(self):
        self.assertEqual(self.made(), (0, "07-small/triple: 3 of 3 mutants killed, 0 explained"))
        self.assertEqual(json.loads((self.root / "built/counts.json").read_bytes()), {"killed": 3, "built": 3, "explained": 0})

    def test_a_sample_is_a_part_and_the_same_each_time(self):
        stale = "long  =>  gone\n    Why.\n"
        said = [self.made("2", explained=stale) for _ in range(2)]
        self.assertEqual(said[0], said[1])
        self.assertIn(said[0], [(0, f"07-small/triple: {some} of {some} mutants killed, 0 explained") for some in (1, 2)])
        self.assertFalse((self.root / "built/counts.json").exists())
        self.assertEqual(self.made(explained=stale)[0], 1)


if __name__ == "__main__":
    unittest.main()

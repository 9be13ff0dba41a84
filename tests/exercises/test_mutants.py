#!/usr/bin/env python3
"""The small faults that are made in solutions, and what is said of those that pass."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book"))
from weft import mutations  # noqa: E402
from weft.proofs import mutants  # noqa: E402


def faults_in(*lines: str) -> set[str]:
    """What becomes of these lines, in a region between code that must stay as it is."""
    text = "\n".join(["int a = 1;", "// your code begins", *lines, "// your code ends", "int b = 1;", ""])
    return {mutant.after for mutant in mutations.mutants_of(text)}


class Faults(unittest.TestCase):
    def test_a_bound_is_off_by_one_both_ways(self):
        self.assertEqual(faults_in("if (i < n)"), {"if (i <= n)", "if (true)"})

    def test_brackets_of_templates_and_pointers_are_no_operators(self):
        self.assertEqual(faults_in("weft::View<const float*> view{p}"), set())

    def test_axes_are_swapped_and_a_width_is_lost(self):
        self.assertEqual(faults_in("std::size_t i = threadIdx.x"), {"std::size_t i = threadIdx.y", "unsigned i = threadIdx.x"})

    def test_a_barrier_is_left_out(self):
        self.assertEqual(faults_in("__syncthreads();"), {""})

    def test_a_statement_is_left_out(self):
        self.assertIn("", faults_in("total = part;"))

    def test_an_error_is_not_looked_at(self):
        self.assertIn("static_cast<void>(cudaFree(p));", faults_in("weft::check(cudaFree(p));"))

    def test_numbers_grow_by_one_but_for_those_of_floating_point(self):
        self.assertEqual(faults_in("f(8u, 0.5, x2)"), {"f(9u, 0.5, x2)"})

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


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""The count of open test code finds what is test or harness, in whatever is open on a page."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

import dom
import open_code

KERNEL = "__global__ void f(int* x) {\n  *x = 1;\n}"
CASE = 'TEST_CASE("a") {\n  f<<<1, 1>>>(nullptr);\n\n  CHECK(true);\n}'


def page(*listings: str) -> str:
    return "<main>" + "".join(f'<figure class="listing" id="a">{listing}</figure>' for listing in listings) + "</main>"


def pre(code: str) -> str:
    return f"<pre><code>{code.replace('<', '&lt;')}</code></pre>"


class TestOpenCode(unittest.TestCase):
    def found(self, *codes: str) -> list[str]:
        return open_code.count(dom.parse(page(*map(pre, codes))))[0]

    def test_test_cases_includes_and_main(self) -> None:
        main = "int main() {\n  f();\n}"
        self.assertEqual(self.found(f"#include <vector>\n\n{KERNEL}\n\n{CASE}\n\n{main}"),
                         ["#include <vector>", *(line for line in CASE.split("\n") if line), *main.split("\n")])

    def test_functions_of_the_host_that_serve_tests(self) -> None:
        for body in ("CHECK(x == 1);", 'std::printf("%d", x);', "return y.to_host();", "weft::median_seconds(3, f);", "std::mt19937 bits(1);"):
            code = f"void g(int x) {{\n  {body}\n}}"
            self.assertEqual(self.found(code), code.split("\n"), body)
        reference = "int sum_on_host(int x) {\n  return x;\n}"
        self.assertEqual(self.found(reference), reference.split("\n"))

    def test_kernels_types_and_launches_are_neither(self) -> None:
        launch = "void run(int* x) {\n  f<<<1, 1>>>(x);\n  weft::check(cudaGetLastError());\n}"
        owner = "struct Owner {\n  std::vector<int> to_host() const;\n};"
        self.assertEqual(self.found(KERNEL, launch, owner), [])

    def test_a_function_of_a_solution_is_what_was_asked_for(self) -> None:
        text = page(pre("#include <vector>\n\nint f() {\n  return x.to_host()[0];\n}")).replace(' id="a"', "")
        self.assertEqual(open_code.count(dom.parse(text))[0], ["#include <vector>"])

    def test_assertions_within_other_code(self) -> None:
        self.assertEqual(self.found("REQUIRE(cudaFree(x) == cudaSuccess);\nf<<<1, 1>>>(x);"), ["REQUIRE(cudaFree(x) == cudaSuccess);"])

    def test_only_what_is_open_counts(self) -> None:
        fold = '<details{}><summary>a</summary>{}</details>'
        text = page(pre(KERNEL) + fold.format("", pre(CASE)) + fold.format(" open", pre(KERNEL)), pre(KERNEL)) + f"<details>{page(pre(CASE))}</details>"
        self.assertEqual(open_code.count(dom.parse(text)), ([], 9))


class TestLimit(unittest.TestCase):
    def status(self, kernels: int) -> tuple[int, str]:
        """Of a folder with one page of this many kernels and one open test case."""
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as said:
            (pathlib.Path(folder) / "05-a.html").write_text(page(*[pre(KERNEL)] * kernels, pre(CASE)), encoding="utf-8")
            sys.argv[1:] = [folder]
            return open_code.main(), said.getvalue()

    def test_less_than_a_fifth(self) -> None:
        self.assertEqual(self.status(6)[0], 0)
        status, said = self.status(5)
        self.assertEqual(status, 1)
        self.assertIn("05-a.html: 4 of 19 open lines of code are test or harness", said)


if __name__ == "__main__":
    unittest.main()

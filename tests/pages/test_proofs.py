#!/usr/bin/env python3
"""A page shows its kernels and folds what proves them: test cases into their sentences, and what only they need."""
import json
import subprocess
import sys

import dom
import woven
from support import tools
from support.scratch_book import NAME

KERNEL = "__global__ void twice(float* x) { x[threadIdx.x] *= 2; }"
CASE = """TEST_CASE("every element is doubled, even \\"0\\"") {
  twice<<<1, 32>>>(nullptr);
  CHECK(true);
}"""
HELPER = """std::vector<float> doubled(std::vector<float> x) {
  weft::Buffer<float> y(x);
  twice<<<1, 32>>>(y.data());
  return y.to_host();
}"""


def fence(code: str, attributes: str = "file=twice.cu") -> str:
    return f"```{{.cuda {attributes}}}\n{code}\n```\n\n"


class ProofsBook(woven.WovenBook):
    def listing(self, text: str, id: str = "program-twice") -> dom.Node:
        return self.weave(text).one("figure", id=id)

    def rows(self, *arguments: str) -> list[str]:
        """What stands below the caption of a listing: the first line of open code, or of a fold its words."""
        return [node.text.split("\n")[0] if node.tag == "pre" else f"[{node.one('summary').words}]" for node in self.listing(*arguments).children
                if isinstance(node, dom.Node) and (node.tag == "pre" or "proof" in node.classes)]

    def assert_whole(self, listing: dom.Node, code: str) -> None:
        self.assertEqual("\n".join(pre.text for pre in listing.all("pre")), code)


class TestFolds(ProofsBook):
    def test_a_test_case_is_its_sentence(self):
        code = f"{KERNEL}\n\n{CASE}"
        listing = self.listing(fence(code))
        fold = listing.one("details", classed="proof")
        self.assertEqual(fold.classes, ["proof", "case"])
        self.assertEqual(fold.one(classed="claim").words, 'every element is doubled, even "0"')
        self.assertEqual(fold.one("pre").text.strip(), CASE)
        self.assert_whole(listing, code)

    def test_each_test_case_has_a_line_of_its_own(self):
        cases = [f'TEST_CASE("case {n}") {{ CHECK(true); }}' for n in (1, 2)]
        self.assertEqual(self.rows(fence(f"{KERNEL}\n{cases[0]}\n{cases[1]}")), [KERNEL, "[case 1 held on]", "[case 2 held on]"])

    def test_a_sentence_in_two_strings_and_one_of_a_template(self):
        code = 'TEST_CASE(\n    "it is "\n    "long" *\n    doctest::skip(false)) {\n}\nTEST_CASE_TEMPLATE("any type", T, int, float) { CHECK(T{} == 0); }'
        self.assertEqual(self.rows(fence(code)), ["[it is long held on]", "[any type held on]"])

    def test_includes_and_parts_are_folded_where_nothing_else_is_open(self):
        text = fence("#include <vector>\n\n<<kernel>>\n\n" + CASE) + fence(KERNEL, "#kernel")
        self.assertEqual(self.rows(text)[0], "[Includes and ⟨kernel⟩]")
        self.assertEqual(self.rows(text, "chunk-kernel"), [KERNEL])

    def test_a_short_name_for_a_type_does_not_keep_a_program_open(self):
        text = fence("using Count = unsigned;\n\n<<kernel>>") + fence("__device__ Count count;", "#kernel")
        self.assertEqual(self.rows(text), ["[⟨kernel⟩ and helper Count]"])

    def test_parts_stand_among_code_that_is_open(self):
        code = f"#include <vector>\n\n<<other>>\n\n{KERNEL}\n\n{CASE}"
        self.assertEqual(self.rows(fence(code) + fence("__device__ int a;", "#other"))[:2], ["[Includes]", "⟨other⟩"])

    def test_what_only_test_cases_use_is_folded(self):
        user = 'TEST_CASE("a") { CHECK(doubled({1})[0] == expected(1)); }'
        expected = "float expected(float x) {\n  const float twice = 2;\n  return twice * x;\n}"
        code = f"{KERNEL}\n\n{HELPER}\n\n{expected}\n\n{user}"
        self.assertEqual(self.rows(fence(code)), [KERNEL, "[Helpers doubled and expected]", "[a held on]"])

    def test_what_a_kernel_uses_too_stays_open(self):
        code = "constexpr int size = 1;\nconstexpr int more = 2;\nconstexpr int most = 3;\nconstexpr int all = 4;\n" \
            "__global__ void f(int* x) { *x = size + more + most + all; }\n" + 'TEST_CASE("a") { CHECK(size + more + most + all == 10); }'
        self.assertEqual(self.rows(fence(code)), ["constexpr int size = 1;", "[a held on]"])

    def test_a_launch_that_the_chapter_presents_stays_open_unless_it_asserts(self):
        text = fence("<<doubled>>\n\nTEST_CASE(\"a\") { CHECK(doubled({1})[0] == 2); }")
        self.assertEqual(len(self.listing(text + fence(HELPER, "#doubled"), "chunk-doubled").all("details")), 0)
        asserting = HELPER.replace("  return", "  CHECK(true);\n  return")
        self.assertEqual(self.rows(text + fence(asserting, "#doubled"), "chunk-doubled"), ["[Helper doubled]"])

    def test_a_part_of_a_test_case_is_folded_unless_it_calls_cuda(self):
        text = fence('TEST_CASE("a") {\n  <<steps>>\n}')
        self.assertEqual(self.rows(text + fence("int expected = 3;\nCHECK(expected == 3);", "#steps"), "chunk-steps"), ["[Helper expected]"])
        self.assertEqual(self.rows(text + fence("REQUIRE(cudaMalloc(&x, 1) == cudaSuccess);", "#steps"), "chunk-steps"),
                         ["REQUIRE(cudaMalloc(&x, 1) == cudaSuccess);"])

    def test_a_header_belongs_to_other_chapters_too(self):
        code = "// What it is for.\n#pragma once\n\nnamespace weft {\n\ninline int expected(int x) {\n  std::printf(\"\");\n  return x;\n}\n\n}  // namespace weft"
        self.assertEqual(self.rows(fence(code, "file=common/a.cuh"), "header-a"), ["// What it is for.", "[Includes]", "namespace weft {"])

    def test_short_harness_stays_among_open_code(self):
        self.assertEqual(self.rows(fence(f'{KERNEL}\n\nconstexpr int n = 3;\n\nTEST_CASE("a") {{ CHECK(n == 3); }}')), [KERNEL, "[a held on]"])

    def test_an_author_decides(self):
        self.assertEqual(self.rows(fence(KERNEL, ".proof file=twice.cu")), ["[Helper twice]"])
        self.assertEqual(self.rows(fence(f"#include <vector>\n\n{CASE}", ".open file=twice.cu")), ["#include <vector>"])

    def test_what_is_wrong_on_purpose_can_be_seen(self):
        case = 'TEST_CASE("a") {\n  twice<<<1, 33>>>(x);  // finds: race\n}'
        self.assertEqual(self.rows(fence(f"#include <vector>\n{case}", 'file=twice.cu finds="race"')), ["[Includes]", 'TEST_CASE("a") {'])
        self.assertEqual(self.rows(fence(CASE, 'file=twice.cu compile-error="no"')), [CASE.split("\n")[0]])

    def test_the_code_of_a_listing_is_whole(self):
        code = f"#include <vector>\n\n\n<<a>>\n\n{KERNEL}\n\n{HELPER}\n\n{CASE}\n\n__global__ void f();"
        self.assert_whole(self.listing(fence(code) + fence("__device__ int a;", "#a")), code.replace("<<a>>", "⟨a⟩"))


class TestMarks(ProofsBook):
    CODE = fence(f'{KERNEL}\n\n{CASE}\n\nTEST_CASE("timed" * doctest::skip(!weft::measuring())) {{ CHECK(1); }}', 'file=twice.cu measures="speed"')

    def stamped(self, text: str, **verdict: object) -> list[dom.Node]:
        """The folds of the finished page, where this is known of the program on loom."""
        self.weave(text)
        self.write(f"pages/{NAME}.woven", self.read("page.html"))
        self.write(f"verdicts/{NAME}.json", json.dumps({"twice": {"where": "here", "date": "2026-11-27", **verdict}}))
        subprocess.run([sys.executable, woven.BOOK / "stamp.py", "verdicts", "pages", "stamped"], cwd=self.root, check=True)
        self.assertNotIn("<!--", self.read(f"pages/{NAME}.html"))
        return dom.read(self.root / f"pages/{NAME}.html").all("details", classed="proof")

    def marks(self, folds: list[dom.Node]) -> list[list[str]]:
        return [[mark.words for mark in fold.all("b")] for fold in folds]

    def test_each_device_on_which_a_case_held(self):
        self.record(programs=self.ran("twice"), measurements={f"{NAME}/speed": {"current": True}})
        self.record(device="NVIDIA H200", programs=self.ran("twice"))
        self.assertEqual(self.marks(self.stamped(self.CODE, state="holds")), [["loom", "H100", "H200"], ["H100"]])

    def test_what_failed_or_changed_since_has_no_mark(self):
        self.record(programs=self.ran("twice", passed=False))
        self.record(device="NVIDIA H200", programs=self.ran("twice", current=False), measurements={f"{NAME}/speed": {"current": False}})
        self.assertEqual(self.marks(self.stamped(self.CODE, state="skipped", sentence="no mpirun", line=1)), [[], []])

    def test_a_program_that_is_broken_on_purpose_has_no_mark(self):
        self.record(programs=self.ran("twice"))
        self.assertEqual(self.marks(self.stamped(fence(CASE, 'file=twice.cu exits="3"'), state="holds")), [[]])

    def test_a_case_that_is_false_is_open(self):
        line = woven.HEADER.count("\n") + self.CODE[:self.CODE.index("CHECK(true)")].count("\n") + 1
        folds = self.stamped(self.CODE, state="fails", sentence="an assertion failed", line=line)
        self.assertEqual(["open" in fold.attributes for fold in folds], [True, False])
        self.assertEqual(self.marks(folds), [["fails on loom"], []])

    def test_a_helper_in_which_it_fails_is_open(self):
        text = fence(f'{KERNEL}\n{HELPER.replace("  return", "  CHECK(false);" + chr(10) + "  return")}\nTEST_CASE("a") {{ doubled({{}}); }}')
        line = woven.HEADER.count("\n") + text[:text.index("CHECK(false)")].count("\n") + 1
        self.assertEqual(["open" in fold.attributes for fold in self.stamped(text, state="fails", sentence="it failed", line=line)], [True, False])


class TestPaper(ProofsBook):
    def test_paper_has_the_sentences_the_file_and_all_kernels(self):
        book = self.weave_whole(fence(f"#include <vector>\n\n<<other>>\n\n{CASE}\n\n{KERNEL}") + fence("__global__ void f();", "#other"))
        listing = book.one("figure", id="c7-program-twice")
        self.assertEqual(listing.one("dfn").words, "twice.cu")
        self.assertEqual([item.words for item in listing.one("ul", classed="claims").all("li")], ['every element is doubled, even "0"'])
        self.assertIn(KERNEL, listing.text)
        self.assertIn("__global__ void f();", book.one("figure", id="c7-chunk-other").text)
        for kept_back in ("TEST_CASE", "CHECK", "#include"):
            self.assertFalse(any(kept_back in one.text for one in book.all("figure", classed="listing")))
        self.assertEqual(book.all("details"), [])


if __name__ == "__main__":
    tools.run_tests("pandoc")

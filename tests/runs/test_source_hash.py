#!/usr/bin/env python3
"""The hash that identifies a program changes with its tokens and with nothing else."""
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book"))
from runs import source_hash  # noqa: E402


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def hash_of(self, text: str, *extra: str) -> str:
        return source_hash.hash_of(self.write("05-vectors/program.cu", text), [self.folder, self.folder / "support"], extra)

    def same(self, one: str, other: str) -> None:
        self.assertEqual(self.hash_of(one), self.hash_of(other), source_hash.tokens_of(other))

    def differ(self, one: str, other: str) -> None:
        self.assertNotEqual(self.hash_of(one), self.hash_of(other), source_hash.tokens_of(other))


class Tokens(Files):
    def test_comments_do_not_count(self) -> None:
        self.same("int a = 1;\n", "// the first\nint a /* one */ = 1;  // end\n/* several\n * lines */\n")
        self.same("int a = 1;\n", "int a = 1; // it's \"quoted, R\"(\n")
        self.same("int a = 1;\n", "int a = 1; // continued \\\n int b = 2;\n")

    def test_a_comment_separates_two_tokens(self) -> None:
        self.same("int a;", "int/**/a;")
        self.differ("int a;", "inta;")

    def test_layout_does_not_count(self) -> None:
        self.same("for (int i = 0; i < n; ++i) { f(i); }", "for(int i=0;i<n;++i)\n{\n\tf( i );\r\n}\n\n")
        self.same("int abc = 1;", "int a\\\nbc = 1;")

    def test_every_token_counts(self) -> None:
        text = "add<<<blocks, 256>>>(a, b, 1.5e+3f);"
        for old, new in [("add", "sub"), ("256", "128"), ("1.5e+3f", "1.5e-3f"), ("<<<", "<< <"), (", b", ""), ("a, b", "b, a"), (";", ";;")]:
            self.differ(text, text.replace(old, new))
        self.differ("a = b++ + c;", "a = b + ++c;")
        self.differ("f(x);", "f(X);")

    def test_a_string_that_looks_like_a_comment(self) -> None:
        self.differ('f("a // b");', 'f("a // c");')
        self.differ('f("/*"); g(); h("*/");', 'f("/*"); h("*/");')
        self.differ('f("a\\" // b");', 'f("a\\" // c");')
        self.same("f('\"', /* b */ '\"');", "f('\"', /* c */ '\"');")
        self.differ('f("a b");', 'f("a  b");')

    def test_raw_strings(self) -> None:
        self.differ('f(R"(a // b)");', 'f(R"(a // c)");')
        self.differ('f(R"(a\nb)");', 'f(R"(a b)");')
        self.differ('f(R"(a\\\nb)");', 'f(R"(ab)");')  # a backslash at a line end stays in a raw string
        self.differ('f(u8R"to(a)" /* b */)to");', 'f(u8R"to(a)" /* c */)to");')
        self.same('f(R"(a")"); g();', 'f( R"(a")" ); /* R"( */ g();')

    def test_digit_separators(self) -> None:
        self.same("f(1'000, 2'000);", "f(1'000, /* two */ 2'000);")
        self.differ("f(1'000);", "f(1'001);")
        self.differ("f(0x1'f); /* b */ g('x');", "f(0x1'f); h('x');")

    def test_a_directive_ends_at_its_line_end(self) -> None:
        self.differ("#define A 1\nint b;", "#define A\n1 int b;")
        self.same("#define A 1 + 2\nint b;", "  #  define A   1+2 // three\n\n int b;")
        self.same("#define A 1 + 2\n", "#define A 1 \\\n  + 2\n")
        self.same("#define A 1 + 2\n", "#define A 1 /* of\n two */ + 2\n")
        self.differ("#define F(x) 1\n", "#define F (x) 1\n")
        self.differ("#define A \"1 // 2\"\n", "#define A \"1 // 3\"\n")

    def test_what_is_no_program_is_hashed_as_well(self) -> None:
        for text in ["", "/* without an end", "'", '"', 'R"(', "1'", "#", "#error don't\nint a;", "\\"]:
            self.differ(text, text + " x")
        for name, latin1 in [("one.cu", b"// caf\xe9\nf('\xe9');"), ("other.cu", b"f('\xe9');")]:
            (self.folder / name).write_bytes(latin1)
        self.assertEqual(*(source_hash.hash_of(self.folder / name, []) for name in ["one.cu", "other.cu"]))


class Includes(Files):
    def setUp(self) -> None:
        super().setUp()
        self.program = self.write("05-vectors/program.cu", '#include "common/a.cuh"\n#include <cstdio>\n#include <lib/c.h>\n#include "d.cuh"\n')
        self.write("common/a.cuh", '#include "b.cuh"\nint a;\n')
        self.write("common/b.cuh", "int b;\n")
        self.write("support/lib/c.h", "int c;\n")
        self.write("05-vectors/d.cuh", "int d;\n")

    def now(self, *extra: str) -> str:
        return source_hash.hash_of(self.program, [self.folder, self.folder / "support"], extra)

    def test_each_included_file_counts_but_not_its_comments(self) -> None:
        for name in ["common/a.cuh", "common/b.cuh", "support/lib/c.h", "05-vectors/d.cuh"]:
            with self.subTest(name):
                path, before = self.folder / name, self.now()
                text = path.read_text()
                self.write(name, text + "// a comment\n")
                self.assertEqual(self.now(), before)
                self.write(name, text + "int more;\n")
                self.assertNotEqual(self.now(), before)

    def test_the_file_beside_comes_before_the_one_in_a_root(self) -> None:
        before = self.now()
        self.write("d.cuh", "int other;\n")
        self.assertEqual(self.now(), before)
        self.write("05-vectors/common/a.cuh", "int other;\n")
        self.assertNotEqual(self.now(), before)

    def test_an_angled_include_is_not_looked_up_beside(self) -> None:
        before = self.now()
        self.write("05-vectors/lib/c.h", "int other;\n")
        self.assertEqual(self.now(), before)

    def test_a_system_header_counts_by_its_name(self) -> None:
        before = self.now()
        self.write("05-vectors/program.cu", self.program.read_text().replace("cstdio", "cmath"))
        self.assertNotEqual(self.now(), before)

    def test_an_include_in_a_comment_or_a_string_is_none(self) -> None:
        text = '// #include "secret.cuh"\n/*\n#include "secret.cuh"\n*/\nauto s = R"(\n#include "secret.cuh"\n)";\n'
        before = self.hash_of(text)
        self.write("secret.cuh", "int secret;\n")
        self.assertEqual(self.hash_of(text), before)

    def test_cycles_end(self) -> None:
        self.write("common/b.cuh", '#include "a.cuh"\n#include "b.cuh"\nint b;\n')
        before = self.now()
        self.write("common/b.cuh", '#include "a.cuh"\n#include "b.cuh"\nint c;\n')
        self.assertNotEqual(self.now(), before)

    def test_a_second_include_of_a_file_adds_no_second_hash(self) -> None:
        found: dict[str, str] = {}
        source_hash.read_into(found, str(self.write("twice.cu", '#include "common/b.cuh"\n#include "05-vectors/../common/b.cuh"\n')), [])
        self.assertEqual(len(found), 2)

    def test_the_path_of_the_checkout_does_not_count(self) -> None:
        before = self.now()
        with tempfile.TemporaryDirectory() as other:
            moved = pathlib.Path(other) / "elsewhere"
            os.rename(self.folder, moved)
            self.addCleanup(self.folder.mkdir)
            self.assertEqual(source_hash.hash_of(moved / "05-vectors/program.cu", [moved, moved / "support"]), before)

    def test_what_else_identifies_a_program_counts(self) -> None:
        seen = [self.now(), self.now("exits=3"), self.now("exits=3", "ranks=1 2"), self.now("exits=3ranks=1 2")]
        self.assertEqual(len(set(seen)), len(seen))

    def test_sixteen_digits(self) -> None:
        self.assertRegex(self.now(), r"\A[0-9a-f]{16}\Z")


if __name__ == "__main__":
    unittest.main()

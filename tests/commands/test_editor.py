"""clangd, the distribution's, reads the book's files with completion and without errors, from what the first command wrote."""
from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import ROOT, tools  # noqa: E402
from runs import regions  # noqa: E402

STUB = "exercises/07-shared-memory/norm.cu"  # in this place the stub is read, whatever the reader has written there
READ = [STUB,
        "solutions/09-cublas/gram.cu",            # cuBLAS
        "snippets/01-the-cuda-model/hello.cu",    # device printf
        "snippets/08-constant-and-texture-memory/turn.cu",
        "tests/exercises/05-vectors/dot.cu"]


def text_of(name: str) -> str:
    if name == STUB:
        return regions.stub_of((ROOT / STUB.replace("exercises/", "solutions/")).read_text(encoding="utf-8"))
    return (ROOT / name).read_text(encoding="utf-8")


class Server:
    """One clangd, spoken to as an editor does."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.process = subprocess.Popen(["clangd", "--log=error", "--background-index=false"], cwd=folder,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.asks("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self.tells("initialized", {})

    def tells(self, method: str, params: dict, number: int | None = None) -> None:
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params} | ({} if number is None else {"id": number}))
        self.process.stdin.write(f"Content-Length: {len(text.encode())}\r\n\r\n{text}".encode())
        self.process.stdin.flush()

    def asks(self, method: str, params: dict) -> dict:
        self.number += 1
        self.tells(method, params, self.number)
        while (message := self.hears()).get("id") != self.number:
            pass
        return message["result"]

    def hears(self) -> dict:
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            raise EOFError("clangd has ended")
        return json.loads(self.process.stdout.read(length))

    def errors(self, path: pathlib.Path, text: str) -> list[str]:
        """What clangd finds wrong with a file that is opened with this text."""
        self.tells("textDocument/didOpen",
                   {"textDocument": {"uri": path.as_uri(), "languageId": "cuda-cpp", "version": 1, "text": text}})
        while (message := self.hears()).get("method") != "textDocument/publishDiagnostics":
            pass
        return [f"{one['range']['start']['line'] + 1}: {one['message']}" for one in message["params"]["diagnostics"] if one["severity"] == 1]

    def completions(self, path: pathlib.Path, line: int, column: int) -> list[str]:
        at = {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": column}}
        return [item["label"].strip(" •") for item in self.asks("textDocument/completion", at)["items"]]

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


class Editor(unittest.TestCase):
    def setUp(self) -> None:
        self.assertTrue((ROOT / "compile_commands.json").exists(), "./weft has not been called in this clone")
        self.clangd = Server(ROOT)
        self.addCleanup(self.clangd.end)

    def test_the_books_files_have_no_errors(self) -> None:
        for name in READ:
            with self.subTest(file=name):
                self.assertEqual(self.clangd.errors(ROOT / name, text_of(name)), [])

    def test_a_mistake_is_found_at_its_line(self) -> None:
        path = ROOT / STUB
        text = text_of(STUB) + "\n__global__ void twice(int* n) { *n = 2 * *m; }\n"
        found = self.clangd.errors(path, text)
        self.assertEqual(found, [f"{len(text.splitlines())}: Use of undeclared identifier 'm'"])

    def test_completion_knows_cuda_and_the_books_helpers(self) -> None:
        path = ROOT / "exercises" / "mine.cu"  # in no list
        lines = ['#include "common/buffer.cuh"', "__global__ void k(weft::View<int> v) { v. }", "void f() { cudaMemcpyTo }"]
        self.clangd.errors(path, "\n".join(lines) + "\n")
        self.assertTrue(any(label.startswith("size(") for label in self.clangd.completions(path, 1, lines[1].index("v. ") + 2)))
        self.assertTrue(any(label.startswith("cudaMemcpyToSymbol(")
                            for label in self.clangd.completions(path, 2, lines[2].index("To") + 2)))


if __name__ == "__main__":
    tools.run_tests("clangd")

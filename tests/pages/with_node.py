#!/usr/bin/env python3
"""Runs a check written for Node, or says what is missing and skips it: with_node.py SCRIPT FOLDER [--browser]"""
from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def missing(browser: str | None, wants_browser: bool) -> str:
    if not shutil.which("node"):
        return "Node is missing; install nodejs and npm"
    if not (HERE / "node_modules").is_dir():
        return "the packages of tests/pages are missing; run npm ci in that folder"
    if wants_browser and not browser:
        return "Chromium is missing; install chromium"
    return ""


def main() -> int:
    script, folder, *options = sys.argv[1:]
    wants_browser = "--browser" in options
    browser = shutil.which("chromium")
    if reason := missing(browser, wants_browser):
        print(f"skipped: {reason}")
        return SKIPPED
    command = ["node", script, folder, *([browser] if wants_browser and browser else [])]
    return subprocess.run(command, cwd=HERE).returncode


if __name__ == "__main__":
    sys.exit(main())

"""Reads what the filters read: the value of a file of Lua, by the Lua that is in Pandoc."""
from __future__ import annotations

import json
import pathlib
import subprocess

AS_JSON = pathlib.Path(__file__).with_name("as_json.lua")


def read(path: pathlib.Path) -> object:
    """An empty table is taken as a list."""
    command = ["pandoc", "--from=markdown", "--to=plain", "--wrap=none", f"--lua-filter={AS_JSON}", f"--metadata=file:{path}"]
    return json.loads(subprocess.run(command, input="", check=True, capture_output=True, text=True).stdout)

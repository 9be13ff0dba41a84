"""What the build calls: __main__.py MODULE ARGUMENT..., where MODULE is one in this folder that has a main."""
import importlib
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parents[1])
importlib.import_module(f"runs.{sys.argv[1]}").main(sys.argv[2:])

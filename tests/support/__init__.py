"""What several tests share. Importing it makes the modules of book/ importable, wherever they lie."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "book"), str(ROOT / "book/site")]

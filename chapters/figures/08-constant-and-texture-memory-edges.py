"""The edges that the program found in the photograph."""

import sys
from pathlib import Path

from picture import read, write

write(__file__, read(Path(sys.argv[1]) / "edges.pgm"))

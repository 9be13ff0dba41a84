"""The photograph, as the program read it."""

import sys
from pathlib import Path

from picture import read, write

write(__file__, read(Path(sys.argv[1]) / "original.pgm"))

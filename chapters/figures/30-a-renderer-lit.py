"""The scene with light and shadow, as the program painted it."""

import sys
from pathlib import Path

from picture import read, write

write(__file__, read(Path(sys.argv[1]) / "lit.ppm"))

"""A sphere whose shadow rays begin on its surface, and a step off it."""

import sys
from pathlib import Path

from picture import read, write

write(__file__, read(Path(sys.argv[1]) / "acne.ppm"))

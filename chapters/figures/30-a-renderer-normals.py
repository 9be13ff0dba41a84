"""The normals of the scene as colours, as the program painted them."""

import sys
from pathlib import Path

from picture import read, write

write(__file__, read(Path(sys.argv[1]) / "normals.ppm"))

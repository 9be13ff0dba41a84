"""A cat, by its slow waves on the left and by the others on the right, as the program parted them."""

import sys
from pathlib import Path

from picture import read, write

write(__file__, read(Path(sys.argv[1]) / "halves.pgm"))

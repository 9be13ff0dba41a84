"""The cat's slow waves, and the others, as the program parted them."""

import sys
from pathlib import Path

from picture import read, write

write(__file__, read(Path(sys.argv[1]) / "both.pgm"))

"""Pictures that a program of the book wrote as PGM or PPM, as the PNG that a page can show."""

import re
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

COLOURS = {1: 0, 3: 2}  # samples a pixel, and PNG's name for that
SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD = re.compile(rb"(P5|P6)\s+(\d+)\s+(\d+)\s+255\s")


@dataclass
class Picture:
    width: int
    height: int
    samples: int  # a pixel: 1 grey, 3 red, green and blue
    data: bytes  # a byte a sample, row after row


def read(path):
    """The picture in a binary PGM or PPM file with 255 as its largest value and no comment."""
    head = HEAD.match(content := Path(path).read_bytes())
    if not head:
        raise ValueError(f"{path} is not a PGM or PPM of bytes")
    kind, width, height = head[1], int(head[2]), int(head[3])
    return Picture(width, height, {b"P5": 1, b"P6": 3}[kind], content[head.end():])


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write(program, shown):
    """Writes the picture beside the program that makes it, under the same name."""
    row = shown.width * shown.samples
    # Each row begins with the number of its filter; 0 is none.
    rows = b"".join(b"\0" + shown.data[y * row:(y + 1) * row] for y in range(shown.height))
    head = struct.pack(">IIBBBBB", shown.width, shown.height, 8, COLOURS[shown.samples], 0, 0, 0)
    Path(program).with_suffix(".png").write_bytes(
        SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))

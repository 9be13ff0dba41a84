"""A few words for drawing figures: shapes in, SVG text out.

Figures are inlined into pages, so they take their colours from the page: text and lines from `currentColor`,
fills from the variables --figure-1, --figure-2 and --figure-quiet. The attribute beside each variable is for readers
of SVG that know no variables. Fills are translucent, so that text on them is legible on light and on dark pages.
"""

from html import escape
from pathlib import Path

WIDTH = 720
FILLS = {
    "none": 'fill="none"',
    "first": 'fill="#2f9dbd" style="fill:var(--figure-1, #2f9dbd)" fill-opacity="0.5"',
    "second": 'fill="#e0923f" style="fill:var(--figure-2, #e0923f)" fill-opacity="0.6"',
    "quiet": 'fill="#888888" style="fill:var(--figure-quiet, #888888)" fill-opacity="0.2"',
}


def rect(x, y, width, height, fill="none", stroke=1.5, radius=3, dash=None):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" {FILLS[fill]}'
            f' stroke="currentColor" stroke-width="{stroke:g}"{dashes}/>')


def text(x, y, words, size=15, anchor="middle", weight=None, style=None):
    extra = (f' font-weight="{weight}"' if weight else "") + (f' font-style="{style}"' if style else "")
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"{extra}>{escape(words)}</text>'


def code(x, y, words, size=15, anchor="middle"):
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"'
            f' font-family="ui-monospace, monospace">{escape(words)}</text>')


def line(x1, y1, x2, y2, width=1.5, dash=None, arrow=False):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    path = (f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" fill="none" stroke="currentColor"'
            f' stroke-width="{width:g}"{dashes}/>')
    return path + (head(x1, y1, x2, y2) if arrow else "")


def head(x1, y1, x2, y2, size=8):
    """The head of an arrow that ends at (x2, y2)."""
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / length * size, (y2 - y1) / length * size
    return (f'<path d="M{x2:g} {y2:g}L{x2 - ux - uy / 2:.2f} {y2 - uy + ux / 2:.2f}'
            f'L{x2 - ux + uy / 2:.2f} {y2 - uy - ux / 2:.2f}Z" fill="currentColor"/>')


def write(program, height, title, description, shapes, width=WIDTH):
    """Writes the figure beside the program that draws it, under the same name."""
    body = "\n".join(shapes)
    Path(program).with_suffix(".svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' font-family="system-ui, sans-serif" fill="currentColor">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n{body}\n</svg>\n",
        encoding="utf-8")

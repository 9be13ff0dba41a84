"""What a release needs: the site, the PDF, the EPUB and the source, each with version and date, and their checksums."""
from __future__ import annotations

import gzip
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

from runs import files, project, verdicts
from runs.project import UserError

NAME = "warp-and-weft"
HEADING = re.compile(r"^## (\S+), (not released yet|\d{4}-\d{2}-\d{2})$", re.MULTILINE)
CITED = re.compile(r"^(version|date-released): \"?([^\"\n]*)\"?$", re.MULTILINE)
OF_SITE = (".html", ".css", ".js", ".otf", ".woven")  # endings of what stamping needs and a web server serves
NOT_OF_SITE = ("epub.css",)


def edition(draft: bool) -> tuple[str, str]:
    """Version and date, on which VERSION, CHANGELOG.md and CITATION.cff agree. Only a draft has no date."""
    heading = HEADING.search((project.root / "CHANGELOG.md").read_text(encoding="utf-8"))
    if not heading:
        raise UserError("CHANGELOG.md has no heading such as: ## 0.1.0, 2026-12-01")
    version, date = heading.groups()
    cited = dict(CITED.findall((project.root / "CITATION.cff").read_text(encoding="utf-8")))
    if not version == project.version() == cited.get("version"):
        raise UserError(f"CHANGELOG.md says version {version}, subprojects/loom/VERSION {project.version()}, CITATION.cff {cited.get('version')}. Make them agree.")
    if draft:
        return version, date
    if date == "not released yet":
        raise UserError(f"CHANGELOG.md says that {version} is not released yet. Write the date there and as date-released in CITATION.cff, or make a draft: ./weft release --draft")
    if cited.get("date-released") != date:
        raise UserError(f"CHANGELOG.md says {date}, and date-released in CITATION.cff {cited.get('date-released')}. Make them agree.")
    return version, date


def refuse_changes() -> None:
    """The source of a release is a commit."""
    changed = git("status", "--porcelain").stdout.strip()
    if changed:
        raise UserError(f"There are changes that are not committed, and a release is of a commit. Commit them, or make a draft: ./weft release --draft\n{changed}")


def git(*words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(["git", *words], cwd=project.root, capture_output=True, text=True)
    if done.returncode != 0:
        raise UserError(f"A release is made of a Git checkout: {done.stderr.strip()}")
    return done


def assemble(version: str, made: list[pathlib.Path]) -> list[pathlib.Path]:
    """Puts everything into build/release/, from the pages and these files of the whole book, which are there already."""
    folder = project.build / "release"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    make_site(folder / "site")
    stem = f"{NAME}-{version}"
    pack(folder / "site", f"{stem}-site", folder / f"{stem}-site.tar.gz")
    for file in made:
        shutil.copy2(file, folder / f"{stem}{file.suffix}")
    git("-c", "tar.tar.gz.command=gzip -cn", "archive", "--format=tar.gz", f"--prefix={stem}/", "-o", str(folder / f"{stem}.tar.gz"), "HEAD")
    parts = sorted(path for path in folder.iterdir() if path.is_file())
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in parts)
    files.replace(folder / "SHA256SUMS", sums)
    return [*parts, folder / "SHA256SUMS"]


def make_site(site: pathlib.Path) -> None:
    """The pages as a folder for a web server. They say what the record knows, not what has run on this machine."""
    pages = project.build / "book"
    site.mkdir()
    for path in pages.iterdir():
        if path.suffix in OF_SITE and path.name not in NOT_OF_SITE:
            shutil.copy2(path, site)
    if (pages / "figures").is_dir():
        shutil.copytree(pages / "figures", site / "figures")
    with tempfile.TemporaryDirectory() as nothing_ran:
        known = pathlib.Path(nothing_ran) / "verdicts"
        verdicts.main([str(known), nothing_ran])
        subprocess.run([sys.executable, str(project.root / "book/site/stamp.py"), str(known), str(site), str(known / "stamped")], check=True)
    for path in site.glob("*.woven"):
        path.unlink()
    missing = [chapter for chapter in project.chapters() if not (site / f"{chapter}.html").exists()]
    if missing:
        raise UserError(f"These chapters have programs that are not recorded as they are now, so they have no page: {', '.join(missing)}. To record them: ./weft record")
    (site / ".nojekyll").touch()  # GitHub's pages would leave out files by their names


def pack(folder: pathlib.Path, prefix: str, target: pathlib.Path) -> None:
    """The same files give the same archive, whoever packs them."""
    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = ""
        entry.mode = 0o755 if entry.isdir() else 0o644
        return entry

    with open(target, "wb") as file, gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.add(path, f"{prefix}/{path.relative_to(folder)}", recursive=False, filter=plain)

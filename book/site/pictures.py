#!/usr/bin/env python3
"""Copies the pictures of the pages to their folder: pictures.py FIGURES PAGES STAMP DEPFILE"""
import pathlib
import shutil
import sys

figures, pages, stamp, depfile = map(pathlib.Path, sys.argv[1:])
folder = pages / "figures"
folder.mkdir(exist_ok=True)
pictures = sorted(figures.glob("*.png"))
for old in {picture.name for picture in folder.iterdir()} - {picture.name for picture in pictures}:
    (folder / old).unlink()
for picture in pictures:
    shutil.copyfile(picture, folder / picture.name)
stamp.write_text("".join(f"{picture.name}\n" for picture in pictures), encoding="utf-8")
depfile.write_text(f"{stamp}: {' '.join(map(str, [figures, *pictures]))}\n", encoding="utf-8")

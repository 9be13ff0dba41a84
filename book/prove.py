#!/usr/bin/env python3
"""What Meson runs to prove the book: prove.py MODULE ARGUMENT..., where MODULE is one of those in book/weft/proofs/."""
import importlib
import sys

importlib.import_module(f"weft.proofs.{sys.argv[1]}").main(sys.argv[2:])

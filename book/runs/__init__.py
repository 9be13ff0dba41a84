"""What the build and its tests run to prove the book, each a module with a main: book/prove.py MODULE ARGUMENT..."""

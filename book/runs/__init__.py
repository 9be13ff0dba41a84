"""What the build and its tests run to prove the book, each a module with a main: python3 book/runs MODULE ARGUMENT..."""

--- The kinds of finding that loom reports, as `finds=` and the marks `// finds: kind` name them, and what a sentence calls each.
-- book/site/solutions.py reads these lines as they stand.
return {
  ["divergent-barrier"] = "a divergent barrier",
  ["misaligned"] = "a misaligned access",
  ["out-of-bounds"] = "an access out of bounds",
  ["race"] = "a race",
  ["uninitialised-read"] = "a read of uninitialised memory",
  ["wrong-mask"] = "a wrong mask",
  ["wrong-phase"] = "a wait for a wrong phase",
  ["wrong-swizzle"] = "a wrong swizzle",
}

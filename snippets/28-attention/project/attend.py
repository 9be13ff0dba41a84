# Tangled from chapters/28-attention.md. Edit there. [sha1 b6635475fb44e61b00a4cb478cc639f629111996]
"""Calls weft_attend, and compares its results with the definition."""
import ctypes
import math
import random
import sys

library = ctypes.CDLL(sys.argv[1] if sys.argv[1:] else None)  # None: this program itself


def attend(q, k, v, heads, of_keys, d, causal):
    """softmax(q kᵀ / √d) v for lists of floats, by rows of d."""
    o = (ctypes.c_float * len(q))()
    matrices = [(ctypes.c_float * len(x))(*x) for x in (q, k, v)]
    queries, keys = len(q) // (heads * d), len(k) // (of_keys * d)
    error = library.weft_attend(*matrices, o, heads, of_keys, queries, keys, d, causal)
    if error != 0:
        raise RuntimeError(f"weft_attend: error {error} of CUDA")
    return list(o)


def means(query, keys, values, d):
    """By the definition: for each column of the values their mean, and the mean of their magnitudes."""
    scores = [sum(a * b for a, b in zip(query, key)) / math.sqrt(d) for key in keys]
    powers = [math.exp(score) for score in scores]
    for column in zip(*values):
        yield tuple(sum(p * x for p, x in zip(powers, xs)) / sum(powers) for xs in (column, map(abs, column)))


def rows(x, d):
    return [x[i:i + d] for i in range(0, len(x), d)]


def main():
    heads, of_keys, queries, keys = 2, 1, 40, 150
    checked = 0
    for d in (64, 128):
        sizes = (heads * queries * d, of_keys * keys * d, of_keys * keys * d)
        q, k, v = ([random.randint(-64, 64) / 64 for _ in range(size)] for size in sizes)
        found = rows(attend(q, k, v, heads, of_keys, d, causal=True), d)
        for i, (query, row) in enumerate(zip(rows(q, d), found)):
            seen = i % queries + 1 + keys - queries
            for x, (mean, magnitude) in zip(row, means(query, rows(k, d)[:seen], rows(v, d)[:seen], d)):
                assert abs(x - mean) <= 1.05 * 2**-8 * (magnitude + abs(mean)), (i, x, mean)
                checked += 1
    print(checked, "results within the bound")
    try:
        attend([0.0] * 32, [0.0] * 32, [0.0] * 32, 1, 1, 32, causal=False)
    except RuntimeError as error:
        print(error)


main()

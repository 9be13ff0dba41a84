"""Trains the network of *Tensor cores* on the first half of the pictures, and writes its weights in bfloat16 to weights.txt.

64 inputs from 0 to 1, 64 hidden units with ReLU, 10 outputs. Cross entropy after softmax, batches of 32 with momentum and weight decay.
Epochs, rate and decay were chosen with thirds of the first half left out. The second half was not used for any choice.
Sums are `math.fsum`, which is rounded once, so that every version of Python computes the same. It takes ten seconds.
"""

import math
import operator
import random
import struct
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
HIDDEN, DIGITS, FOR_TRAINING = 64, 10, 898
EPOCHS, BATCH, RATE, MOMENTUM, DECAY = 20, 32, 0.1, 0.9, 1e-3

Rows = list[list[float]]


def pictures() -> list[tuple[int, list[float]]]:
    """Each picture: which digit it is, and its 64 values."""
    lines = (FOLDER / "pictures.txt").read_text(encoding="ascii").split()
    return [(int(line[0]), [int(value, 17) / 16 for value in line[1:]]) for line in lines]


def layer(weights: Rows, values: list[float]) -> list[float]:
    """The sums of a layer. Each row of weights begins with the bias."""
    inputs = (1.0, *values)
    return [math.fsum(map(operator.mul, row, inputs)) for row in weights]


def answers(first: Rows, second: Rows, values: list[float]) -> tuple[list[float], list[float]]:
    """The hidden values, and a probability of each digit."""
    hidden = [max(0.0, each) for each in layer(first, values)]
    sums = layer(second, hidden)
    largest = max(sums)
    powers = [math.exp(each - largest) for each in sums]
    total = math.fsum(powers)
    return hidden, [power / total for power in powers]


def add(gradient: Rows, slopes: list[float], values: list[float]) -> None:
    """Adds what one picture contributes to the gradient of a layer."""
    inputs = (1.0, *values)
    for unit, slope in enumerate(slopes):
        if slope != 0:
            gradient[unit] = [old + slope * value for old, value in zip(gradient[unit], inputs)]


def step(weights: Rows, speeds: Rows, gradient: Rows, rate: float, count: int) -> None:
    for row, (speed, slopes) in enumerate(zip(speeds, gradient)):
        speeds[row] = [MOMENTUM * old - rate * (slope / count + DECAY * weight) for old, slope, weight in zip(speed, slopes, weights[row])]
        weights[row] = [weight + change for weight, change in zip(weights[row], speeds[row])]


def zeros(like: Rows) -> Rows:
    return [[0.0] * len(row) for row in like]


def train(shown: list[tuple[int, list[float]]]) -> tuple[Rows, Rows]:
    chance = random.Random(1)
    first, second = ([[0.0, *(chance.uniform(-1, 1) * math.sqrt(6 / inputs) for _ in range(inputs))] for _ in range(units)]
                     for units, inputs in ((HIDDEN, 64), (DIGITS, HIDDEN)))
    speeds = zeros(first), zeros(second)
    for epoch in range(EPOCHS):
        chance.shuffle(shown)
        rate = RATE * (1 - epoch / EPOCHS)
        for start in range(0, len(shown), BATCH):
            batch = shown[start:start + BATCH]
            gradients = zeros(first), zeros(second)
            for digit, values in batch:
                hidden, found = answers(first, second, values)
                of_second = [each - (place == digit) for place, each in enumerate(found)]
                back = [math.fsum(slope * row[1 + unit] for slope, row in zip(of_second, second)) if value > 0 else 0.0
                        for unit, value in enumerate(hidden)]
                add(gradients[1], of_second, hidden)
                add(gradients[0], back, values)
            step(first, speeds[0], gradients[0], rate, len(batch))
            step(second, speeds[1], gradients[1], rate, len(batch))
    return first, second


def bfloat16(number: float) -> int:
    """The bits of the nearest bfloat16: the upper half of a float, rounded to nearest, ties to even."""
    bits = int.from_bytes(struct.pack(">f", number), "big")
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16


if __name__ == "__main__":
    layers = train(pictures()[:FOR_TRAINING])
    lines = [" ".join(f"{bfloat16(number):04x}" for number in row) for weights in layers for row in weights]
    (FOLDER / "weights.txt").write_text("\n".join(lines) + "\n", encoding="ascii")

"""What networks without biases can and cannot do, in exact arithmetic."""

from fractions import Fraction
from itertools import pairwise
from math import exp
from random import Random

appended_constant = 1
widths = (784, 512, 256, 128, 10)
sample_inputs = (-1, 0, 1)
far_inputs = (-30, 40)
sample_shapes = ((2, 3, 1), (3, 5, 4, 2), (4, 4, 4, 4, 4, 3))


def relu(z):
    """The rectifier."""
    return max(z, 0)


def sigma(z):
    """The logistic sigmoid."""
    return 1 / (1 + exp(-z))


def h(x):
    """The counterexample: no network without biases in its head makes it from a single unit."""
    return relu(x) + 1


def affine(x, matrix, bias):
    """A row through an affine layer."""
    return [sum(a * w for a, w in zip(x, column)) + b for column, b in zip(zip(*matrix), bias)]


def forward(x, layers):
    """A row through a network, with rectifiers between the layers."""
    *hidden, head = layers
    for matrix, bias in hidden:
        x = [relu(z) for z in affine(x, matrix, bias)]
    return affine(x, *head)


def network(shape, random, biased):
    """A network of the shape with random integer weights."""
    return [
        (
            [[random.randint(-9, 9) for _ in range(outputs)] for _ in range(inputs)],
            [random.randint(-9, 9) if biased else 0 for _ in range(outputs)],
        )
        for inputs, outputs in pairwise(shape)
    ]


def absorb_first(layers):
    """Move the first bias into a row of the first matrix, for an input with the constant appended."""
    (matrix, bias), *rest = layers
    return [([*matrix, [Fraction(b, appended_constant) for b in bias]], [0] * len(bias)), *rest]


def carry(layers):
    """Move every bias into its matrix, at the price of a hidden unit a layer that hands the constant on."""
    absorbed = []
    for number, (matrix, bias) in enumerate(layers, 1):
        rows = [*matrix, [Fraction(b, appended_constant) for b in bias]]
        if number < len(layers):
            rows = [[*row, int(row is rows[-1])] for row in rows]
        absorbed.append((rows, [0] * len(rows[0])))
    return absorbed


def main():
    """Print the numbers of the exercise, each claim asserted on exact examples."""
    random = Random(5)
    at_origin = set()
    for shape in sample_shapes:
        at_origin.update(forward([0] * shape[0], network(shape, random, biased=False)))
        layers, x = network(shape, random, biased=True), [random.randint(-9, 9) for _ in range(shape[0])]
        augmented = [*x, appended_constant]
        assert forward(augmented, absorb_first(layers)) == forward(x, layers), "the first bias is absorbed"
        assert forward(augmented, carry(layers)) == forward(x, layers), "carried on, the constant serves all"
    (origin,) = at_origin
    print(f"f(0) = {origin}")
    print(f"ReLU(0) = {relu(0)}")
    print(f"sigma(0) = {Fraction(sigma(0))}")
    print(f"appended constant = {appended_constant}")

    values = [h(x) for x in sample_inputs]
    print(f"h.inputs = {list(sample_inputs)}")
    print(f"h.values = {values}")
    for x in far_inputs:
        print(f"h({x}) = {h(x)}")
    steps = [b - a for a, b in pairwise(values)]
    assert min(values) > 0, "a single unit would be on at every sample, hence affine"
    assert len(set(steps)) > 1, "and h is not affine there"
    repaired = carry([([[1]], [0]), ([[1]], [h(0)])])
    again = [forward([x, appended_constant], repaired)[0] for x in sample_inputs]
    assert again == values, "a unit that carries the constant repairs it"

    biases = widths[1:]
    total = sum(inputs * outputs for inputs, outputs in pairwise(widths)) + sum(biases)
    assert total == sum((inputs + 1) * outputs for inputs, outputs in pairwise(widths)), "bias as a row"
    print(f"layers.biases = {list(biases)}")
    print(f"biases = {sum(biases)}")
    print(f"parameters = {total}")
    print(f"biases, share of the parameters = {float(Fraction(100 * sum(biases), total)):.3f} %")


if __name__ == "__main__":
    main()

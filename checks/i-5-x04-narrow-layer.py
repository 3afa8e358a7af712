"""Inputs that a narrow first layer cannot tell apart, found and tested in exact arithmetic."""

from fractions import Fraction
from itertools import pairwise, product
from random import Random

d_0, d_1 = 10, 3
x = (1, 1, 1, 0, 0, 0, 0, 0, 0, 0)
v = (0, 0, 0, 1, 0, 0, 0, 0, 0, 0)
seen_row = (1, 0, 0)
tails = ((d_1, 2), (d_1, 12, 2), (d_1, 5, 12, 4, 2))


def plus(a, b):
    """The sum of two rows."""
    return [s + t for s, t in zip(a, b)]


def times(row, matrix):
    """A row times a matrix."""
    return [sum(a * w for a, w in zip(row, column)) for column in zip(*matrix)]


def null_space(matrix):
    """The rank of a matrix and a basis of the rows v with v W = 0, by elimination on the columns of W."""
    equations = [[Fraction(entry) for entry in column] for column in zip(*matrix)]
    unknowns, pivots = len(matrix), []
    for j in range(unknowns):
        rank = len(pivots)
        found = next((i for i in range(rank, len(equations)) if equations[i][j]), None)
        if found is None:
            continue
        equations[rank], equations[found] = equations[found], equations[rank]
        equations[rank] = [entry / equations[rank][j] for entry in equations[rank]]
        for i, equation in enumerate(equations):
            if i != rank:
                equations[i] = [a - equation[j] * b for a, b in zip(equation, equations[rank])]
        pivots.append(j)
    basis = []
    for free in sorted(set(range(unknowns)) - set(pivots)):
        vector = [Fraction(int(j == free)) for j in range(unknowns)]
        for equation, pivot in zip(equations, pivots):
            vector[pivot] = -equation[free]
        basis.append(vector)
    return len(pivots), basis


def random_matrix(inputs, outputs, random):
    """A matrix of random integers."""
    return [[random.randint(-9, 9) for _ in range(outputs)] for _ in range(inputs)]


def random_layers(shape, random):
    """Random integer layers, each a matrix and a bias."""
    return [
        (random_matrix(inputs, outputs, random), random_matrix(1, outputs, random)[0])
        for inputs, outputs in pairwise(shape)
    ]


def forward(row, layers):
    """What enters each layer, and the output; rectifiers between the layers."""
    *hidden, (head, head_bias) = layers
    entering = [list(row)]
    for matrix, bias in hidden:
        entering.append([max(a, 0) for a in plus(times(entering[-1], matrix), bias)])
    return [*entering, plus(times(entering[-1], head), head_bias)]


def gradients(row, layers):
    """Gradients of the sum of the outputs, a matrix and a bias a layer, by the chain rule."""
    entering = forward(row, layers)
    delta, result = [1] * len(entering[-1]), []
    for (matrix, _), before in zip(reversed(layers), reversed(entering[:-1])):
        result.insert(0, ([[a * d for d in delta] for a in before], delta))
        back = [sum(w * d for w, d in zip(weights, delta)) for weights in matrix]
        delta = [b if a > 0 else 0 for a, b in zip(before, back)]
    return result


def first_gradient_by_differences(row, layers):
    """The gradient of the first matrix once more, from exact differences inside a linear region."""
    (matrix, bias), *rest = layers
    step, base = Fraction(1, 10**6), sum(forward(row, layers)[-1])
    result = [list(entries) for entries in matrix]
    for i, j in product(range(d_0), range(d_1)):
        moved = [list(entries) for entries in matrix]
        moved[i][j] += step
        result[i][j] = (sum(forward(row, [(moved, bias), *rest])[-1]) - base) / step
    return result


def main():
    """Print the construction, the concrete pair and what a gradient sees of it."""
    random = Random(4)
    nullities = set()
    for tail in tails:
        layers = random_layers((d_0, *tail), random)
        rank, basis = null_space(layers[0][0])
        assert rank <= min(d_0, d_1), "the rank is bounded by the width"
        nullities.add(len(basis))
        for vector in basis:
            point = random_matrix(1, d_0, random)[0]
            moved = plus(point, vector)
            assert moved != point, "the inputs differ"
            assert forward(moved, layers)[-1] == forward(point, layers)[-1], "the outputs do not"

    first = [[int(i == j) for j in range(d_1)] for i in range(d_0)]
    rank, basis = null_space(first)
    assert [rank, len(basis)] == [d_1, d_0 - d_1], "rank and nullity add up to the inputs"
    assert list(v) in basis, "v is in the null space"
    assert min(nullities) == len(basis), "random matrices leave as much unseen"
    place = 1 + v.index(1)
    print(f"d_0 = {d_0}")
    print(f"d_1 = {d_1}")
    print(f"W.shape = {d_0} x {d_1}")
    print(f"W.rank at most = {rank}")
    print(f"null space.dimension at least = {len(basis)}")
    print(f"first rows of W = {sum(map(any, first))}")
    print(f"v = {list(v)}")
    print(f"x = {list(x)}")
    print(f"sum x + v = {plus(x, v)}")
    print(f"coordinate not there = {place}")
    print(f"x W = {times(x, first)}")
    print(f"(x + v) W = {times(plus(x, v), first)}")
    assert times(x, first) == times(plus(x, v), first), "the pair is one to this matrix"

    layers = [(first, [1, 2, 3]), *random_layers((d_1, 5, 12, 4, 2), random)]
    assert forward(x, layers)[1:] == forward(plus(x, v), layers)[1:], "nothing later differs"
    here, there = gradients(x, layers), gradients(plus(x, v), layers)
    for point, found in ((x, here), (plus(x, v), there)):
        assert first_gradient_by_differences(point, layers) == found[0][0], "the chain rule is right"
    assert here[1:] == there[1:], "later gradients agree"
    assert here[0][1] == there[0][1], "so does that of the first bias"
    differing = [i for i, (a, b) in enumerate(zip(here[0][0], there[0][0]), 1) if a != b]
    print(f"gradient of W.rows that differ = {differing}")

    changed = [row if i != place else list(seen_row) for i, row in enumerate(first, 1)]
    blind = null_space(changed)[1]
    print(f"zeros of row = {place}")
    print(f"replaced by = {changed[place - 1]}")
    print(f"x still gives = {times(x, changed)}")
    print(f"x + v now gives = {times(plus(x, v), changed)}")
    print(f"changed matrix.null vector = {list(map(int, blind[0]))}")
    assert times(x, changed) != times(plus(x, v), changed), "this matrix tells the pair apart"
    assert times(x, changed) == times(plus(x, blind[0]), changed), "and not another pair"
    assert len(blind) == len(basis), "as many dimensions as before stay unseen"


if __name__ == "__main__":
    main()

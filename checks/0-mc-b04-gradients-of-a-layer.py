"""The gradients of a loss through one linear layer, by the rules and by exact central differences."""

from fractions import Fraction
from math import prod

x = (2, -1)
A = ((1, 3), (-2, 4))
b = (1, 0)
h = Fraction(1, 8)
along = (16, -17)


def layer(x, A, b):
    """The output row of the layer."""
    return [sum(u * v for u, v in zip(x, column)) + c for column, c in zip(zip(*A), b)]


def loss(x, A, b):
    """The product of the two outputs."""
    return prod(layer(x, A, b))


def moved(row, place, step):
    return tuple(entry + step * (i == place) for i, entry in enumerate(row))


def difference(function):
    """The central difference of a function of the step."""
    return (function(h) - function(-h)) / (2 * h)


y = layer(x, A, b)
g = y[::-1]
by_input = [sum(d * entry for d, entry in zip(g, row)) for row in A]
by_weights = [[entry * d for d in g] for entry in x]
by_bias = list(g)
places = range(2)
assert by_input == [difference(lambda s, i=i: loss(moved(x, i, s), A, b)) for i in places], "by the input"
assert by_bias == [difference(lambda s, j=j: loss(x, A, moved(b, j, s))) for j in places], "by the bias"
for i in places:
    for j in places:
        moving = difference(
            lambda s, i=i, j=j: loss(x, [moved(row, j, s) if k == i else row for k, row in enumerate(A)], b)
        )
        assert by_weights[i][j] == moving, "by the weights"
assert sum(d * step for d, step in zip(by_input, along)) == 0, "no change along that direction"
ones = [1 for _ in g]

print("x =", list(x))
print("A =", [list(row) for row in A])
print("b =", list(b))
print("y_1 =", y[0])
print("y_2 =", y[1])
print("L =", loss(x, A, b))
print("g =", g)
print("derivative by the input =", by_input)
print("derivative by x_1 =", by_input[0])
print("derivative by x_2 =", by_input[1])
print("derivative by the weights =", by_weights)
print("derivative by the bias =", by_bias)
print(f"shape of the weights = {len(A)} x {len(A[0])}")
print("step along =", list(along))
print("variation.g =", ones)
print("variation.row sums =", [sum(d * entry for d, entry in zip(ones, row)) for row in A])

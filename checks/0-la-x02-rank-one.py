"""The outer product of two rows, its lengths, and the eigenvector that its square has."""

from fractions import Fraction
from math import isqrt

u = (2, 3, 6)
w = (3, 4)


def length(row):
    square = sum(entry * entry for entry in row)
    assert isqrt(square) ** 2 == square, "the length is whole"
    return isqrt(square)


def rank(matrix):
    """The number of pivots that elimination finds."""
    left, pivots = [[Fraction(entry) for entry in row] for row in matrix], 0
    for column in range(len(matrix[0])):
        row = next((row for row in left if row[column]), None)
        if row is not None:
            pivots += 1
            left.remove(row)
            left = [[b - a * other[column] / row[column] for a, b in zip(row, other)] for other in left]
    return pivots


A = [[a * b for b in w] for a in u]
square = [[sum(a * b for a, b in zip(row, line)) for line in A] for row in A]
sigma = length(u) * length(w)
image = [sum(a * b for a, b in zip(u, column)) for column in zip(*square)]
assert image == [sigma * sigma * entry for entry in u], "u is an eigenvector"
entries = sum(entry * entry for row in A for entry in row)
assert entries == sum(square[i][i] for i in range(len(u))), "the trace of the square"

print("u =", list(u))
print("w =", list(w))
print("multiple of w, so the rank is =", rank(A))
print("length of u =", length(u))
print("length of w =", length(w))
print("sigma_1 =", sigma)
print("A =", A)
print("squares of the entries =", [entry * entry for row in A for entry in row])
print("squares of the entries add up to =", entries)

"""Eigenvalues and singular values of a 2 x 2 matrix, and the closest matrix of rank one."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from math import isqrt

A = ((3, 0), (4, 5))
fan = 40


def transposed(matrix):
    return tuple(zip(*matrix))


def product(left, right):
    return tuple(tuple(sum(a * b for a, b in zip(row, column)) for column in zip(*right)) for row in left)


def trace(matrix):
    return matrix[0][0] + matrix[1][1]


def determinant(matrix):
    return matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0]


def eigenvalues(matrix):
    """The roots of the characteristic polynomial, the larger first; they must be whole."""
    t, d = trace(matrix), determinant(matrix)
    root = isqrt(t * t - 4 * d)
    assert root * root == t * t - 4 * d, "the roots are whole"
    return (t + root) // 2, (t - root) // 2


def projected(matrix, direction):
    """Each row of the matrix projected onto a direction."""
    square = sum(entry * entry for entry in direction)
    dots = [sum(a * b for a, b in zip(row, direction)) for row in matrix]
    return tuple(tuple(Fraction(dot * entry, square) for entry in direction) for dot in dots)


def missed(matrix, other):
    """The sum of squared differences."""
    return sum((a - b) ** 2 for row, line in zip(matrix, other) for a, b in zip(row, line))


def places(number):
    """The square root of a whole number to three places."""
    return Decimal(number).sqrt().quantize(Decimal("0.001"), ROUND_HALF_EVEN)


def show(matrix):
    return [[float(entry) if entry.denominator > 1 else int(entry) for entry in row] for row in matrix]


gram = product(transposed(A), A)
squares = eigenvalues(gram)
assert squares == eigenvalues(product(A, transposed(A))), "both products have the same eigenvalues"
own = sorted(eigenvalues(A))
assert own == sorted(A[i][i] for i in range(2)), "a triangular matrix shows its eigenvalues"
rank = sum(value > 0 for value in squares)
strongest = (1, 1)
closest = projected(A, strongest)
rest = missed(A, closest)
assert rest == squares[1], "what is missed is the dropped square"
directions = [(p, q) for p in range(-fan, fan + 1) for q in range(fan + 1) if (p, q) != (0, 0)]
assert min(missed(A, projected(A, direction)) for direction in directions) == rest, "no direction is better"
symmetric = ((A[0][0], A[1][0]), A[1])
assert symmetric == transposed(symmetric), "the variation is symmetric"

print("A =", show(A))
print("full rank =", rank)
print("matrix of rank one =", 1 if determinant(closest) == 0 else 2)
print("eigenvalues =", own)
print("determinant of A =", determinant(A))
print("A^T A =", show(gram))
print("trace =", trace(gram))
print("determinant =", determinant(gram))
print("lambda_1 =", squares[0])
print("lambda_2 =", squares[1])
print("sigma_1 =", places(squares[0]))
print("sigma_2 =", places(squares[1]))
print("(1, 1) =", list(strongest))
print("(1, 1) A^T A =", list(product((strongest,), gram)[0]))
print("A_1 =", show(closest))
print("A - A_1 =", show(tuple(tuple(a - b for a, b in zip(row, line)) for row, line in zip(A, closest))))
print("squared differences =", rest)
print("sum of squared entries =", sum(entry * entry for row in A for entry in row))
print("greatest eigenvalue =", max(own))
print("stretches the strongest row by =", places(squares[0]))
print("variation.determinant =", determinant(symmetric))

"""The rank of a 4 x 2 matrix by its minors, and two rows that it sends to zero."""

from itertools import combinations

A = ((1, 2), (2, 4), (0, 1), (1, 3))
v = (2, -1, 0, 0)
w = (1, 0, 1, -1)


def times(row, matrix):
    return [sum(a * b for a, b in zip(row, column)) for column in zip(*matrix)]


def independent(one, other):
    """Whether two rows of any length are no multiples of each other."""
    return any(one[i] * other[j] != one[j] * other[i] for i, j in combinations(range(len(one)), 2))


rank = 2 if any(independent(one, other) for one, other in combinations(A, 2)) else 1
nullity = len(A) - rank
assert independent(A[0], A[2]), "the first and third row are independent"
assert independent(v, w), "the two rows span a plane"

print("A =", [list(row) for row in A])
print("columns =", len(A[0]))
print("rank =", rank)
print("dimension of the null space =", nullity)
print("v =", list(v))
print("w =", list(w))
print("v A =", times(v, A))
print("w A =", times(w, A))
print("second row is twice the first, factor =", A[1][0] // A[0][0])
assert all(b == 2 * a for a, b in zip(A[0], A[1])), "twice"
assert all(a + c == d for a, c, d in zip(A[0], A[2], A[3])), "the sum"

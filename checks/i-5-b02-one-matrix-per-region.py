"""With free symbols as weights: each pattern leaves one affine map, and its live units bound the rank."""

from itertools import combinations, product

from sympy import Matrix, Rational, diag, expand, symbols, zeros

widths = (3, 3, 3)

# The network of I.5.B01 and the pattern that x_a has there.
W1_small = ((1, -1, 0.5), (0.5, 1, -1))
b1_small = (-0.5, 0.25, 0)
W2_small = ((2,), (-1,), (1.5,))
b2_small = 0.75
x_a = (1, 2)


def free(name, rows, columns):
    """A matrix of independent symbols."""
    return Matrix(rows, columns, symbols(f"{name}:{rows}:{columns}"))


def exact(rows):
    """A matrix of rationals, read from decimal spellings."""
    return Matrix(rows).applyfunc(lambda entry: Rational(str(entry)))


def collapse(W1, b1, W2, b2, pattern):
    """The one matrix and the one bias that the network applies where the pattern holds."""
    D = diag(*pattern)
    return W1 * D * W2, b1 * D * W2 + b2


def unit_by_unit(z, pattern):
    """ReLU as (z + |z|)/2, with |z| = z for a unit that is on and -z for one that is off; no matrix D."""
    return Matrix([[(z_j + (z_j if on else -z_j)) / 2 for z_j, on in zip(z, pattern)]])


def vanishes(matrix):
    """Whether every entry is identically zero."""
    return matrix.applyfunc(expand) == zeros(*matrix.shape)


def minors(matrix, size):
    """All determinants of square blocks of that size, expanded."""
    rows, columns = matrix.shape
    return [
        expand(matrix.extract(list(r), list(c)).det())
        for r in combinations(range(rows), size)
        for c in combinations(range(columns), size)
    ]


def generic_rank(matrix):
    """The largest size at which some minor is not identically zero."""
    return max((s for s in range(1, min(matrix.shape) + 1) if any(minors(matrix, s))), default=0)


d_0, d_1, d_2 = widths
x = free("x", 1, d_0)
W1, b1, W2, b2 = free("u", d_0, d_1), free("v", 1, d_1), free("s", d_1, d_2), free("t", 1, d_2)
z = x * W1 + b1

patterns = list(product((0, 1), repeat=d_1))
for pattern in patterns:
    W_star, b_star = collapse(W1, b1, W2, b2, pattern)
    network = unit_by_unit(z, pattern) * W2 + b2
    assert vanishes(network - x * W_star - b_star), "the network is not the affine map of its pattern"
    assert generic_rank(W_star) == min(d_0, sum(pattern), d_2), "the rank bound fails, or is not attained"
    for j in (j for j in range(d_1) if pattern[j]):
        neighbour = tuple(on if i != j else 0 for i, on in enumerate(pattern))
        W_off, b_off = collapse(W1, b1, W2, b2, neighbour)
        jump = x * (W_star - W_off) + b_star - b_off
        assert vanishes(jump - z[j] * W2[j, :]), "neighbours differ by more than the unit that crosses zero"

(off,) = unit_by_unit(z[:1], (0,))
assert vanishes(unit_by_unit(z, (1,) * d_1) - z), "units that are on pass their values through"
print(f"unit off.ReLU(z) = {expand(off)}")
print(f"free.widths = {list(widths)}")
print(f"free.patterns decided = {len(patterns)}")

# The concrete case: the network of I.5.B01 at x_a, by the formula and by the forward pass.
w1, c1, w2, c2 = exact(W1_small), exact([b1_small]), exact(W2_small), exact([[b2_small]])
z_a = exact([x_a]) * w1 + c1
on_a = tuple(int(bool(z_j > 0)) for z_j in z_a)
w_star, b_star = collapse(w1, c1, w2, c2, on_a)
forward = z_a.applyfunc(lambda z_j: max(z_j, 0)) * w2 + c2
assert exact([x_a]) * w_star + Matrix([[b_star[0]]]) == forward, "formula and forward pass disagree"

e_0, e_1, e_2 = w1.rows, w1.cols, w2.cols
k = sum(on_a)
bound = min(e_0, k, e_2)
assert w_star.rank() == bound, "the bound should be tight here"
print(f"layers = {len((W1_small, W2_small))}")
print(f"d_0 = {e_0}")
print(f"d_1 = {e_1}")
print(f"d_2 = {e_2}")
print(f"diag D = {list(on_a)}")
print(f"k = {k}")
print(f"w_star = {list(w_star)}")
print(f"b_star = {float(b_star[0])}")
print(f"min({e_0}, {k}, {e_2}) = {bound}")
print(f"rank of w_star = {w_star.rank()}")
print(f"units = {len(on_a)}")
print(f"columns of D = {diag(*on_a).cols}")

"""Ten thousand parameters spent on a single hidden layer or on three, with the regions of each."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import count, pairwise, takewhile
from math import comb, isqrt

budget = 10_000
plane = 2


def parameters(width, depth):
    """Weights and biases of equal hidden layers on a planar input with one output (I.5.2)."""
    sizes = (plane, *[width] * depth, 1)
    return sum(before * after + after for before, after in pairwise(sizes))


def widest(depth):
    """The largest width whose network stays within the budget, by trying."""
    return max(takewhile(lambda width: parameters(width, depth) <= budget, count()))


def shallow_regions(n):
    """The arrangement bound (I.5.4) in the plane, as the sum of its binomials."""
    return sum(comb(n, chosen) for chosen in range(plane + 1))


def deep_regions(n, depth):
    """The constructed lower bound (I.5.5) in the plane."""
    return (n // plane) ** (plane * (depth - 1)) * shallow_regions(n)


def grown(n):
    """The arrangement bound by drawing lines: the k-th adds k regions."""
    regions = 1
    for k in range(1, n + 1):
        regions += k
    return regions


print(f"budget = {budget} parameters")
print(f"plane d = {plane}")

# the shallow network
shallow, deep = 1, 3
print(f"ways = {len((shallow, deep))}")
wide = widest(shallow)
assert all(parameters(w, shallow) == 4 * w + 1 for w in range(1, 50)), "not 4w + 1"
limit = Fraction(budget - 1, 4)
assert int(limit) == wide, "solving and trying differ"
print(f"shallow limit w = {float(limit):.2f}")
print(f"shallow.widest layer w = {wide}")
print(f"shallow.parameters N = {parameters(wide, shallow)}")

# the deep network: the root of 2 w^2 + 6 w + 1 = budget
a, b, c = 2, 6, 1
assert all(parameters(w, deep) == a * w * w + b * w + c for w in range(1, 50)), "not the quadratic"
spare = budget - c
under_root = b * b + 4 * a * spare
narrow = widest(deep)
assert (isqrt(under_root) - b) // (2 * a) == narrow, "solving and trying differ"
with localcontext() as context:
    context.prec = 30
    root = (Decimal(under_root).sqrt() - b) / (2 * a)
print(f"deep.hidden layers L = {deep}")
print(f"deep.spare = {spare}")
print(f"deep.under the root = {under_root}")
print(f"deep limit w = {root:.2f}")
print(f"deep.widest stack w = {narrow}")
print(f"deep.parameters N = {parameters(narrow, deep)}")
print(f"side by side.units = {shallow * wide}")
print(f"in a stack.units = {deep * narrow}")
share = Fraction(deep * narrow, wide)
print(f"deep.share of units = {float(round(100 * share, 1)):.1f} %")

# the regions
most, least = shallow_regions(wide), deep_regions(narrow, deep)
assert most == grown(wide), "the sum and the drawing differ"
assert shallow_regions(narrow) == grown(narrow), "the sum and the drawing differ"
folds = (narrow // plane) ** (plane * (deep - 1))
assert folds * grown(narrow) == least
print(f"lines in general position = {wide}")
print(f"shallow.regions = {most}")
print(f"deep.network {narrow}, half of it rounded down = {narrow // plane}")
print(f"deep.folds = {folds}, cells = {grown(narrow)}")
print(f"deep.regions = {least}")
print(f"quotient of regions = {round(Fraction(least, most))}")
print(f"row shallow: {wide}, {shallow * wide}, {parameters(wide, shallow)}, {most}")
print(f"row deep: {narrow}, {deep * narrow}, {parameters(narrow, deep)}, {least}")

# much deeper on the same budget
depth = 50
thin = widest(depth)
assert parameters(thin, depth) <= budget < parameters(thin + 1, depth)
print(f"go to depth = {depth}")
print(f"layers of width = {thin}")
print(f"promised regions = {Decimal(deep_regions(thin, depth)):.1e}".replace("e+", "e"))

"""Linear regions in the plane: a single hidden layer against a stack of layers, at equal numbers of units."""

from fractions import Fraction
from itertools import pairwise
from math import comb

plane = 2


def wide_regions(n, d):
    """Upper bound (I.5.4): the cells of n hyperplanes in general position in d dimensions."""
    return sum(comb(n, chosen) for chosen in range(d + 1))


def stacked_regions(n, d, L):
    """Lower bound (I.5.5) for L hidden layers of n units each."""
    if n < d:
        raise ValueError("the bound needs layers at least as wide as the input")
    folds = (n // d) ** d  # how often a layer lays the input space over itself
    return folds ** (L - 1) * wide_regions(n, d)


def closed_form(n):
    """What (I.5.4) becomes in the plane."""
    return 1 + n + n * (n - 1) // 2


def recursion(n, d):
    """Cells by adding a hyperplane at a time: the new one is itself cut into cells, one dimension lower."""
    if n == 0 or d == 0:
        return 1
    return recursion(n - 1, d) + recursion(n - 1, d - 1)


def drawn(n):
    """Count the cells of n actual lines y = m x - m^2 (tangents of a parabola), adding one at a time."""
    regions, slopes = 1, []
    for m in range(n):
        crossings = {Fraction(m * m - k * k, m - k) for k in slopes}  # where m x - m^2 = k x - k^2
        regions += len(crossings) + 1
        slopes.append(m)
    return regions


def parameters(units, layers, d):
    """Weights and biases of equal hidden layers on d inputs with a scalar output (I.5.2)."""
    widths = (d, *[units] * layers, 1)
    return sum(a * b + b for a, b in pairwise(widths))


def ratio(top, bottom):
    """A quotient to one decimal, rounded exactly."""
    return f"{float(round(Fraction(top, bottom), 1)):.1f}"


print(f"input dimension d = {plane}")
last = 100
checked = [n for n in range(1, last + 1) if closed_form(n) == wide_regions(n, plane)]
assert checked == list(range(1, last + 1)), "the closed form is not the sum"
assert all(drawn(n) == closed_form(n) for n in range(1, 31)), "drawn lines disagree"
assert all(recursion(n, k) == wide_regions(n, k) for n in range(9) for k in range(5)), "recursion disagrees"
print(f"every n up to = {checked[-1]}")

lines = (1, 2, 3, 4)
pieces = [drawn(n) for n in lines]
print(f"lines n = {list(lines)}")
print(f"pieces = {pieces}")
print(f"crosses the other = {lines[-1] - 1}")
print(f"cut into stretches = {pieces[-1] - pieces[-2]}")

for n in (2, 3, 10, last):
    print(f"row units {n}: {wide_regions(n, plane)}")
assert Fraction(wide_regions(2 * 10**6, plane), wide_regions(10**6, plane)) > Fraction(399, 100)

# thirty units: a single layer, and a stack of three
thirty, storeys = 30, 3
narrow = thirty // storeys
shallow, deep = wide_regions(thirty, plane), stacked_regions(narrow, plane, storeys)
print(f"units arranged both ways = {thirty}")
print(f"single layer = 1 x {thirty}")
print(f"stack = {storeys} x {narrow}")
print(f"single layer has at most regions = {shallow}")
print(f"stack has at least regions = {deep}")
print(f"factor at equal numbers of units = {ratio(deep, shallow)}")
print(f"single layer parameters = {parameters(thirty, 1, plane)}")
money = parameters(narrow, storeys, plane)
print(f"stack costs parameters = {money}")
afforded = max(w for w in range(1, money) if parameters(w, 1, plane) <= money)
assert parameters(afforded, 1, plane) == money, "the money is not all spent"
assert all(parameters(w, 1, plane) == 4 * w + 1 for w in range(1, money))
more = wide_regions(afforded, plane)
print(f"paid for by the same money = {afforded}, {more}, {ratio(deep, more)}")

# sixty units
sixty = 60
print(f"units at several depths = {sixty}")
table = []
for layers in (1, 2, 6):
    width = sixty // layers
    table.append((layers, stacked_regions(width, plane, layers), parameters(width, layers, plane)))
    print(f"row {layers} x {width}: {table[-1][1]}, {table[-1][2]}")
print(f"depths = {[row[0] for row in table]}")
print(f"bounds = {[row[1] for row in table]}")
share = Fraction(table[2][2], table[1][2])
print(f"share of the parameters of the arrangement in the middle = {round(100 * share)} %")

# a stack of depth one is a single layer
single = 1
assert all(stacked_regions(n, k, single) == wide_regions(n, k) for k in range(1, 5) for n in range(k, 20))
print(f"exponent vanishes at L = {single}")

# the limit: the base exceeds one from n = 2d on; below that the bound does not grow
starts = {Fraction(next(n for n in range(k, 9 * k) if (n // k) ** k > 1), k) for k in range(1, 8)}
assert len(starts) == 1
print(f"needed n/d = {starts.pop()}")
below = {n // k for k in range(1, 8) for n in range(k, 2 * k)}
assert len(below) == 1
print(f"base never leaves = {below.pop()}")
for k in (1, 2, 3):
    n = 2 * k
    race = [Fraction(stacked_regions(n, k, tall), wide_regions(n * tall, k)) for tall in (1, 10, 20, 40, 80)]
    assert race == sorted(race), "the stack should pull ahead"
    assert race[-1] > 10**15, "no divergence in sight"

# the variation: the largest bound is not at the largest depth
budget = 120
depths = (1, 2, 4, 12, 20, 30, 60)
bounds = [stacked_regions(budget // layers, plane, layers) for layers in depths]
assert max(bounds) > bounds[-1], "the deepest should not win"
print(f"units that share the plane = {budget}")
print(f"equal layers L = {list(depths)}")

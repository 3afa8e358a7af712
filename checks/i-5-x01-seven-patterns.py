"""Which activation patterns of the network of I.5.B01 occur: a scan, an elimination and an identity."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import ceil, comb, floor, lcm

W1 = ((1, -1, 0.5), (0.5, 1, -1))
b1 = (-0.5, 0.25, 0)
b2 = 0.75
spacing = 0.005
lower_corner = (-2, -2)
upper_corner = (2, 2)
many_units = 10
points = ((0, 0), (1, 0), (0, 1), (1, 2))


def exact(value):
    """The number as a fraction, read from its decimal spelling."""
    return Fraction(str(value))


def decimal(value):
    """A fraction as the decimal it is."""
    return f"{float(value):g}"


def scan(lines, step, low, high):
    """How many grid points of a rectangle show each pattern, by whole stretches of a row, in integers.

    A unit is linear along a row, so it is on at one side of a threshold; patterns change at thresholds only.
    """
    scale = lcm(*((c * f).denominator for line in lines for c, f in zip(line, (step, step, 1))))
    units = [tuple(int(c * f * scale) for c, f in zip(line, (step, step, 1))) for line in lines]
    left, right = int(low[0] / step), int(high[0] / step)
    found = Counter()

    def digits(i, j):
        return "".join("1" if p * i + q * j + r > 0 else "0" for p, q, r in units)

    for j in range(int(low[1] / step), int(high[1] / step) + 1):
        starts = {left}
        for p, q, r in units:
            crossing = Fraction(-q * j - r, p)
            starts.add(floor(crossing) + 1 if p > 0 else ceil(crossing))
        stretches = sorted(i for i in starts if left <= i <= right)
        for i, end in zip(stretches, [*stretches[1:], right + 1]):
            assert digits(i, j) == digits(end - 1, j), "a pattern has changed within a stretch"
            found[digits(i, j)] += end - i
    return found


def eliminate(constraints, axis):
    """Constraints (coefficients, strict) without that coordinate, equally satisfiable (Fourier, Motzkin)."""
    kept = [c for c in constraints if c[0][axis] == 0]
    for up, down in product(constraints, repeat=2):
        if up[0][axis] > 0 > down[0][axis]:
            row = [u * -down[0][axis] + d * up[0][axis] for u, d in zip(up[0], down[0])]
            kept.append((row, up[1] or down[1]))
    return kept


def possible(lines, digits):
    """Whether some input of the plane has the pattern: on means positive, off means zero or negative."""
    signs = [1 if digit == "1" else -1 for digit in digits]
    constraints = [([sign * c for c in line], sign > 0) for line, sign in zip(lines, signs)]
    for axis in range(2):
        constraints = eliminate(constraints, axis)
    return all(row[-1] > 0 if strict else row[-1] >= 0 for row, strict in constraints)


def regions(n, d):
    """Regions of n hyperplanes in general position, by adding one hyperplane at a time."""
    return 1 if n == 0 or d == 0 else regions(n - 1, d) + regions(n - 1, d - 1)


def crossing_point(first, second):
    """The point where two lines meet, by Cramer's rule; they must not be parallel."""
    (p, q, r), (s, t, u) = first, second
    det = p * t - q * s
    assert det != 0, "two lines are parallel"
    return (q * u - r * t) / det, (r * s - p * u) / det


# Unit j is on where z_j > 0; each line holds the coefficients of x_1 and x_2 and the constant.
lines = [tuple(exact(c) for c in (*column, bias)) for column, bias in zip(zip(*W1), b1)]
n, d = len(lines), len(W1)
print(f"hidden units = {n}")
print(f"lines = {len(lines)}")
for number, line in enumerate(lines, start=1):
    for x_1, x_2 in points:
        print(f"z_{number}({x_1}, {x_2}) = {decimal(line[0] * x_1 + line[1] * x_2 + line[2])}")

on_paper = ["".join(digits) for digits in product("01", repeat=n)]
low, high = ([exact(c) for c in corner] for corner in (lower_corner, upper_corner))
found = scan(lines, exact(spacing), low, high)
occurring = sorted(found)
side = [int((b - a) / exact(spacing)) + 1 for a, b in zip(low, high)]
assert found.total() == side[0] * side[1], "the stretches of the rows must cover the grid once"
feasible = [digits for digits in on_paper if possible(lines, digits)]
assert occurring == feasible, "scan and elimination disagree"
(missing,) = set(on_paper) - set(occurring)
print(f"scan.lower corner = {list(lower_corner)}")
print(f"scan.upper corner = {list(upper_corner)}")
print(f"scan.patterns that occur = [{', '.join(occurring)}]")
print(f"missing pattern = {missing}")
print(f"patterns on paper = {len(on_paper)}")
print(f"patterns that occur = {len(occurring)}")

# The lines are in general position, so the arrangement bound is met; the bounded region is a triangle.
corners = [crossing_point(*pair) for pair in combinations(lines, 2)]
assert len(set(corners)) == comb(n, 2), "the lines meet in a common point"
bound = sum(comb(n, size) for size in range(d + 1))
assert bound == regions(n, d) == len(occurring), "one region a pattern"
(ax, ay), (bx, by), (cx, cy) = corners
doubled_area = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
centre = (sum(x for x, _ in corners) / n, sum(y for _, y in corners) / n)
inside = "".join("1" if p * centre[0] + q * centre[1] + r > 0 else "0" for p, q, r in lines)
print(f"regions = {bound}")
print(f"triangle.pattern = {inside}")
print(f"triangle.area = {doubled_area / 2}")

# The hand proof: z_2 + z_3 does not contain x_2.
together = [p + q for p, q in zip(lines[1], lines[2])]
assert together[1] == 0 > together[0], "the sum must bound x_1 from below"
x1_least = -together[2] / together[0]
x2_least = lines[2][0] * x1_least / -lines[2][1]
z1_least = lines[0][0] * x1_least + lines[0][1] * x2_least + lines[0][2]
assert z1_least > 0, "no contradiction"
print(f"condition on z_3: x_2 >= {decimal(lines[2][0] / -lines[2][1])} x_1")
print(f"x_1 at least = {decimal(x1_least)}")
print(f"x_2 at least = {decimal(x2_least)}")
print(f"z_1 at least = {decimal(z1_least)}")

# The same as one identity: the weights annihilate x_1 and x_2, and what remains is a positive constant.
u, v = ([line[axis] for line in lines] for axis in range(d))
cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
weights = [c / cross[0] for c in cross]
assert min(weights) > 0, "a certificate has positive weights"
remainder = [sum(w * line[i] for w, line in zip(weights, lines)) for i in range(d + 1)]
assert remainder[:d] == [0] * d, "the identity still contains an input"
assert remainder[d] == z1_least, "hand proof and identity end at the same constant"
print(f"identity.weights = [{', '.join(decimal(w) for w in weights)}]")
print(f"identity.constant = {decimal(remainder[d])}")

print(f"b^(2) = {b2}")
many = sum(comb(many_units, size) for size in range(d + 1))
assert many == regions(many_units, d), "binomials and recurrence disagree"
every = 2**many_units
share = f"{float(Fraction(many, every)):.1%}".replace("%", " %")
print(f"n = {many_units}")
print(f"share of patterns: {many} of {every}, {share}")

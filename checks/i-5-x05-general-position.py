"""Regions of three lines in the plane: in general position, parallel and concurrent, counted in two ways."""

from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

# Each arrangement is a layer: the columns of W1 and the entries of b1, so unit j switches on w . x + b = 0.
aligned = (((1, 2, 3), (1, 2, 3)), (0, -1, -2))
pencil = (((1, 1, 2), (1, -1, 1)), (0, 0, 0))
spread = (((1, 1, 2), (1, -1, 1)), (0, 0, -3))


def lines(layer):
    """The units' lines as triples (u, v, b) of u x1 + v x2 + b = 0."""
    (first, second), bias = layer
    return list(zip(first, second, bias))


def crossing(p, q):
    """Where two lines meet, or None if they are parallel."""
    det = p[0] * q[1] - q[0] * p[1]
    if det == 0:
        return None
    return Fraction(p[1] * q[2] - q[1] * p[2], det), Fraction(q[0] * p[2] - p[0] * q[2], det)


def additions(layer):
    """What each line adds when drawn after its predecessors: its distinct crossings and one more."""
    drawn = lines(layer)
    met = [{crossing(line, old) for old in drawn[:k]} - {None} for k, line in enumerate(drawn)]
    return [len(points) + 1 for points in met]


def cells(layer):
    """Count activation patterns on open sets: walk up vertical lines between all crossings."""
    drawn = lines(layer)
    columns = sorted({point[0] for pair in combinations(drawn, 2) if (point := crossing(*pair))})
    patterns = set()
    for x in between(columns):
        heights = sorted({-(u * x + b) / v for u, v, b in drawn})
        for y in between(heights):
            patterns.add(tuple(u * x + v * y + b > 0 for u, v, b in drawn))
    return len(patterns)


def between(marks):
    """A number before, between and after the marks."""
    if not marks:
        return [Fraction(0)]
    middles = [(a + b) / 2 for a, b in pairwise(marks)]
    return [marks[0] - 1, *middles, marks[-1] + 1]


def fan(many):
    """So many lines through the origin, with unlike slopes."""
    return (tuple(range(many)), (1,) * many), (0,) * many


def shelf(many):
    """So many lines of the same slope."""
    return ((1,) * many, (1,) * many), tuple(range(many))


units, plane = 3, 2
binomials = [comb(units, k) for k in range(plane + 1)]
bound = sum(binomials)
print(f"units n = {units}")
print(f"plane d = {plane}")
print(f"count against the bound = {bound}")
print(f"terms = {binomials}")
print(f"additions = {additions(spread)}")
for row, name, layer in (
    ("general", "general position", spread),
    ("parallel", "all parallel", aligned),
    ("concurrent", "through a point", pencil),
):
    count = cells(layer)
    assert count == 1 + sum(additions(layer)), "the two counts differ"
    print(f"row {row}: {count}, {bound - count}")
    print(f"{name}, regions = {count}")
assert cells(spread) == bound, "the bound should be attained in general position"

for many in range(1, 8):
    assert cells(shelf(many)) == many + 1, "strips"
    assert cells(fan(many)) == 2 * many, "sectors"
print(f"strips = {cells(aligned)}")
print(f"sectors = {cells(pencil)}")
print(f"gone = {float(round(100 * Fraction(bound - cells(aligned), bound))):.0f} %")

# the parallel layer
slopes = {Fraction(-u, v) for u, v, _ in lines(aligned)}
assert len(slopes) == 1, "the lines are not parallel"
offsets = [Fraction(-b, u) for u, v, b in lines(aligned) if u == v]
minors = [p[0] * q[1] - q[0] * p[1] for p, q in combinations(lines(aligned), 2)]
assert not any(minors), "two columns are independent"
print(f"W1 = {[list(row) for row in aligned[0]]}")
print(f"b1 = {list(aligned[1])}")
print(f"line of slope = {slopes.pop()}")
print(f"offsets s = [{', '.join(map(str, offsets))}]")
rank = 0 if not any(map(any, aligned[0])) else 2 if any(minors) else 1
print(f"rank W1 = {rank}")

# what is lost: the count of a smaller layer, and inputs with equal sums
enough = next(m for m in range(units + 1) if sum(comb(m, k) for k in range(plane + 1)) == cells(aligned))
print(f"units would have done = {enough}")
twins = ((1, 2), (2, 1))
images = {tuple(u * x + v * y + b for u, v, b in lines(aligned)) for x, y in twins}
assert len(images) == 1, "the layer tells the inputs apart"
for twin in twins:
    print(f"input = {twin}")

"""Measure what a fixed shape leaves to each input, and build the narrowest network that escapes the floor."""

from fractions import Fraction
from itertools import pairwise, product
from operator import add, mul

shape = (4, 5, 3)
W1 = ((1, -1, 2, 0, 1), (0, 1, -1, 1, -2), (2, 0, 1, -1, 1), (-1, 2, 0, 1, 1))
b1 = (0, -1, 1, 0, -2)
W2 = ((1, 0, 2), (-1, 1, 0), (0, 2, 1), (1, 1, -1), (2, 0, 1))
b2 = (1, -2, 0)
inputs = {"x_a": (-2, 0, -2, -1), "x_b": (-1, -2, 1, 2), "x_c": (1, 0, 1, 2)}


def relu(z):
    """Return z where it is positive, else zero."""
    return max(z, 0)


def layer(x, weights, biases):
    """Return x W + b and the multiply-adds spent on it, none of which can be saved."""
    products = [[a * w for a, w in zip(x, column)] for column in zip(*weights)]
    return [sum(terms) + b for terms, b in zip(products, biases)], sum(map(len, products))


def rank(rows):
    """Return the rank of a matrix, by elimination with exact fractions."""
    rows, found = [list(map(Fraction, row)) for row in rows], 0
    for column in range(min(map(len, rows))):
        pivot = next((r for r in rows[found:] if r[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(found, pivot)
        found += 1
        for r in rows[found:]:
            factor = r[column] / pivot[column]
            r[:] = [a - factor * p for a, p in zip(r, pivot)]
    return found


def local_map(live):
    """Return the affine map behind an activation pattern, its matrix and its bias (I.5.3)."""
    masked = [[w * on for w, on in zip(row, live)] for row in (*W1, b1)]
    *matrix, bias = [[sum(map(mul, row, column)) for column in zip(*W2)] for row in masked]
    return matrix, [*map(add, bias, b2)]


def forward(x):
    """Return the output for one input, the live units and the multiply-adds spent."""
    z, first = layer(x, W1, b1)
    activations = [relu(value) for value in z]
    output, second = layer(activations, W2, b2)
    return output, [bool(a) for a in activations], first + second


def read(affine, units):
    """Return an affine function, its bias last, of the units."""
    *weights, bias = affine
    return sum(w * u for w, u in zip(weights, units)) + bias


def string_by_definition(x, parts):
    """Return a max-min string: affine parts taken in turn, by maximum and by minimum alternately."""
    value, *rest = [read(part, x) for part in parts]
    for turn, part in enumerate(rest):
        value = (max, min)[turn % 2](value, part)
    return value


def string_by_network(x, parts):
    """Return the same from a deep ReLU network, and the width of its layers.

    Coordinates of a non-negative input pass through units of their own unchanged. One more unit holds how far
    the string so far lies beyond the next part: max(y, l) = l + ReLU(y - l) and min(y, l) = l - ReLU(l - y).
    """
    head, *rest = parts
    units, so_far, widths = x, head, set()
    for turn, part in enumerate(rest):
        *weights, bias = part
        sign = (1, -1)[turn % 2]
        beyond = sign * (read(so_far, units) - read(part, units[: len(x)]))
        units = tuple(map(relu, (*units[: len(x)], beyond)))
        so_far = (*weights, sign, bias)
        widths.add(len(units))
    (width,) = widths
    return read(so_far, units), width


def turns(values):
    """Tell whether a sequence both rises and falls."""
    steps = [after - before for before, after in pairwise(values)]
    return min(steps) < 0 < max(steps)


def chain(x, layers):
    """Return what a network of a unit a layer makes of a number."""
    for weight, bias in layers:
        x = relu(weight * x + bias)
    return x


d_0, d_1, d_2 = shape
assert [len(W1), *map(len, (W2, b2))] == list(shape), "the matrices have the stated shape"
print("shape =", list(shape))
print("depth =", len(shape[1:]))
print("hidden layers =", len(shape[1:-1]))
print("live ceiling d_1 =", d_1)
print("inputs =", len(inputs))
for name, x in inputs.items():
    output, live, multiply_adds = forward(x)
    matrix, bias = local_map(live)
    live_units, found = sum(live), rank(matrix)
    assert output == layer(x, matrix, bias)[0], "the map of the pattern does what the network does"
    assert found <= min(d_0, live_units, d_2), "the bound of I.5.B02"
    assert live_units <= d_1, "no input finds more units than there are"
    assert multiply_adds == d_0 * d_1 + d_1 * d_2, "every input costs the same"
    print(f"# {x} -> {output} by {matrix}, {bias}")
    print(f"row {name}: {live_units}, {found}, {multiply_adds}")

# The floor in one dimension: with a unit a layer no setting on this grid turns, whereas with one more it can.
line = range(7)
settings = list(product((-2, -1, 1, 2), (-3, 0, 4)))
chains = [tuple(chain(x, layers) for x in line) for layers in product(settings, repeat=3)]
assert not any(map(turns, chains)), "maps in one variable, each monotone, compose to a monotone map"
valley = [string_by_network((x,), ((-1, 3), (1, -2)))[0] for x in line]
assert turns(valley), "the width above the floor can turn"
print(f"# {len(chains)} chains, {len(set(chains))} different, {sum(map(turns, chains))} turn; {valley} does")

# Above the floor: a coordinate a unit and one more compute every max-min string, whatever its length.
for dimension in range(1, d_0):
    parts = [[(3 * i + 5 * j) % 7 - 3 for j in range(dimension)] + [i % 5 - 2] for i in range(8)]
    points = list(product(range(4), repeat=dimension))
    values, widths = zip(*(string_by_network(x, parts) for x in points))
    assert list(values) == [string_by_definition(x, parts) for x in points], "exactly"
    (width,) = set(widths)
    print(f"w_min({dimension}) = {width}")
    print(f"# a string of {len(parts)} parts over {len(points)} points sums to {sum(values)}")

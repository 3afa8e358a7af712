"""Patterns, outputs and region maps of a small ReLU network; every output is found by two routes, exactly."""

from fractions import Fraction

W1 = ((1, -1, 0.5), (0.5, 1, -1))
b1 = (-0.5, 0.25, 0)
W2 = ((2,), (-1,), (1.5,))
b2 = (0.75,)

x_a = (1, 2)
x_b = (1.2, 2.5)
x_c = (-1, 0)
x_moved = (1, 5)
x_elsewhere = (2, 0)
changed_weight = 150

PLACES = 4


def exact(value):
    """The number as a fraction, read from its decimal spelling."""
    return Fraction(str(value))


def affine(row, matrix, bias):
    """The row times the matrix, plus the bias."""
    products = [[exact(r) * exact(w) for r, w in zip(row, column)] for column in zip(*matrix)]
    return [sum(terms) + exact(b) for terms, b in zip(products, bias)]


def forward(x, head=W2):
    """Pre-activations, activations and output for one input row."""
    z = affine(x, W1, b1)
    a = [max(unit, 0) for unit in z]
    (y,) = affine(a, head, b2)
    return z, a, y


def pattern(z):
    """One digit a unit: 1 if it is on, 0 if it is off."""
    return "".join("1" if unit > 0 else "0" for unit in z)


def region_map(digits):
    """Slope W1 D W2 and constant b1 D W2 + b2 on the region of a pattern, and the diagonal of D."""
    n = len(digits)
    D = [[int(digits[i]) if i == j else 0 for j in range(n)] for i in range(n)]
    nothing = [0] * n
    live_head = [affine(row, W2, (0,)) for row in D]
    slope = [affine(row, live_head, (0,))[0] for row in W1]
    (constant,) = affine(affine(b1, D, nothing), W2, b2)
    return slope, constant, [D[i][i] for i in range(n)]


def show(value):
    """The exact decimal, with the places that the page promises."""
    scaled = value * 10**PLACES
    assert scaled == int(scaled), "more decimals than the page shows"
    return f"{float(value):.{PLACES}f}"


def listed(values):
    """Numbers in brackets."""
    return "[" + ", ".join(show(v) for v in values) + "]"


def report(name, x):
    """Print what the network does to one input, and return pattern and output."""
    z, a, y = forward(x)
    print(f"{name}.z = {listed(z)}")
    print(f"{name}.activations = {listed(a)}")
    print(f"x_{name}.pattern = {pattern(z)}")
    print(f"x_{name}.output = {show(y)}")
    return pattern(z), y


inputs = {"a": x_a, "b": x_b, "c": x_c}
print(f"inputs = {len(inputs)}")
print(f"layers = {len((W1, W2))}")
print(f"coordinates = {len(W1)}")
print(f"hidden units = {len(b1)}")
print(f"b^(2) = {b2[0]}")

results = {name: report(name, x) for name, x in inputs.items()}
patterns = [digits for digits, _ in results.values()]
print(f"patterns = [{', '.join(patterns)}]")
print(f"outputs = {listed(y for _, y in results.values())}")
print(f"regions = {len(set(patterns))}")

# The maps of the patterns, and the outputs again, this time without any ReLU.
maps = {digits: region_map(digits) for digits in dict.fromkeys(patterns)}
assert maps[patterns[0]] == maps[patterns[1]] != maps[patterns[2]], "x_a and x_b alone share a map"
for name in ("a", "c"):
    slope, constant, diagonal = maps[results[name][0]]
    print(f"{name}.diag D = {diagonal}")
    print(f"{name}.map slope = {listed(slope)}")
    print(f"{name}.map constant = {show(constant)}")
    print(f"{name}.map formula = {listed([*slope, constant])}")
print(f"a.w_2 = {show(maps[patterns[0]][0][1])}")
for name, x in inputs.items():
    digits, y = results[name]
    slope, constant, _ = maps[digits]
    direct = sum(s * exact(c) for s, c in zip(slope, x)) + constant
    assert direct == y, "the affine map of the region and the forward pass disagree"

# The answer's table.
for name, x in inputs.items():
    digits, y = results[name]
    slope, constant, _ = maps[digits]
    print(f"answer {name}: {listed(forward(x)[0])}, {digits}, {show(y)}, {listed(slope)}, {show(constant)}")

# The decision needs one inner product a unit; the head is not looked at.
print(f"inner products = {len(list(zip(*W1)))}")

# A unit that is off hides its weight in the head, whatever that weight is.
changed = forward(x_a, head=(*W2[:-1], (changed_weight,)))[2]
assert changed == results["a"][1], "the weight behind a unit that is off has mattered"
print(f"last entry of W2 = {show(exact(W2[-1][0]))}")
print(f"changed weight = {show(changed_weight)}")
print(f"still.output = {show(changed)}")

# Along the second coordinate the map of x_a is flat, as long as the pattern holds.
print(f"moved input = {list(x_moved)}")
moved = report("moved", x_moved)
assert moved == results["a"], "moving along a flat direction has changed pattern or output"

# The same unit is on elsewhere.
z_on = forward(x_elsewhere)[0]
assert pattern(z_on)[-1] != patterns[0][-1], "the last unit should be on here"
print(f"elsewhere.z_3 = {show(z_on[-1])}")

"""Relabelling hidden units: exact invariance, the number of relabellings, and what equivariance needs."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import permutations
from math import factorial
from operator import mul
from random import Random

from sympy import Function, exp, symbols


def relabelled(network, order):
    """List the hidden units in another order: columns of W1, entries of b1, rows of W2."""
    w1, b1, w2, b2 = network
    columns = [tuple(row[j] for j in order) for row in w1]
    return tuple(columns), tuple(b1[j] for j in order), tuple(w2[j] for j in order), b2


def output(network, x, activation):
    """f(x) = activation(x W1 + b1) W2 + b2, in exact arithmetic."""
    w1, b1, w2, b2 = network
    hidden = activation(affine(x, w1, b1))
    return affine(hidden, w2, b2)


def affine(row, matrix, bias):
    """row times matrix, plus bias."""
    return [sum(map(mul, row, column)) + shift for column, shift in zip(zip(*matrix), bias)]


def relu(z):
    return [max(0, t) for t in z]


def lopsided(z):
    """ReLU except in the first coordinate, which is passed through: it treats coordinates unlike."""
    return [z[0], *relu(z[1:])]


def softmax(z):
    total = sum(exp(t) for t in z)
    return [exp(t) / total for t in z]


def formal(z):
    """An elementwise activation about which nothing else is known."""
    phi = Function("phi")
    return [phi(t) for t in z]


def draw(seed, inputs, units, outputs):
    """A network of small integers, the same for the same seed."""
    pick = Random(seed).randint
    w1 = tuple(tuple(pick(-9, 9) for _ in range(units)) for _ in range(inputs))
    b1 = tuple(pick(-9, 9) for _ in range(units))
    w2 = tuple(tuple(pick(-9, 9) for _ in range(outputs)) for _ in range(units))
    return w1, b1, w2, tuple(pick(-9, 9) for _ in range(outputs))


def general(inputs, units, outputs):
    """The same shape with a symbol for every parameter, and a symbolic input."""
    w1 = tuple(symbols(f"u{i}_:{units}") for i in range(inputs))
    w2 = tuple(symbols(f"v{j}_:{outputs}") for j in range(units))
    network = (w1, symbols(f"b:{units}"), w2, symbols(f"c:{outputs}"))
    return network, symbols(f"x:{inputs}")


def rescaled(network, unit, c):
    """Multiply what enters a unit by c and divide what leaves it by c."""
    w1, b1, w2, b2 = network
    new_w1 = tuple(tuple(c * t if j == unit else t for j, t in enumerate(row)) for row in w1)
    new_b1 = tuple(c * t if j == unit else t for j, t in enumerate(b1))
    new_w2 = tuple(tuple(Fraction(t) / c for t in row) if j == unit else row for j, row in enumerate(w2))
    return new_w1, new_b1, new_w2, b2


def flat(network):
    w1, b1, w2, b2 = network
    return [t for row in w1 for t in row] + list(b1) + [t for row in w2 for t in row] + list(b2)


def duplicated(network):
    """Make the last unit a copy of the one before it."""
    units = len(network[1])
    return relabelled(network, [*range(units - 1), units - 2])


def mean(first, second):
    """The network whose every parameter is the mean of the two."""
    mix = [Fraction(s + t, 2) for s, t in zip(flat(first), flat(second))]
    inputs, units, outputs = len(first[0]), len(first[1]), len(first[3])
    take = iter(mix)
    w1 = tuple(tuple(next(take) for _ in range(units)) for _ in range(inputs))
    b1 = tuple(next(take) for _ in range(units))
    w2 = tuple(tuple(next(take) for _ in range(outputs)) for _ in range(units))
    return w1, b1, w2, tuple(take)


def log10_factorial(n):
    """The decimal logarithm of n!, from the exact integer."""
    with localcontext() as context:
        context.prec = 40
        return Decimal(factorial(n)).log10()


def log10_stirling(n):
    """Stirling's formula, with the decimal logarithms of e and of pi to many places."""
    with localcontext() as context:
        context.prec = 40
        pi = Decimal("3.14159265358979323846264338327950288")
        return (2 * pi * n).log10() / 2 + n * (Decimal(n).log10() - Decimal(1).exp().log10())


units = 5
network = draw(seed=506, inputs=3, units=units, outputs=2)
orders = list(permutations(range(units)))
rng = Random(56)
inputs = [tuple(rng.randint(-20, 20) for _ in range(3)) for _ in range(12)]

# (I.5.6), exactly, for every order of the units
for x in inputs:
    images = {tuple(output(relabelled(network, order), x, relu)) for order in orders}
    assert images == {tuple(output(network, x, relu))}, "a relabelling changed an output"

# the same with symbols for the parameters, for any elementwise activation and for softmax
for activation in (formal, softmax):
    for few in (2, 3):
        symbolic, x = general(2, few, 1)
        for order in permutations(range(few)):
            changed = output(relabelled(symbolic, order), x, activation)
            assert changed == output(symbolic, x, activation), "not invariant in symbols"

# controls: coordinates treated unlike, and a relabelling that forgets the rows of W2
assert any(
    output(relabelled(network, order), x, lopsided) != output(network, x, lopsided)
    for order in orders
    for x in inputs
), "an activation with a coordinate of its own should break the rule"
reverse = orders[-1]
w1, b1, _, b2 = relabelled(network, reverse)
assert any(output((w1, b1, network[2], b2), x, relu) != output(network, x, relu) for x in inputs)

# rescaling preserves the function however far it carries the parameters
for c in (Fraction(1, 7), Fraction(1000)):
    far = rescaled(network, 0, c)
    assert far != network
    assert all(output(far, x, relu) == output(network, x, relu) for x in inputs)

# the mean of a network and its own relabelling is another function
average = mean(network, relabelled(network, reverse))
assert any(output(average, x, relu) != output(network, x, relu) for x in inputs)

print(f"units n = {units}")
different = {tuple(flat(relabelled(network, order))) for order in orders}
assert len(different) == factorial(units), "some relabellings coincide"
print(f"different parameter vectors {units}! = {len(different)}")
copies = {tuple(flat(relabelled(duplicated(network), order))) for order in orders}
print(f"parameter vectors with a copy of its neighbour = {len(copies)}")

swap = 2
print(f"by hand at n = {swap}")
eight, width = 8, 512
print(f"width n = {width}")
for n in (swap, eight, width):
    print(f"log10({n}!) = {log10_factorial(n):.2f}")
assert abs(log10_factorial(width) - log10_stirling(width)) < Decimal("0.0001"), "Stirling disagrees"
digits = str(factorial(width))
assert len(digits) - 1 == int(log10_factorial(width))
print(f"{width}! = {Decimal(digits):.2e}".replace("e+", "e"))

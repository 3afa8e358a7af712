"""Shuffle the inputs of an MLP, move the rows of its first matrix along, and compare: exactly."""

from fractions import Fraction
from itertools import permutations, product
from random import Random

import sympy

side = 28
hidden, classes = 8, 3
learning_rate = Fraction(1, 10**7)
steps = 3
symbolic_shape = (4, 2)
networks, datasets = ("MLP", "CNN"), ("original", "shuffled")


def affine(x, weights, biases):
    """Return x W + b; dark pixels are passed over."""
    return [sum(p * w for p, w in zip(x, column) if p) + b for column, b in zip(zip(*weights), biases)]


def network(x, W1, b1, W2, b2):
    """Return the output of the MLP and its hidden activations."""
    hidden_units = [max(z, 0) for z in affine(x, W1, b1)]
    return affine(hidden_units, W2, b2), hidden_units


def shuffled(rows, order):
    """Return pi(x) = x P: position k receives the entry that stood at order[k]."""
    return [rows[source] for source in order]


def unshuffled(rows, order):
    """Return what `shuffled` made into the rows."""
    original = [None] * len(rows)
    for row, source in zip(rows, order):
        original[source] = row
    return original


def matching_network(parameters, order):
    """Return f_pi: P^T in front of the first weight matrix, all other parameters as they were."""
    W1, *others = parameters
    return shuffled(W1, order), *others


def descend(x, target, parameters):
    """Return the squared error of one example, and the parameters after one step of gradient descent."""
    W1, b1, W2, b2 = parameters
    output, active = network(x, *parameters)
    error = [y - t for y, t in zip(output, target)]
    back = [sum(e * w for e, w in zip(error, row)) if a else 0 for row, a in zip(W2, active)]
    trained = (
        [[w - learning_rate * p * g for w, g in zip(row, back)] if p else row for p, row in zip(x, W1)],
        [b - learning_rate * g for b, g in zip(b1, back)],
        [[w - learning_rate * a * e for w, e in zip(row, error)] for a, row in zip(active, W2)],
        [b - learning_rate * e for b, e in zip(b2, error)],
    )
    return sum(e * e for e in error), trained


def learning_curve(x, target, parameters):
    """Return the loss before each step, and the parameters at the end."""
    losses = []
    for _ in range(steps):
        loss, parameters = descend(x, target, parameters)
        losses.append(loss)
    return losses, parameters


def proven():
    """Decide by algebra that x P P^T W + b is x W + b for all orders of a few inputs; return their number."""
    inputs, units = symbolic_shape
    x, b = (sympy.Matrix(1, n, sympy.symbols(f"{name}:{n}")) for name, n in zip("xb", (inputs, units)))
    W = sympy.Matrix(inputs, units, sympy.symbols(f"w:{inputs * units}"))
    orders = list(permutations(range(inputs)))
    for order in orders:
        P = sympy.eye(inputs)[:, list(order)]
        assert sympy.eye(inputs) == P * P.T, "a permutation matrix is orthogonal"
        assert list(x * P) == shuffled(list(x), order), "P shuffles a row"
        assert (x * P * (P.T * W) + b).expand() == (x * W + b).expand(), "the pre-activations agree"
    return len(orders)


def integers(draw, rows, columns):
    """Return a matrix of small integers."""
    return [[draw.randint(-9, 9) for _ in range(columns)] for _ in range(rows)]


pixels = side * side
draw = Random(507)
W1, W2 = integers(draw, pixels, hidden), integers(draw, hidden, classes)
b1, b2, target = (integers(draw, 1, n)[0] for n in (hidden, classes, classes))
image = [draw.choice((0, 0, 0, 1, 2)) for _ in range(pixels)]
order = draw.sample(range(pixels), pixels)

f = (W1, b1, W2, b2)
f_pi = matching_network(f, order)
seen, seen_shuffled = network(image, *f), network(shuffled(image, order), *f_pi)
assert seen == seen_shuffled, "the shuffled network does on shuffled pixels what f does on the image"
assert network(shuffled(image, order), *f) != seen, "and f itself does not"
assert unshuffled(f_pi[0], order) == W1, "every f_pi comes from exactly one f"

curve, trained = learning_curve(image, target, f)
curve_shuffled, trained_shuffled = learning_curve(shuffled(image, order), target, f_pi)
assert curve == curve_shuffled, "from matching starts the learning curves coincide"
assert matching_network(trained, order) == trained_shuffled, "and so do the weights, rearranged"

print(f"# proven with symbols: W of shape {symbolic_shape}, {proven()} orders of its inputs")
print("side =", side)
print("pixel positions =", pixels)
print("output f(x) =", seen[0])
print("output f_pi(pi(x)) =", seen_shuffled[0])
print("loss original =", [round(float(loss), 3) for loss in curve])
print("loss shuffled =", [round(float(loss), 3) for loss in curve_shuffled])
print("# the first matrix sums after training to", round(float(sum(map(sum, trained[0]))), 6))
for run in product(networks, datasets):
    print("# curve:", *run)
print("curves =", len(list(product(networks, datasets))))

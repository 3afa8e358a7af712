"""Differentiate the network of I.5.B01 inside a region: closed forms against central differences."""

from fractions import Fraction

W1 = ((1, -1, Fraction("0.5")), (Fraction("0.5"), 1, -1))
b1 = (Fraction("-0.5"), Fraction("0.25"), 0)
W2 = (2, -1, Fraction("1.5"))
b2 = Fraction("0.75")
x = (1, 2)
other_input = (2, 0)
h = Fraction("1e-6")


def pre_activations(point, weights=W1):
    """Return z, one number a hidden unit."""
    return [sum(p * row[j] for p, row in zip(point, weights)) + b1[j] for j in range(len(b1))]


def live(point):
    """Return the diagonal of D: 1 where a unit is live, 0 where it is off."""
    return [int(z > 0) for z in pre_activations(point)]


def output(point, weights=W1):
    """Return the prediction of the whole network."""
    return sum(max(z, 0) * v for z, v in zip(pre_activations(point, weights), W2)) + b2


def moved(values, index, step):
    """Return the tuple with one entry moved by the step."""
    return tuple(value + step * (i == index) for i, value in enumerate(values))


def central_difference(function, values, index):
    """Return the slope of the function along one entry, from one step of h to either side."""
    ahead, behind = function(moved(values, index, h)), function(moved(values, index, -h))
    return (ahead - behind) / (2 * h)


def effective_weights(diagonal):
    """Return W1 D W2, the gradient with respect to the input wherever the pattern holds."""
    return [sum(w * on * v for w, on, v in zip(row, diagonal, W2)) for row in W1]


def weight_gradient(point, i):
    """Return x_i D_jj W2_j for every unit j: row i of the gradient with respect to W1."""
    return [point[i] * on * v for on, v in zip(live(point), W2)]


def nudged_weights(i):
    """Return row i of the gradient with respect to W1 again, by differences alone."""

    def along(row):
        return output(x, tuple(row if k == i else kept for k, kept in enumerate(W1)))

    return [central_difference(along, W1[i], j) for j in range(len(W2))]


def listed(values, sign="+"):
    """Return the values as a list to four decimals."""
    return "[" + ", ".join(f"{float(value):{sign}.4f}" for value in values) + "]"


diagonal = live(x)
closed = effective_weights(diagonal)
differences = [central_difference(output, x, i) for i in range(len(x))]
assert closed == differences, "W_star is the gradient inside the region"

print("x =", list(x))
print("pattern =", "".join(map(str, diagonal)))
print("diag D =", diagonal)
print("W_star =", listed(closed, ""))
print(f"step h = {float(h):.0e}")
print("central difference =", listed(differences))

first_row, second_row = weight_gradient(x, 0), weight_gradient(x, 1)
assert first_row == nudged_weights(0), "the first row of the weight gradient"
assert second_row == nudged_weights(1), "the second row of the weight gradient"
for place, on, weight, slope in zip(("first", "second", "third"), diagonal, W2, first_row):
    print(f"{place} unit.factors = [{x[0]}, {on}, {float(weight):g}]")
    print(f"{place} unit.gradient = {float(slope):+.4f}")
print("first row finite differences =", listed(nudged_weights(0)))
print("second row finite differences =", listed(nudged_weights(1)))

third = diagonal.index(0)
kept = output(x, (moved(W1[0], third, h), W1[1]))
assert kept == output(x), "unit 3 is off, so its incoming weight may move"

print(f"D_33 = {diagonal[third]}")
z_3 = pre_activations(other_input)[third]
assert weight_gradient(other_input, 0)[third], "unit 3 learns from the other input"
print("other input x =", list(other_input))
print("other input.z_3 =", z_3)

# On the kink of unit 3 the difference quotient is the mean of the slopes to both slopes, and neither of them.
on_the_kink = (1, Fraction(1, 2))
assert pre_activations(on_the_kink)[third] == 0, "the input lies on the boundary of unit 3"
slopes = [effective_weights(live(moved(on_the_kink, 1, step)))[1] for step in (h, -h)]
straddling = central_difference(output, on_the_kink, 1)
assert straddling == sum(slopes) / len(slopes), "the straddling difference is the mean"
assert straddling not in slopes, "and it disagrees with the closed form of either side"

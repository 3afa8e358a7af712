"""The sawtooth: its pieces counted, the deep network that makes it, and the least shallow one."""

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import gcd

# One block: from its input to a pair of hidden units, from the pair to its output.
WEIGHTS_IN, BIASES_IN = (1, 1), (0, -0.5)
WEIGHTS_OUT, BIAS_OUT = (2, -4), (0,)
SPOILT = (WEIGHTS_OUT[0], -2)

DOMAIN = (0, 1)
FINER = 16
TESTED = (1, 2, 3, 4, 6, 8, 10)
K, FAR = 10, 20
VARIATION = 3


def relu(z):
    """The rectifier."""
    return max(z, 0)


def tooth(x, weights_out=WEIGHTS_OUT):
    """A single triangle, as the forward pass of one block."""
    (bias,) = BIAS_OUT
    hidden = [relu(w * x + c) for w, c in zip(WEIGHTS_IN, BIASES_IN)]
    return weights_out[0] * hidden[0] + weights_out[1] * hidden[1] + bias


def triangle(x):
    """The same triangle by its definition in two cases."""
    return 2 * x if x <= 0.5 else 2 - 2 * x


def zigzag(x, m):
    """A map of the unit interval onto itself in m straight pieces, the first of them rising."""
    return abs((m * x + 1) % 2 - 1)


def composed(f, k, points):
    """The k-fold composition of f at each of the points."""
    for _ in range(k):
        points = [f(x) for x in points]
    return points


@cache
def slopes(k):
    """Slopes of t_k over the cells of a grid; all are binary fractions, so floating point is exact."""
    left, right = DOMAIN
    cells = FINER * 2**k
    grid = [left + (right - left) * i / cells for i in range(cells + 1)]
    values = composed(tooth, k, grid)
    assert values == composed(triangle, k, grid), "the rectifiers give the definition"
    return tuple(int((b - a) * cells) for a, b in pairwise(values))


def jumps(k):
    """By how much the slope of t_k changes at each interior kink, from left to right."""
    return [b - a for a, b in pairwise(slopes(k)) if a != b]


def pieces(k):
    """Linear pieces of t_k, counted on the grid."""
    return len(jumps(k)) + 1


def unit_a_kink_suffices(k):
    """Whether t_k has a shallow network with a unit at each interior kink and no other unit.

    Left of all kinks only units that fall to zero are on, and each contributes minus its jump: every
    choice of such units is tried against the first slope.
    """
    js = jumps(k)
    choices = (c for size in range(len(js) + 1) for c in combinations(js, size))
    return any(-sum(choice) == slopes(k)[0] for choice in choices)


def shallow_values(k):
    """Values, times 2^k, at the ends of all pieces of a shallow network made for t_k, and its size.

    A unit with its kink at the left end starts the first rise; a unit a kink turns the slope.
    """
    weights = [slopes(k)[0], *jumps(k)]
    ends = range(pieces(k) + 1)
    return [sum(v * relu(i - kink) for kink, v in enumerate(weights[:i])) for i in ends], weights


def shallow_parameters(units):
    """Parameters of a single hidden layer between a number and a number."""
    weights_in, biases, weights_out, bias_out = units, units, units, 1
    return weights_in + biases + weights_out + bias_out


def print_block():
    """Print the block's parts and the triangle's values."""
    block = [len(part) for part in (WEIGHTS_IN, BIASES_IN, WEIGHTS_OUT, BIAS_OUT)]
    turn = -Fraction(BIASES_IN[1]) / WEIGHTS_IN[1]
    left, right = DOMAIN
    assert [tooth(end) for end in (left, turn, right)] == [left, right, left], "each part covers it all"
    print(f"domain = [{left}, {right}]")
    print(f"rising part = [{left}, {turn}]")
    print(f"falling part = [{turn}, {right}]")
    print(f"second rectifier silent up to x = {turn}")
    print(f"triangle.ReLU units = {len(WEIGHTS_IN)}")
    print(f"block = {block}")
    print(f"block.parameters = {sum(block)}")
    for sample in (0.25, 0.4, 0.5, 0.6, 0.75):
        print(f"t({sample}) = {tooth(sample):g}")
    print(f"second outgoing weight = {WEIGHTS_OUT[1]}")
    print(f"wrong weight = {SPOILT[1]}")
    print(f"spoilt t({sample}) = {tooth(sample, SPOILT):g}")
    return sum(block)


def print_pieces():
    """Print the counts on the grid against the doubling."""
    counts = [pieces(k) for k in TESTED]
    assert counts == [2**k for k in TESTED], "exhaustion agrees with the induction"
    print(f"tested k = {list(TESTED)}")
    print(f"counted pieces = {counts}")
    for k in (1, 2, K):
        print(f"P({k}) = {pieces(k)}")
        print(f"K({k}) = {len(jumps(k))}")
        print(f"D({k}) = {len(WEIGHTS_IN) * k}")
    print(f"grid.cells a piece = {FINER}")
    print(f"grid.cells = {len(slopes(K))}")


def print_shallow(block):
    """Print the bound, why it is not attained, the network that is least, and the comparison."""
    kinks, start = len(jumps(K)), slopes(K)[0]
    for k in (1, 2, 3):
        assert not unit_a_kink_suffices(k), "a unit a kink never starts with the right slope"
    step = gcd(*jumps(K))
    assert set(jumps(K)) == {step, -step}, "every jump has the same size"
    assert 2 * (start % step) == step, "the first slope is half a jump, hence no sum of jumps"
    print(f"slope on the rise = {max(slopes(K))}")
    print(f"slope on the fall = {min(slopes(K))}")
    print(f"jump at a peak = {min(jumps(K))}")
    print(f"jump at a valley = {max(jumps(K))}")
    print(f"first slope = {start}")
    print(f"first slope with a unit a kink is a multiple of = {step}")
    print(f"jump = {step // start} times the slope")

    values, weights = shallow_values(K)
    assert values == [2**K * (i % 2) for i in range(len(values))], "the shallow network is t_k"
    least, deep = len(weights), len(WEIGHTS_IN) * K
    assert least == kinks + 1, "one unit more than the bound"
    for k in (1, 2, K):
        print(f"S({k}) = {len(shallow_values(k)[1])}")
    print(f"S({FAR}) = {2**FAR}")
    print(f"D({FAR}) = {len(WEIGHTS_IN) * FAR}")
    print(f"left end.outgoing weight = {weights[0]}")
    print(f"peak.outgoing weight = {min(weights)}")
    print(f"valley.outgoing weight = {max(weights)}")

    print(f"deep.k = {K}")
    print(f"deep.blocks stacked = {K}")
    print(f"deep.affine layers = {2 * K}")
    print(f"deep.hidden units = {deep}")
    print(f"deep.parameters = {block * K}")
    print(f"interior kinks as breakpoints = {kinks}")
    print(f"a thousand wide = {round(least, -3)}")
    print(f"shallow.bound on the units = {kinks}")
    print(f"shallow.bound on the parameters = {shallow_parameters(kinks)}")
    print(f"minimum attained.units = {least}")
    print(f"minimum attained.parameters = {shallow_parameters(least)}")
    print(f"row deep: {deep}, {block * K}")
    print(f"row shallow, by the bound: {kinks}, {shallow_parameters(kinks)}")
    print(f"row shallow, attained: {least}, {shallow_parameters(least)}")
    print(f"factor by the bound = {kinks / deep:.2f}")
    print(f"factor of the minimum attained = {least / deep:.2f}")


def print_variation():
    """Print the zigzag of the variation: its pieces, its peaks, and how the pieces multiply."""
    m = VARIATION
    cells = 2 * m**3
    grid = [Fraction(i, cells) for i in range(cells + 1)]
    counts = []
    for k in (1, 2, 3):
        values = composed(lambda x: zigzag(x, m), k, grid)
        rises = [b > a for a, b in pairwise(values)]
        counts.append(1 + sum(a != b for a, b in pairwise(rises)))
    assert counts == [m**k for k in (1, 2, 3)], "the pieces multiply by m"
    print(f"map.pieces = {counts[0]}")
    print(f"map reaches its top at peaks = {[zigzag(x, m) for x in grid].count(1)}")


def main():
    """Print the whole account, each count asserted by a second route."""
    block = print_block()
    print_pieces()
    print_shallow(block)
    print_variation()


if __name__ == "__main__":
    main()

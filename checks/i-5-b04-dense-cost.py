"""The bill of two dense networks on an image, and of a convolution beside a dense layer."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from itertools import pairwise, product
from math import isqrt, prod

FLOPS_PER_MULTIPLY_ADD = 2
BYTES_PER_PARAMETER = 4

image = (224, 224, 3)
small_image = (32, 32, 3)
classes = 1000
wide_hidden = (4096,)
deep_hidden = (1024, 1024, 1024, 1024, 1024, 1024)
channels = 3
kernel = (3, 3)
filters = 64
square_widths = (512, 1024, 2048)
variation_depth = 10


def mlp(widths):
    """Parameters of each layer of a dense network: a matrix, and a bias for every output."""
    return [inputs * outputs + outputs for inputs, outputs in pairwise(widths)]


def multiply_adds(widths):
    """Multiply-adds of one forward pass: each weight is used once."""
    return sum(inputs * outputs for inputs, outputs in pairwise(widths))


def flops(widths):
    """Floating-point operations of one forward pass, the bias additions left out."""
    return FLOPS_PER_MULTIPLY_ADD * multiply_adds(widths)


def convolution(size, inputs, outputs):
    """Parameters of a convolution, its weights listed one by one and then counted."""
    weights = list(product(*map(range, size), range(inputs), range(outputs)))
    return len(weights) + outputs


def places(value):
    """An exact quantity to three decimal places, ties to even."""
    exact = Fraction(value)
    quotient = Decimal(exact.numerator) / Decimal(exact.denominator)
    return str(quotient.quantize(Decimal("0.001"), ROUND_HALF_EVEN))


def percent(part, whole):
    """A share as a percentage to three decimal places."""
    return f"{places(Fraction(100 * part, whole))} %"


def report(name, widths):
    """Print every figure of one network and return its row of the table."""
    layers, hidden = mlp(widths), widths[1:-1]
    parameters, operations = sum(layers), flops(widths)
    biases = sum(widths[1:])
    assert operations == FLOPS_PER_MULTIPLY_ADD * (parameters - biases), "FLOPs are twice the weights"
    matrix_share = Fraction(100 * widths[0] * widths[1], parameters)
    layer_share = Fraction(100 * layers[0], parameters)
    assert round(matrix_share, 1) == round(layer_share, 1), "the bias does not show in the share"
    gigabytes = places(Fraction(BYTES_PER_PARAMETER * parameters, 10**9))
    gigaflop = places(Fraction(operations, 10**9))
    print(f"{name}.widths = {list(widths)}")
    print(f"{name}.hidden layers of width = {len(hidden)} x {hidden[0]}")
    print(f"{name}.matrices = {len(layers)}")
    print(f"{name}.first matrix = {widths[0] * widths[1]}")
    print(f"{name}.first layer = {layers[0]}")
    print(f"{name}.head = {layers[-1]}")
    print(f"{name}.parameters = {parameters}")
    print(f"{name}.parameters in millions = {places(Fraction(parameters, 10**6))}")
    print(f"{name}.bytes in fp32 = {BYTES_PER_PARAMETER * parameters} bytes")
    print(f"{name}.size in fp32 = {gigabytes} GB")
    print(f"{name}.weights = {multiply_adds(widths)}")
    print(f"{name}.FLOPs = {operations}")
    print(f"{name}.forward pass = {gigaflop} GFLOP")
    print(f"{name}.first layer share = {places(layer_share)} %")
    return f"row {name}: {parameters}, {gigabytes} GB, {gigaflop} G, {places(layer_share)} %"


def widest(depth, inputs, outputs, budget):
    """The constant width of `depth` hidden layers that just fits the budget, by solving the quadratic."""
    a, b, c = depth - 1, inputs + depth + outputs, outputs - budget
    return (isqrt(b * b - 4 * a * c) - b) // (2 * a)


def main():
    """Print the audit of both networks, the convolution's, the square law and the variation."""
    inputs = prod(image)
    wide, deep = (inputs, *wide_hidden, classes), (inputs, *deep_hidden, classes)
    n_wide, n_deep = sum(mlp(wide)), sum(mlp(deep))

    print(f"image.shape = {' x '.join(map(str, image))}")
    print(f"image.flattened numbers = {inputs}")
    print(f"output.classes = {classes}")
    print(f"multiply-add = {FLOPS_PER_MULTIPLY_ADD} FLOPs")
    print(f"fp32 parameter = {BYTES_PER_PARAMETER} bytes")

    rows = [report("wide", wide), report("deep", deep)]
    (width,) = wide_hidden
    print(f"wide.layer of width = {width}")
    inner = mlp(deep)[1:-1]
    assert len(set(inner)) == 1, "the inner layers are equal"
    print(f"deep.inner layers = {len(inner)}")
    print(f"deep.inner parameters = {sum(inner)}")
    print(f"deep.inner share of the deep network = {percent(sum(inner), n_deep)}")
    print(f"deep.inner share of the wide network = {percent(sum(inner), n_wide)}")

    print(f"ratio.times as many hidden layers = {len(deep_hidden) // len(wide_hidden)}")
    print(f"ratio.times the hidden width = {Fraction(wide_hidden[0], deep_hidden[0])}")
    print(f"ratio.times the first matrix = {Fraction(wide[0] * wide[1], deep[0] * deep[1])}")
    print(f"ratio.deep share of the wide parameters = {places(Fraction(n_deep, n_wide))}")
    print(f"ratio.deep share of the wide arithmetic = {places(Fraction(flops(deep), flops(wide)))}")
    print(f"ratio.parameters = {places(Fraction(n_wide, n_deep))}")
    print(f"ratio.FLOPs = {places(Fraction(flops(wide), flops(deep)))}")

    for row in rows:
        print(row)

    pixels = prod(small_image)
    conv = convolution(kernel, channels, filters)
    assert conv == prod(kernel) * channels * filters + filters, "listed and multiplied agree"
    (dense,) = mlp((pixels, filters))
    print(f"convolution.kernel = {' x '.join(map(str, kernel))}")
    print(f"convolution.channels = {channels}")
    print(f"convolution.filters = {filters}")
    print(f"convolution.parameters = {conv}")
    print(f"dense.image = {' x '.join(map(str, small_image))}")
    print(f"dense.inputs = {pixels} numbers")
    print(f"dense.outputs = {filters}")
    print(f"dense.parameters = {dense}")
    print(f"dense.factor over the convolution = {places(Fraction(dense, conv))}")

    squares = [sum(mlp((width, width))) for width in square_widths]
    print(f"widths = {list(square_widths)}")
    for width, count in zip(square_widths, squares):
        assert count == width * (width + 1), "a square matrix and its bias"
        print(f"square {width} = {count}")
    growth = []
    for (width, count), (double, larger) in pairwise(zip(square_widths, squares)):
        assert 4 * count - larger == 2 * width, "the bias doubles where the matrix quadruples"
        assert double == 2 * width, "from row to row the width doubles"
        growth.append(places(Fraction(larger, count)))
    print(f"parameters grow by a factor of = [{', '.join(growth)}]")

    width = widest(variation_depth, inputs, classes, n_wide)
    first, *rest = mlp((inputs, *[width] * variation_depth, classes))
    assert first + sum(rest) <= n_wide < sum(mlp((inputs, *[width + 1] * variation_depth, classes)))
    print(f"variation.budget in parameters = {n_wide}")
    print(f"variation.depth = {variation_depth}")
    print(f"variation.constant width = {width}")
    print(f"variation.first layer share = {percent(first, first + sum(rest))}")


if __name__ == "__main__":
    main()

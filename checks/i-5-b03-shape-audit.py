"""Shapes, parameters and memory of a dense classifier, layer by layer; each count is found by two routes."""

from fractions import Fraction
from itertools import pairwise

widths = (784, 512, 256, 128, 10)
bytes_per_parameter = 4
large_batch = 10000
batch = 1024
training_batch = 4096
variation_widths = (784, 2048, 10)
scale = 10**5

KEPT_BY_ADAM = ("parameters", "gradients", "first moment", "second moment")
MEMORY_TENANTS = ("parameters", "gradients", "optimiser state", "activations")


def layer_shapes(widths):
    """Shapes of weight, bias and output of each layer, for one row."""
    return [((n, m), (1, m), (1, m)) for n, m in pairwise(widths)]


def layer_parameters(n, m):
    """Weights and biases of one dense layer."""
    return n * m + m


def multiply(left, right):
    """The shape of a matrix product; the inner dimensions must meet."""
    assert left[1] == right[0], "inner dimensions do not meet"
    return left[0], right[1]


def through(batch, widths):
    """The shape that leaves the network when a batch of rows enters it."""
    shape = (batch, widths[0])
    for weight, _, output in layer_shapes(widths):
        shape = multiply(shape, weight)
        assert shape == (batch, output[1]), "the batch dimension has been touched"
    return shape


def times(shape):
    """A shape as it is written."""
    return " x ".join(str(side) for side in shape)


def percent(part, whole):
    """The share, in percent to two places."""
    return f"{float(Fraction(100 * part, whole)):.2f} %"


shapes = layer_shapes(widths)
counts = [layer_parameters(n, m) for n, m in pairwise(widths)]
total = sum(counts)
stored = [w[0] * w[1] + b[0] * b[1] for w, b, _ in shapes]
assert counts == stored, "formula and shapes count differently"
assert total == sum((n + 1) * m for n, m in pairwise(widths)), "a constant input carries the biases as well"

print(f"widths = {list(widths)}")
print(f"affine layers = {len(shapes)}")
print(f"relu layers = {len(shapes[:-1])}")
print(f"example row = {times((1, widths[0]))}")
print(f"input width = {widths[0]}")
for number, triple in enumerate(shapes, start=1):
    print(f"layer {number} shapes: {', '.join(times(shape) for shape in triple)}")
print(f"batch.input shape = {times((large_batch, widths[0]))}")
print(f"batch.output shape = {times(through(large_batch, widths))}")

for number, (triple, count) in enumerate(zip(shapes, counts), start=1):
    print(f"layer {number} parameters: {times(triple[0])}, {count}")
print(f"total parameters N = {total}")

memory = total * bytes_per_parameter
print(f"fp32 parameter = {bytes_per_parameter} bytes")
print(f"model.memory = {memory} bytes")
print(f"model.memory = {float(Fraction(memory, 10**6)):.2f} MB")
print(f"model.memory = {float(Fraction(memory, 2**20)):.3f} MiB")
with_adam = len(KEPT_BY_ADAM) * memory
print(f"adam.moment estimates = {sum('moment' in tenant for tenant in KEPT_BY_ADAM)}")
print(f"adam.times as much = {len(KEPT_BY_ADAM)}")
print(f"adam.memory = {with_adam} bytes")

print(f"first layer.share = {percent(counts[0], total)}")
print(f"first layer.fraction = {float(Fraction(counts[0], total)):.4f}")
print(f"first layer.units against the next = {Fraction(widths[1], widths[2])}")
print(f"first layer.parameters against the next = {float(Fraction(counts[0], counts[1])):.2f}")

biases = sum(b[1] for _, b, _ in shapes)
products = [n * m for n, m in pairwise(widths)]
assert total - sum(products) == biases, "what is no weight is a bias"
print(f"biases = {biases}")
print(f"biases.share = {percent(biases, total)}")
scaled, products_scaled = ([f"{float(Fraction(c, scale)):#.2g}" for c in row] for row in (counts, products))
assert scaled == products_scaled, "parameters and products of widths round differently"
print(f"layers.parameters = {counts}")
print(f"layers.products of widths = {products}")
print(f"common unit = {scale}")
print(f"layers.about = [{', '.join(scaled)}]")

activations = bytes_per_parameter * sum(output[1] for _, _, output in shapes)
assert batch * activations > memory, "at this batch the activations outweigh the model"
print(f"things in memory = {len(MEMORY_TENANTS)}")
print(f"batch of examples = {batch}")
print(f"intermediate rows = {batch * activations} bytes")
training = with_adam + training_batch * activations
print(f"training batch with adam = {training_batch}")
print(f"training.bytes = {training} bytes")
print(f"size.ratio = {float(Fraction(training, memory)):.1f}")

# The variation: its shapes link up as well, and its total is the larger one.
assert through(1, variation_widths) == through(1, widths), "both classifiers have the same classes"
variation_total = sum(layer_parameters(n, m) for n, m in pairwise(variation_widths))
assert variation_total > total, "the wider model is the larger"
print(f"variation widths = {list(variation_widths)}")

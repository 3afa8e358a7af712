"""Count parameters and multiply-adds, layer by layer, of MLPs and of systems that share parameters."""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from itertools import product
from math import prod

FLOPS_PER_MULTIPLY_ADD = 2
BYTES_PER_PARAMETER = 4
MILLION, GIGA = 1_000_000, 1_000_000_000
known_parameters = (25557032, 60192808, 86567656, 59880472)

mlp_image = (64, 64, 3)
mlp_width = 1024
mlp_expansion = 4
mlp_depths = (6, 12)
published_millions = (74, 124)
classes = 1000
many_classes = 10500

picture = 224
channels = 3
patch = 16
stage_blocks = {"smaller ResNet": (3, 4, 6, 3), "deeper ResNet": (3, 8, 36, 3)}
stage_widths = (64, 128, 256, 512)
stem_kernel = 7
bottleneck_expansion = 4
vit = {"width": 768, "depth": 12, "hidden": 3072}
mixer = {"width": 768, "depth": 12, "hidden": 3072, "tokens hidden": 384}
gmlp = {"width": 512, "depth": 30, "hidden": 3072}

claimed_mlp_megaflops = 100
claimed_others_gigaflops = 10
claimed_orders = 2
guessed_gigaflops = 1


class Tally:
    """Running totals of a network: what it stores, and what one forward pass multiplies and adds."""

    def __init__(self):
        self.parameters = 0
        self.multiply_adds = 0
        self.weights = 0

    def layer(self, inputs, outputs, places=1, bias=True):
        """A matrix that is applied at so many places of the input: stored once, used at each of them."""
        self.weights += inputs * outputs
        self.parameters += inputs * outputs + (outputs if bias else 0)
        self.multiply_adds += places * inputs * outputs

    def convolution(self, size, inputs, outputs, side):
        """A kernel without bias and the batch normalisation behind it; ``side`` is that of the output."""
        self.layer(size * size * inputs, outputs, places=side * side, bias=False)
        self.normalisation(outputs)

    def normalisation(self, width):
        """A scale and a shift for each feature."""
        self.parameters += 2 * width

    def products(self, count):
        """Multiply-adds between activations, which no parameter takes part in."""
        self.multiply_adds += count


def mlp(depth, outputs):
    """An MLP of residual blocks that widen and narrow again."""
    tally, hidden = Tally(), mlp_expansion * mlp_width
    tally.layer(prod(mlp_image), mlp_width)
    for _ in range(depth):
        tally.normalisation(mlp_width)
        tally.layer(mlp_width, hidden)
        tally.layer(hidden, mlp_width)
    tally.layer(mlp_width, outputs)
    return tally


def resnet(blocks):
    """A residual convnet of bottleneck blocks; the first block of a later stage halves the side."""
    tally, side = Tally(), picture // 2
    tally.convolution(stem_kernel, channels, stage_widths[0], side)
    side, inputs = side // 2, stage_widths[0]
    for stage, (count, width) in enumerate(zip(blocks, stage_widths)):
        for block in range(count):
            outputs, before = bottleneck_expansion * width, side
            side = side // 2 if stage and not block else side
            tally.convolution(1, inputs, width, before)
            tally.convolution(3, width, width, side)
            tally.convolution(1, width, outputs, side)
            if not block:
                tally.convolution(1, inputs, outputs, side)
            inputs = outputs
    tally.layer(inputs, classes)
    return tally


def embedded(width):
    """The projection of patches to tokens, and how many tokens there are."""
    tally, tokens = Tally(), (picture // patch) ** 2
    tally.layer(patch * patch * channels, width, places=tokens)
    return tally, tokens


def transformer(width, depth, hidden):
    """A vision transformer with a class token and learned positions."""
    tally, tokens = embedded(width)
    tokens += 1
    tally.parameters += width + tokens * width
    for _ in range(depth):
        tally.normalisation(width)
        tally.layer(width, 3 * width, places=tokens)
        tally.products(2 * tokens * tokens * width)
        tally.layer(width, width, places=tokens)
        tally.normalisation(width)
        tally.layer(width, hidden, places=tokens)
        tally.layer(hidden, width, places=tokens)
    tally.normalisation(width)
    tally.layer(width, classes)
    return tally


def mlp_mixer(width, depth, hidden, token_hidden):
    """An MLP-mixer: one MLP along the tokens for every feature, one along the features for every token."""
    tally, tokens = embedded(width)
    for _ in range(depth):
        tally.normalisation(width)
        tally.layer(tokens, token_hidden, places=width)
        tally.layer(token_hidden, tokens, places=width)
        tally.normalisation(width)
        tally.layer(width, hidden, places=tokens)
        tally.layer(hidden, width, places=tokens)
    tally.normalisation(width)
    tally.layer(width, classes)
    return tally


def gated_mlp(width, depth, hidden):
    """A gMLP: half of the hidden features gates the other half after a projection along the tokens."""
    tally, tokens = embedded(width)
    for _ in range(depth):
        tally.normalisation(width)
        tally.layer(width, hidden, places=tokens)
        tally.normalisation(hidden // 2)
        tally.layer(tokens, tokens, places=hidden // 2)
        tally.layer(hidden // 2, width, places=tokens)
    tally.normalisation(width)
    tally.layer(width, classes)
    return tally


def decimal(value, places):
    """An exact quantity to some places, ties to even."""
    exact = Fraction(value)
    step = Decimal(1).scaleb(-places)
    return str((Decimal(exact.numerator) / exact.denominator).quantize(step, ROUND_HALF_EVEN))


def heads(depth, millions):
    """The class counts with which an MLP rounds to so many million parameters, the first and the last."""
    body, per_class = mlp(depth, 0).parameters, mlp_width + 1
    low = (2 * millions - 1) * MILLION // 2 - body
    return -(-low // per_class), (low + MILLION) // per_class


def convolved(size, inputs, outputs, side):
    """Multiply-adds of a small convolution again, one at a time."""
    return sum(
        1 for _ in product(range(side), range(side), range(size), range(size), range(inputs * outputs))
    )


def gigabytes(parameters):
    """What so many parameters take in fp32, in billions of bytes."""
    return Fraction(BYTES_PER_PARAMETER * parameters, GIGA)


def table(systems):
    """Print the table of counts, a row a system, and each count on a line of its own."""
    for name, tally in systems.items():
        operations = tally.multiply_adds
        billions = [decimal(Fraction(n, GIGA), 3) for n in (operations, FLOPS_PER_MULTIPLY_ADD * operations)]
        uses = decimal(Fraction(operations, tally.weights), 1)
        print(f"row {name}: {tally.parameters}, {billions[0]} G, {billions[1]} G, {uses}")


def report_mlps(mlps):
    """Print what the two MLPs hold, part by part, and which heads the published sizes allow."""
    print(f"image.shape = {' x '.join(map(str, mlp_image))}")
    print(f"image.numbers = {prod(mlp_image)}")
    print(f"residual blocks of width = {mlp_width}")
    print(f"blocks expand inside by = {mlp_expansion}")
    print(f"head.classes of an MLP = {classes} classes")
    print(f"blocks of those published = {list(mlp_depths)}")
    for (name, tally), depth, millions in zip(mlps.items(), mlp_depths, published_millions):
        assert tally.multiply_adds == tally.weights, "every weight is used once"
        body, large = mlp(depth, 0).parameters, mlp(depth, many_classes).parameters
        first, last = heads(depth, millions)
        assert first <= many_classes <= last, "within the range"
        assert round(large / MILLION) == millions, "and so the published size"
        print(f"{name}.blocks = {depth}")
        print(f"N_{name.split()[0]} = {tally.parameters}")
        print(f"row {name}: {depth}, {body}, {tally.parameters}, {large}")
        print(f"row {name} published: {millions} million, {first}, {last}")
        print(f"the {name} thus has about = {round(tally.parameters / MILLION)} million parameters")
        print(f"{name} performs.multiply-adds = {tally.multiply_adds}")
        for what, factor in (("multiply-adds", 1), ("FLOPs", FLOPS_PER_MULTIPLY_ADD)):
            amount = decimal(Fraction(factor * tally.multiply_adds, MILLION), 1)
            print(f"{name} performs.so many {what} = {amount} million {what}")
    print(f"within either range lies the number = {many_classes}")
    print(f"some thousand classes of a published head = {round(many_classes, -4)} classes")


def report_shapes():
    """Print the published shapes as the text states them."""
    print(f"pictures.pixels = {picture} x {picture}")
    print(f"patches of the picture = {(picture // patch) ** 2}")
    print(f"systems.classes of the same head = {classes} classes")
    for name, blocks in stage_blocks.items():
        print(f"{name}.stages of bottleneck blocks = {list(blocks)}")
    for name, shape in (("ViT-B/16", vit), ("Mixer-B/16", mixer), ("gMLP-B/16", gmlp)):
        print(f"row {name}: {shape['depth']}, {shape['width']}, {shape['hidden']}")
    print(f"Mixer-B/16.hidden units along the patches = {mixer['tokens hidden']} units")


def report_ratios(mlps, shared):
    """Print how much more work each system does, and hold the claim against it."""
    shallow, deep = mlps.values()
    hundredfold, limit = 10**claimed_orders, claimed_mlp_megaflops * MILLION
    assert shallow.multiply_adds < limit < deep.multiply_adds, "one of the two is under the claimed figure"
    assert limit < FLOPS_PER_MULTIPLY_ADD * shallow.multiply_adds, "and counted twice neither is"
    for name, tally in shared.items():
        ratios = [Fraction(tally.multiply_adds, one.multiply_adds) for one in (shallow, deep)]
        alike = tally.parameters * 5 > shallow.parameters * 4
        assert (ratios[0] > hundredfold) == alike, "two orders of magnitude where parameters are alike"
        print(f"row {name} over: {decimal(ratios[0], 1)}, {decimal(ratios[1], 1)}")
        print(f"{name}.times the operations of the shallow MLP = {decimal(ratios[0], 1)} times")
        print(f"{name}.uses each weight = {decimal(Fraction(tally.multiply_adds, tally.weights), 1)} times")
        print(
            f"{name} has no more than = {decimal(Fraction(tally.parameters, MILLION), 1)} million parameters"
        )
    work = [Fraction(tally.multiply_adds, GIGA) for tally in shared.values()]
    assert min(work) < claimed_others_gigaflops < max(work), "about as much as claimed"


def report_memory(shallow, resnet152):
    """Print the bytes that hold the weights, and the FLOPs that a byte of them pays for."""
    unshared = decimal(gigabytes(resnet152.multiply_adds), 1)
    print(f"MLP with the operations of the deeper ResNet.weights = {unshared} GB")
    print(f"deeper ResNet itself stores = {decimal(gigabytes(resnet152.parameters), 3)} GB")
    print(f"fp32 parameter = {BYTES_PER_PARAMETER} bytes")
    print(f"MLP of the guess.weights fill = {decimal(gigabytes(guessed_gigaflops * GIGA), 0)} GB")
    for name, tally in (("shallow MLP", shallow), ("deeper ResNet", resnet152)):
        intensity = Fraction(
            FLOPS_PER_MULTIPLY_ADD * tally.multiply_adds, BYTES_PER_PARAMETER * tally.weights
        )
        print(f"{name}.stores = {decimal(1000 * gigabytes(tally.parameters), 1)} MB")
        print(f"{name}.for each byte of weights = {decimal(intensity, 1)} FLOP")


def main():
    """Print every count, the ratios, and what they say about the claim."""
    for size, inputs, outputs, side in ((3, 2, 4, 5), (1, 3, 2, 4)):
        tally = Tally()
        tally.convolution(size, inputs, outputs, side)
        assert tally.multiply_adds == convolved(size, inputs, outputs, side), "counted one at a time"

    mlps = dict(zip(("shallow MLP", "deep MLP"), (mlp(depth, classes) for depth in mlp_depths)))
    report_mlps(mlps)
    shared = {
        **{name: resnet(blocks) for name, blocks in stage_blocks.items()},
        "ViT-B/16": transformer(*vit.values()),
        "Mixer-B/16": mlp_mixer(*mixer.values()),
        "gMLP-B/16": gated_mlp(*gmlp.values()),
    }
    counts = tuple(tally.parameters for tally in shared.values())
    assert counts[: len(known_parameters)] == known_parameters, "the counts that are known for these four"
    print(f"known parameters = {list(known_parameters)}")
    table({**mlps, **shared})
    report_shapes()
    report_ratios(mlps, shared)
    report_memory(mlps["shallow MLP"], shared["deeper ResNet"])


if __name__ == "__main__":
    main()

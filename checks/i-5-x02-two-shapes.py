"""The parameters of two classifiers on one task, layer by layer."""

from fractions import Fraction
from itertools import pairwise

models = {"deep": (784, 512, 256, 128, 10), "wide": (784, 2048, 10)}


def layers(widths):
    """Weights and biases of every affine layer, as pairs."""
    return [(inputs * outputs, outputs) for inputs, outputs in pairwise(widths)]


def percent(part, whole):
    """A share as a percentage to two decimal places."""
    return f"{float(Fraction(100 * part, whole)):.2f} %"


def main():
    """Print each model's layers and total, then set the models against each other."""
    print(f"shapes = {len(models)}")
    counts = {}
    for name, widths in models.items():
        parts = layers(widths)
        counts[name] = [weights + biases for weights, biases in parts]
        total = sum(counts[name])
        assert total == sum((inputs + 1) * outputs for inputs, outputs in pairwise(widths)), "bias as a row"
        print(f"{name}.widths = {list(widths)}")
        print(f"{name}.model looks at inputs = {widths[0]}")
        print(f"{name}.hidden layers = {len(widths) - 2}")
        print(f"{name}.affine layers = {len(parts)}")
        print(f"{name}.layers = {counts[name]}")
        print(f"{name}.parameters = {total}")
        print(f"{name}.first layer share = {percent(counts[name][0], total)}")

    deep, wide = models["deep"], models["wide"]
    n_deep, n_wide = sum(counts["deep"]), sum(counts["wide"])
    print(f"larger by a factor of = {float(Fraction(n_wide, n_deep)):.2f}")
    print(f"times as many hidden layers = {(len(deep) - 2) // (len(wide) - 2)}")
    print(f"further terms = {len(counts['deep']) - len(counts['wide'])}")
    growth = Fraction(counts["wide"][0], counts["deep"][0])
    assert growth == Fraction(wide[1], deep[1]), "the first layer grows as its width"
    print(f"largest term, times as big = {growth}")


if __name__ == "__main__":
    main()

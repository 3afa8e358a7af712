"""Count the FLOPs and the bytes of a dense layer at several batch sizes, and divide."""

from fractions import Fraction
from math import ceil, floor

d = 1024
bytes_per_number = 4
batches = (1, 2, 8, 32, 128, 256, 1024)
compared = (1, 256)
accelerator_needs = 100  # FLOP/byte for its peak rate; from outside, an order of magnitude


def flops(batch, width=d):
    """Return the FLOPs of a square layer: a multiply and an add for each weight and row."""
    return 2 * batch * width**2


def traffic(batch, width=d):
    """Return the bytes moved: the weights once, the input rows and the output rows."""
    weights, rows = width * width, batch * width
    return bytes_per_number * (weights + rows + rows)


def intensity(batch, width=d):
    """Return the FLOPs performed per byte moved."""
    return Fraction(flops(batch, width), traffic(batch, width))


def share(batch, width=d):
    """Return the part of the traffic that is weights."""
    return Fraction(bytes_per_number * width * width, traffic(batch, width))


def tallied(batch, width):
    """Return the FLOPs and the bytes again, by touching every number of a small layer."""
    operations, read, written = 0, set(), set()
    for row in range(batch):
        for column in range(width):
            for k in range(width):
                read |= {("input", row, k), ("weight", k, column)}
                operations += len(("multiply", "add"))
            written.add(("output", row, column))
    return operations, bytes_per_number * (len(read) + len(written))


def first_batch_at(target):
    """Return the smallest batch that reaches the target: as many as fall short, the empty one included."""
    return sum(intensity(batch) < target for batch in range(batches[-1]))


for small_batch, small_width in ((1, 4), (3, 5), (6, 2)):
    counted = (flops(small_batch, small_width), traffic(small_batch, small_width))
    assert tallied(small_batch, small_width) == counted, "the counts agree with a tally"
    print(f"# tally of {small_batch} x {small_width}: {counted[0]} FLOPs, {counted[1]} bytes")

limit = Fraction(d, 4)
for batch in batches:
    assert 1 / intensity(batch) == 1 / limit + Fraction(2, batch), "so the limit is d/4 and is not reached"
    assert intensity(batch) == Fraction(batch, 2) * share(batch), "half the batch times the share"
    short_of_half = Fraction(1, 2) - intensity(1, width=batch)
    assert short_of_half == Fraction(1, batch + 2), "no width brings a single example to a half"

print(f"W.shape = {d} x {d}")
print("d =", d)
print("bytes each number =", bytes_per_number)
print("batches B =", list(batches))
for batch in batches:
    print(f"row {batch}: {batch}, {float(intensity(batch)):.3f}, {float(100 * share(batch)):.1f} %")
for batch in batches:
    print(f"FLOPs({batch}) = {flops(batch)}")
    print(f"bytes({batch}) = {traffic(batch)}")
    print(f"intensity({batch}) = {float(intensity(batch)):.3f}")
    print(f"share({batch}) = {float(100 * share(batch)):.1f} %")
print("limit of intensity =", limit)

idle = accelerator_needs / intensity(1)
print(f"idle factor = {float(idle):.1f}")
print("idle orders of magnitude, as a factor =", 10 ** (len(str(floor(idle))) - 1))
crossing = first_batch_at(accelerator_needs)
solved = Fraction(2 * accelerator_needs * d, d - 4 * accelerator_needs)
assert crossing == ceil(solved), "the formula solved for the batch"
print("crossing batch B =", crossing)
print("models at batches of", list(compared))
print("models.ratio of intensity =", round(intensity(max(compared)) / intensity(min(compared))))

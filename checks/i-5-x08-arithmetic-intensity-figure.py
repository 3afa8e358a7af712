"""Draw the arithmetic intensity of a dense layer against the batch size, both on logarithmic scales."""

from math import log2

d = 1024
bytes_per_number = 4
batches = (1, 2, 8, 32, 128, 256, 1024)
step, left, top, bottom = 44, 52, 24, 46


def intensity(batch):
    """FLOPs performed per byte moved."""
    return 2 * batch * d**2 / (bytes_per_number * (d * d + 2 * batch * d))


def across(batch):
    """The place of a batch size."""
    return left + step * log2(batch)


def down(value):
    """The place of an intensity; the scale begins at a half."""
    return top + step * 0.6 * (log2(limit) - log2(value))


limit = d / bytes_per_number
width, foot = across(batches[-1]) + 40, down(0.4)
height = foot + bottom
curve = [2 ** (i / 4) for i in range(4 * int(log2(d)) + 1)]
points = " ".join(f"{across(b):.1f},{down(intensity(b)):.1f}" for b in curve)
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-size="13">')
print(f'<path class="rule" d="M{left} {top - 8}V{foot:.1f}H{width - 30:.1f}"/>')
print(f'<path class="second" stroke-dasharray="5 4" d="M{left} {down(limit):.1f}H{width - 30:.1f}"/>')
print(f'<text class="soft" x="{left - 8}" y="{down(limit) + 4:.1f}" text-anchor="end">{limit:.0f}</text>')
print(f'<polyline class="accent" stroke-width="2" points="{points}"/>')
for b in batches:
    print(f'<circle cx="{across(b):.1f}" cy="{down(intensity(b)):.1f}" r="3.5"/>')
    print(f'<text class="soft" x="{across(b):.1f}" y="{foot + 18:.1f}" text-anchor="middle">{b}</text>')
print(f'<text class="soft" x="{left + 6}" y="{top - 10}">FLOPs a byte</text>')
print(f'<text class="soft" x="{width - 30:.1f}" y="{foot + 38:.1f}" text-anchor="end">batch size</text>')
print("</svg>")

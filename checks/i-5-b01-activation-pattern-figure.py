"""Draw the plane of inputs, cut by the lines on which a hidden unit switches, with the three inputs in it."""

W1 = ((1, -1, 0.5), (0.5, 1, -1))
b1 = (-0.5, 0.25, 0)
inputs = {"a": (1, 2), "b": (1.2, 2.5), "c": (-1, 0)}
low, high = (-2.4, -1.2), (3.2, 3.6)
scale, margin = 80, 12
box = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]


def unit(j, x):
    """The pre-activation of hidden unit j."""
    return x[0] * W1[0][j] + x[1] * W1[1][j] + b1[j]


def cut(polygon, j, on):
    """The part of a polygon where unit j is on, or off."""
    kept = []
    for here, after in zip(polygon, polygon[1:] + polygon[:1]):
        u, v = unit(j, here), unit(j, after)
        if (u > 0) == on:
            kept.append(here)
        if (u > 0) != (v > 0):
            t = u / (u - v)
            kept.append(tuple(p + t * (q - p) for p, q in zip(here, after)))
    return kept


def place(x):
    """A point of the plane on the drawing."""
    return f"{margin + (x[0] - low[0]) * scale:.1f},{margin + (high[1] - x[1]) * scale:.1f}"


width, height = (2 * margin + (high[i] - low[i]) * scale for i in (0, 1))
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-size="14">')
regions = {"".join("1" if unit(j, x) > 0 else "0" for j in range(3)) for x in inputs.values()}
for pattern in sorted(regions):
    region = box
    for j, digit in enumerate(pattern):
        region = cut(region, j, digit == "1")
    print(f'<polygon class="wash" points="{" ".join(place(x) for x in region)}"/>')
for j in range(3):
    line = cut(cut(box, j, True), j, True)
    ends = [x for x in line if abs(unit(j, x)) < 1e-9]
    print(f'<polyline class="ink" points="{" ".join(place(x) for x in ends)}"/>')
for name, x in inputs.items():
    left, top = place(x).split(",")
    pattern = "".join("1" if unit(j, x) > 0 else "0" for j in range(3))
    print(f'<circle cx="{left}" cy="{top}" r="4"/>')
    print(f'<text x="{float(left) + 9:.1f}" y="{float(top) + 5:.1f}">{name}: {pattern}</text>')
print("</svg>")

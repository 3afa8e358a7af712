"""Draw the first iterates of the triangle, each with twice the pieces of the one before."""

shown = (1, 2, 3)
side, gap, margin, foot = 170, 44, 30, 40
ends = (0, 1)


def triangle(x):
    """The triangle by its definition in two cases."""
    return 2 * x if x <= 0.5 else 2 - 2 * x


def corners(k):
    """The corners of the k-th iterate, left to right: kinks stand at multiples of 1 / 2**k."""
    points = []
    for i in range(2**k + 1):
        x = y = i / 2**k
        for _ in range(k):
            y = triangle(y)
        points.append((x, y))
    return points


width = margin + len(shown) * (side + gap)
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {side + foot + margin}" font-size="13">')
for number, k in enumerate(shown):
    left, bottom = margin + number * (side + gap), margin + side
    path = " ".join(f"{left + x * side:.2f},{bottom - y * side:.2f}" for x, y in corners(k))
    print(f'<path class="rule" d="M{left} {margin}V{bottom}H{left + side}"/>')
    print(f'<polyline class="accent" stroke-width="2" points="{path}"/>')
    words = [(bottom + 18, end * side, end) for end in ends]
    words.append((margin - 12, side / 2, f"k = {k}: {len(corners(k)) - 1} pieces"))
    for y, x, word in words:
        print(f'<text x="{left + x}" y="{y}" text-anchor="middle">{word}</text>')
print("</svg>")

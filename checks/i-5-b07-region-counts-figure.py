"""Draw how many regions sixty units are sure of, or limited to, at several depths, on a logarithmic scale."""

from math import comb, log10

plane = 2
arrangements = ((1, 60), (2, 30), (6, 10))
row, left, length, room = 46, 66, 380, 110


def regions(layers, n):
    """The bound for equal layers of n units on the plane."""
    return (n // plane) ** (plane * (layers - 1)) * sum(comb(n, chosen) for chosen in range(plane + 1))


longest = max(log10(regions(*each)) for each in arrangements)
width, height = left + length + room, row * len(arrangements) + 16
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-size="14">')
for number, (layers, n) in enumerate(arrangements):
    top = 10 + number * row
    bar = length * log10(regions(layers, n)) / longest
    print(f'<text x="{left - 12}" y="{top + 20}" text-anchor="end">{layers} × {n}</text>')
    print(f'<rect class="wash" x="{left}" y="{top}" width="{bar:.1f}" height="30"/>')
    print(f'<text x="{left + bar + 8:.1f}" y="{top + 20}">{regions(layers, n)}</text>')
print(f'<path class="ink" d="M{left} 4V{height - 8}"/>')
print("</svg>")

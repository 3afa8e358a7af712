"""Draw what a build costs against the number of pages, both on logarithmic scales."""

from math import log10

sizes = (100, 1000)
lines = {"from nothing": (11.4, 90.7), "after an edit": (2.9, 14.3), "unchanged": (0.18, 0.21)}
step, left, top, foot, last = 250, 64, 24, 270, 480


def across(pages):
    """The place of a size."""
    return left + 30 + step * (log10(pages) - 2)


def down(seconds):
    """The place of a time; the scale begins at a tenth of a second."""
    return foot - (foot - top) * (log10(seconds) + 1) / 3.1


print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {last} {foot + 48}" font-size="13">')
print(f'<path class="rule" d="M{left} {top - 8}V{foot}H{last - 20}"/>')
for seconds in (1, 10, 100):
    y = down(seconds)
    print(f'<path class="rule" stroke-dasharray="2 5" d="M{left} {y:.1f}H{last - 20}"/>')
    print(f'<text class="soft" x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{seconds} s</text>')
for words, times in lines.items():
    points = [(across(n), down(t)) for n, t in zip(sizes, times, strict=True)]
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    print(f'<polyline class="accent" stroke-width="2" points="{drawn}"/>')
    for x, y in points:
        print(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>')
    x, y = points[-1]
    print(f'<text x="{x + 10:.1f}" y="{y + 4:.1f}">{words}</text>')
for n in sizes:
    print(f'<text class="soft" x="{across(n):.1f}" y="{foot + 18}" text-anchor="middle">{n} pages</text>')
print("</svg>")

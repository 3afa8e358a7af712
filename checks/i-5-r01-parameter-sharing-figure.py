"""Draw parameters against multiply-adds of one forward pass, with the counters of the check beside it."""

from math import log10
from pathlib import Path
from runpy import run_path

check = run_path(str(Path(__file__).with_name("i-5-r01-parameter-sharing.py")))
million_parameters = (25, 50, 100)
billion_operations = (0.1, 1, 10)
left, top, right, bottom, decade, octave = 70, 24, 90, 50, 90, 560
leftward = ("Mixer-B/16", "shallow MLP")
below = ("deeper ResNet", "gMLP-B/16")


def systems():
    """Each system with its parameters and its multiply-adds."""
    classes, blocks = check["classes"], check["stage_blocks"]
    mlps = zip(("shallow MLP", "deep MLP"), check["mlp_depths"])
    yield from ((name, check["mlp"](depth, classes)) for name, depth in mlps)
    yield from ((name, check["resnet"](stages)) for name, stages in blocks.items())
    yield "ViT-B/16", check["transformer"](*check["vit"].values())
    yield "Mixer-B/16", check["mlp_mixer"](*check["mixer"].values())
    yield "gMLP-B/16", check["gated_mlp"](*check["gmlp"].values())


def across(millions):
    """The place of a number of parameters, in millions; the scale begins at twenty."""
    return left + octave * (log10(millions) - log10(20))


def down(billions):
    """The place of a number of multiply-adds, in billions; the scale ends at thirty."""
    return top + decade * (log10(30) - log10(billions))


width, foot = across(130) + right, down(0.04)
print(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {foot + bottom:.0f}" font-size="13">'
)
print(f'<path class="rule" d="M{left} {top}V{foot:.1f}H{across(130):.1f}"/>')
once = f"M{across(40):.1f} {down(0.04):.1f}L{across(130):.1f} {down(0.13):.1f}"
print(f'<path class="second" stroke-dasharray="5 4" d="{once}"/>')
for millions in million_parameters:
    x, y = across(millions), foot + 18
    print(f'<text class="soft" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{millions}</text>')
for billions in billion_operations:
    print(
        f'<text class="soft" x="{left - 8}" y="{down(billions) + 4:.1f}" text-anchor="end">{billions}</text>'
    )
for name, tally in systems():
    x, y = across(tally.parameters / 1e6), down(tally.multiply_adds / 1e9)
    print(f'<circle class="accent" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
    side, anchor = (-8, "end") if name in leftward else (8, "start")
    lift = 18 if name in below else -6
    print(f'<text x="{x + side:.1f}" y="{y + lift:.1f}" text-anchor="{anchor}">{name}</text>')
print(f'<text class="soft" x="{left - 8}" y="{top - 8}">billion multiply–adds</text>')
x, y = across(130), foot + 38
print(f'<text class="soft" x="{x:.1f}" y="{y:.1f}" text-anchor="end">million parameters</text>')
print("</svg>")

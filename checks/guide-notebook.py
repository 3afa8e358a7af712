"""The number of the guide's page on notebooks."""

import math

print("period =", round(2 * math.pi * math.sqrt(11.30 / 9.81), 3), "s")

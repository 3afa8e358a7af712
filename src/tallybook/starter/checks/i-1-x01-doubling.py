"""When a sum has doubled."""

from decimal import Decimal
from itertools import count

growth = Decimal("1.04")
print("growth q =", growth)
print("years factor")
for years in count(15):
    factor = growth**years
    print(f"{years} {factor:.4f}")
    if factor > 2:
        break
print("doubled after years =", years)

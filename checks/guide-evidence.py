"""The numbers of the guide's page on evidence."""

r = 17
n = 126
rungs = 31
flights = (40, 42, 44)


def slope(t):
    """A line, as an example of a definition."""
    return 3 * t + 13


assert sum(flights) == n
print(f"stair.height = {n * r} cm")
for t in (2, 4, 9):
    print(f"slope({t}) = {slope(t)}")
print("flight steps")
for number, steps in enumerate(flights, 1):
    print(number, steps)
print("ladder.rungs =", rungs)
print(f"ladder.share = {rungs / n:.3f}")

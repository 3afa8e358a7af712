"""The numbers of the guide's page on numbers."""

print("wide.parameters =", 4096 * 1024)
print("wide.size =", 4096 * 1024 * 4 / 2**20, "MiB")
print("deep.parameters =", 512 * 512 * 3)

for name, mass, radius in (("Mars", 6.417e23, 3389.5), ("Earth", 5.972e24, 6371.0)):
    gravity = 6.674e-11 * mass / (radius * 1000) ** 2
    print(f"{name}: {radius} km, {gravity:.2f} m/s2")

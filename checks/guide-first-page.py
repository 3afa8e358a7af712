"""The numbers of the guide's first page."""

price = 1200
discount = price // 4

print("list price =", price, "euro")
print("discount =", discount, "euro")
print("costs =", price - discount, "euro")
print("answer =", 6 * 7)

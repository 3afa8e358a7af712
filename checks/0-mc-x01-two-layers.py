"""The derivative of two linear maps in a row, by multiplying and by steps along the coordinates."""

A = ((1, 2), (0, 1))
B = ((3,), (-1,))


def product(left, right):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*right)] for row in left]


derivative = product(A, B)
steps = [product(product([[int(i == j) for j in range(2)]], A), B)[0] for i in range(2)]
assert steps == derivative, "steps along the coordinates give the rows"

print("A =", [list(row) for row in A])
print("B =", [list(row) for row in B])
print("A B =", derivative)
print("rate along the first coordinate =", derivative[0][0])

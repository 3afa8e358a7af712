"""Multiply a row by a matrix in two ways, and read the matrix out of memory in two orders."""

x = (2, -1, 3)
A = ((1, 4), (0, -2), (5, 1))


def times(row, matrix):
    """Pair the row with each column."""
    return tuple(sum(a * b for a, b in zip(row, column)) for column in zip(*matrix))


def combined(row, matrix):
    """Add up the rows of the matrix, each times an entry of the row."""
    total = [0] * len(matrix[0])
    for factor, line in zip(row, matrix):
        total = [old + factor * entry for old, entry in zip(total, line)]
    return tuple(total)


def shaped(memory, rows, columns, row_major=True):
    """The matrix that a reader sees in memory."""
    step = (columns, 1) if row_major else (1, rows)
    return tuple(tuple(memory[i * step[0] + j * step[1]] for j in range(columns)) for i in range(rows))


def show(matrix):
    return [list(row) for row in matrix]


rows, columns = len(A), len(A[0])
memory = tuple(entry for row in A for entry in row)
offset = (rows - 1) * columns + (columns - 1)
other = shaped(memory, rows, columns, row_major=False)
wide = shaped(memory, columns, rows)
assert shaped(memory, rows, columns) == A, "row by row, the matrix comes back"
assert memory[offset] == A[-1][-1], "the offset leads to the last entry"
assert times(x, A) == combined(x, A), "two ways of multiplying"
assert wide != tuple(zip(*A)), "another shape is no transpose"

print("x =", list(x))
print("A =", show(A))
print(f"A.shape = {rows} x {columns}")
print("x A =", list(times(x, A)))
print("memory =", list(memory))
print("places in memory =", len(memory))
print("sums of the rows =", [sum(row) for row in A])
print("i =", rows - 1)
print("j =", columns - 1)
print("n =", columns)
print("offset =", offset)
print("B =", show(other))
print("x B =", list(times(x, other)))
print(f"variation.shape = {columns} x {rows}")
print("variation begins with the row =", list(wide[0]))
print("variation.row that follows =", list(wide[1]))
print("transpose begins with =", [row[0] for row in A])

"""What books of two sizes cost, as measured in seconds, and what follows from it."""

measured = (
    # pages, from nothing, with nothing changed, after an edit of a sentence
    (100, 11.4, 0.18, 2.9),
    (1000, 90.7, 0.21, 14.3),
)
for pages, cold, unchanged, edited in measured:
    each = f"{1000 * cold / pages:.0f} ms a page"
    print(f"{pages} pages: {cold} s from nothing, {each}, {unchanged} s unchanged, {edited} s edited")
small, large = measured
print("factor of pages =", large[0] // small[0])
print("factor of time from nothing =", round(large[1] / small[1], 1))
print("factor of time after an edit =", round(large[3] / small[3], 1))

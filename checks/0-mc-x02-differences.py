"""One-sided and central difference quotients of a linear map and of a square, exactly."""

from fractions import Fraction

x = 3
h = Fraction("0.5")
slope = 7


def f(x):
    return slope * x


def q(x):
    return x * x


def one_sided(function):
    return (function(x + h) - function(x)) / h


def central(function):
    return (function(x + h) - function(x - h)) / (2 * h)


assert one_sided(f) == central(f), "a linear map has no error"
assert one_sided(q) == 2 * x + h, "the error is the step"
assert central(q) == 2 * x, "and cancels"

print("x =", x)
print("h =", float(h))
print("both quotients of f =", one_sided(f))
print("slope of f =", slope)
print("one-sided quotient of the square =", float(one_sided(q)))
print("central quotient of the square =", central(q))

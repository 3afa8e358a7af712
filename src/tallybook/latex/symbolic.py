"""The walk that builds a SymPy expression: one method a kind of node."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

from tallybook.latex.tree import (
    Add,
    Annotated,
    Between,
    BigOp,
    Bound,
    Call,
    Cases,
    Chain,
    Derivative,
    Div,
    EvalBar,
    Group,
    Matrix,
    Mixed,
    Mul,
    Neg,
    Node,
    Num,
    Pow,
    Sym,
    Text,
)
from tallybook.numerals.numeral import Conventions, Form

if TYPE_CHECKING:
    from collections.abc import Callable

_LARGEST_EXPONENT = 10_000
_MOST_BITS = 100_000
"""Bits of a power of numbers: SymPy would compute any, in one step that nothing can stop."""
_MOST_TERMS = 200
_MOST_EXPANDED = 1_000
"""Terms of a power of a sum, multiplied out."""
_UNREAD = frozenset({Form.DIGITS, Form.CLOCK, Form.ODDS})


TURNED = frozenset({"T", "top", "intercal", "mathsf(T)", "mathrm(T)"})
"""What a transposed symbol has as its exponent."""


def untransposed(key: str) -> str:
    """The key of a symbol without the sign that it is transposed."""
    head, _, last = key.rpartition("^")
    return head if head and last in TURNED else key


class NoExpressionError(Exception):
    """The node has no counterpart in SymPy."""


class Builder:
    """Building with the symbols that multiply brackets and those that are integers."""

    def __init__(
        self,
        numbers: set[str],
        integers: frozenset[str],
        conventions: Conventions,
        imaginary: str = "",
        matrices: frozenset[str] = frozenset(),
    ) -> None:
        import sympy  # late: it takes longer to import than a book to check

        self.sp = sympy
        self.numbers = numbers
        self.integers = set(integers)
        self.base = conventions.log_base
        self.imaginary = imaginary
        self.matrices = matrices

    def symbol(self, key: str) -> Any:
        if key == "pi":
            return self.sp.pi
        if key == "infty":
            return self.sp.oo
        if key == "e":
            return self.sp.E
        if key and key == self.imaginary:
            return self.sp.I
        if self.matrices and untransposed(key) in self.matrices:
            found = self.sp.Symbol(untransposed(key), commutative=False)
            return found if untransposed(key) == key else self.transposed(found)
        if self.matrices and key.partition("_")[0] in ("I", "mathbf(I)", "boldsymbol(I)"):
            return self.sp.Integer(1)  # the identity, which commutes with all
        if key in self.integers:
            return self.sp.Symbol(key, integer=True)
        return self.sp.Symbol(key, real=True)

    def transposed(self, found: Any) -> Any:
        """The transpose of an expression in matrices: that of a product has its factors in reverse."""
        if found.is_commutative:
            return found
        if found.is_Add:
            return self.sp.Add(*map(self.transposed, found.args))
        if found.is_Mul:
            return self.sp.Mul(*[self.transposed(each) for each in reversed(found.args)])
        if found.is_Pow:
            return self.transposed(found.base) ** found.exp
        if not found.is_Symbol:
            raise NoExpressionError
        bare = untransposed(found.name)
        return self.sp.Symbol(f"{bare}^T" if bare == found.name else bare, commutative=False)

    def build(self, node: Node) -> Any:
        reader = _READERS.get(type(node))
        if reader is None:
            raise NoExpressionError
        return reader(self, node)

    def number(self, node: Num) -> Any:
        numeral = node.numeral
        if numeral.form in _UNREAD or numeral.sign == "±":
            raise NoExpressionError
        return self.sp.Rational(numeral.value.numerator, numeral.value.denominator)

    def named(self, node: Sym) -> Any:
        return self.symbol(node.key)

    def negative(self, node: Neg) -> Any:
        return -self.build(node.operand)

    def total(self, node: Add) -> Any:
        return self.sp.Add(*[self.build(each) for each in node.terms])

    def product(self, node: Mul) -> Any:
        return self.sp.Mul(*[self.build(each) for each in node.factors if not isinstance(each, Text)])

    def quotient(self, node: Div) -> Any:
        below = self.build(node.denominator)
        if below == 0:
            raise NoExpressionError
        return self.build(node.numerator) / below

    def mixed(self, node: Mixed) -> Any:
        return self.build(node.whole) + self.build(node.fraction)

    def power(self, node: Pow) -> Any:
        if self.matrices and isinstance(node.exponent, Sym) and node.exponent.key in TURNED:
            return self.transposed(self.build(node.base))
        below = node.base
        if (
            isinstance(below, Call)
            and below.function is not None
            and below.name in self.numbers
            and len(below.arguments) == 1
        ):  # P(1 + r)^2: the power is that of the bracket
            return self.symbol(below.name) * self.power(Pow(node.span, below.arguments[0], node.exponent))
        exponent, base = self.build(node.exponent), self.build(below)
        if exponent.is_number and not abs(exponent) <= _LARGEST_EXPONENT:
            raise NoExpressionError
        if base.is_Rational and exponent.is_number and exponent.is_finite:
            bits = int(base.p).bit_length() + int(base.q).bit_length()
            if bits * abs(exponent) > _MOST_BITS:
                raise NoExpressionError
        if base.is_Add and exponent.is_Integer and self._expanded_terms(base, exponent) > _MOST_EXPANDED:
            raise NoExpressionError
        return base**exponent

    @staticmethod
    def _expanded_terms(base: Any, exponent: Any) -> int:
        """How many terms a power of a sum has when it is multiplied out."""
        terms, power = len(base.args), abs(int(exponent))
        return comb(power + terms - 1, terms - 1)

    def call(self, node: Call) -> Any:
        arguments = [self.build(each) for each in node.arguments]
        known = _FUNCTIONS.get(node.name)
        if any(not a.is_commutative for a in arguments):
            if node.function is not None and node.name in self.numbers and len(arguments) == 1:
                return self.symbol(node.name) * arguments[0]
            return self.sp.Function(node.name)(*arguments)  # of matrices nothing is known but equality
        if node.name in {"log", "ln", "lg"} and len(arguments) == 1:
            return self.logarithm(node, arguments[0])
        if node.name == "sqrt" and len(arguments) == 1:
            return self.sp.root(arguments[0], 2 if node.base is None else self.build(node.base))
        if known is not None:
            most = _LARGEST.get(node.name)
            if most and any(a.is_number and not abs(a) <= most for a in arguments):
                raise NoExpressionError
            return known(self.sp, *arguments)
        if node.function is None:
            raise NoExpressionError
        if node.name in self.numbers and len(arguments) == 1:
            return self.symbol(node.name) * arguments[0]
        return self.sp.Function(node.name)(*arguments)

    def logarithm(self, node: Call, argument: Any) -> Any:
        if node.base is not None:
            return self.sp.log(argument, self.build(node.base))
        if node.name == "ln" or self.base == "e":
            return self.sp.log(argument)
        if not self.base:
            raise NoExpressionError
        return self.sp.log(argument, int(self.base))

    def ranged(self, node: BigOp) -> Any:
        if node.body is None or node.variable is None:
            raise NoExpressionError
        key = node.variable.key
        if node.name == "int":
            return self.integral(node, key)
        if node.lower is None:
            raise NoExpressionError
        if node.name == "lim":
            body = self.build(node.body)
            return self.sp.limit(body, self.symbol(key), self.build(node.lower))
        if node.name not in {"sum", "prod"} or node.upper is None:
            raise NoExpressionError
        lower, upper = self.build(node.lower), self.build(node.upper)
        if (
            lower.is_number
            and upper.is_number
            and not (
                lower.is_integer and (upper.is_infinite or (upper.is_integer and upper - lower < _MOST_TERMS))
            )
        ):
            raise NoExpressionError  # SymPy would write out every term
        was = key in self.integers
        self.integers.add(key)
        body, variable = self.build(node.body), self.symbol(key)
        if not was:
            self.integers.discard(key)
        whole = self.sp.Sum if node.name == "sum" else self.sp.Product
        return self.convergent(whole(body, (variable, lower, upper)).doit())

    def convergent(self, found: Any) -> Any:
        """The branch in which a sum or integral converges, where SymPy leaves it standing in the others."""
        if found.has(self.sp.Piecewise):
            found = self.sp.piecewise_fold(found)
        if isinstance(found, self.sp.Piecewise):
            rest = [value for value, _ in found.args if not value.has(self.sp.Sum, self.sp.Integral)]
            if len(rest) == 1:
                return rest[0]
        return found

    def integral(self, node: BigOp, key: str) -> Any:
        body = self.build(node.body) if node.body is not None else self.sp.Integer(1)
        variable = self.symbol(key)
        if node.lower is None or node.upper is None:
            raise NoExpressionError
        whole = self.sp.Integral(body, (variable, self.build(node.lower), self.build(node.upper)))
        return self.convergent(
            whole.doit(manual=True)
        )  # the methods of the textbooks; the others take too long too often

    def derivative(self, node: Derivative) -> Any:
        body, variable = self.build(node.body), self.symbol(node.variable.key)
        if variable not in body.free_symbols:
            raise NoExpressionError  # dy/dx of a y that is defined elsewhere
        return self.sp.diff(body, variable, node.order)

    def between(self, node: Between) -> Any:
        body = self.build(node.body)
        if len(body.free_symbols) != 1:
            raise NoExpressionError
        (variable,) = body.free_symbols
        return body.subs(variable, self.build(node.upper)) - body.subs(variable, self.build(node.lower))

    def cases(self, node: Cases) -> Any:
        rows = []
        for row in node.rows:
            condition: Any = True
            if len(row) > 1 and not isinstance(row[1], Text):
                condition = self.condition(row[1])
            rows.append((self.build(row[0]), condition))
        return self.sp.Piecewise(*rows)

    def condition(self, node: Node) -> Any:
        if not isinstance(node, Chain) or len(node.operands) != len(node.relations) + 1:
            raise NoExpressionError
        sides = [self.build(each) for each in node.operands]
        found = []
        for left, relation, right in zip(sides, node.relations, sides[1:], strict=False):
            make = _RELATIONS.get(relation.symbol)
            if make is None:
                raise NoExpressionError
            found.append(make(self.sp, left, right))
        return self.sp.And(*found)

    def at_point(self, node: EvalBar) -> Any:
        condition = node.condition
        if not isinstance(condition, Chain) or len(condition.operands) != 2:
            raise NoExpressionError
        variable, value = condition.operands
        if not isinstance(variable, Sym):
            raise NoExpressionError
        return self.build(node.body).subs(self.symbol(variable.key), self.build(value))

    def group(self, node: Group) -> Any:
        if len(node.items) != 1:
            raise NoExpressionError
        return self.build(node.items[0])

    def body(self, node: Annotated | Bound) -> Any:
        return self.build(node.body)

    def matrix(self, node: Matrix) -> Any:
        return self.sp.Matrix([[self.build(cell) for cell in row] for row in node.rows])


def _same(name: str) -> Callable[..., Any]:
    """SymPy's function of that name."""
    return lambda sp, a: getattr(sp, name)(a)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "factorial": lambda sp, a: sp.factorial(a),
    "double factorial": lambda sp, a: sp.factorial2(a),
    "binomial": lambda sp, n, k: _binomial(sp, n, k),
    "floor": lambda sp, a: sp.floor(a),
    "ceil": lambda sp, a: sp.ceiling(a),
    "abs": lambda sp, a: sp.Abs(a),
    "exp": lambda sp, a: sp.exp(a),
    "max": lambda sp, *a: sp.Max(*a),
    "min": lambda sp, *a: sp.Min(*a),
    "gcd": lambda sp, *a: sp.gcd_list(list(a)),
    "lcm": lambda sp, *a: sp.lcm_list(list(a)),
    "sgn": lambda sp, a: sp.sign(a),
    "ReLU": lambda sp, a: sp.Max(0, a),
    "relu": lambda sp, a: sp.Max(0, a),
    "percent": lambda sp, a: a / 100,
    "permille": lambda sp, a: a / 1000,
    "degrees": lambda sp, a: a * sp.pi / 180,
    "det": lambda sp, a: a.det(),
    "erf": lambda sp, a: sp.erf(a),
    "zeta": lambda sp, a: sp.zeta(a),
    "Gamma": lambda sp, a: sp.gamma(a),
    **{name: _same(name) for name in ("sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh")},
    **{f"arc{name}": _same(f"a{name}") for name in ("sin", "cos", "tan")},
}


def _binomial(sp: Any, n: Any, k: Any) -> Any:
    """A binomial; for small integers ``k`` the polynomial in ``n``."""
    if k.is_Integer and 0 <= k <= 50 and not n.is_number:
        return sp.ff(n, k) / sp.factorial(k)
    return sp.binomial(n, k)


_LARGEST = {"factorial": 2_000, "double factorial": 2_000, "binomial": 2_000, "Gamma": 2_000, "zeta": 50}
"""The largest arguments of functions that SymPy would compute in one step that nothing can stop."""
_RELATIONS: dict[str, Callable[..., Any]] = {
    "=": lambda sp, a, b: sp.Eq(a, b),
    "<": lambda sp, a, b: sp.Lt(a, b),
    ">": lambda sp, a, b: sp.Gt(a, b),
    "≤": lambda sp, a, b: sp.Le(a, b),
    "≥": lambda sp, a, b: sp.Ge(a, b),
    "≠": lambda sp, a, b: sp.Ne(a, b),
}
_READERS: dict[type[Node], Callable[..., Any]] = {
    Num: Builder.number,
    Sym: Builder.named,
    Neg: Builder.negative,
    Add: Builder.total,
    Mul: Builder.product,
    Div: Builder.quotient,
    Mixed: Builder.mixed,
    Pow: Builder.power,
    Call: Builder.call,
    BigOp: Builder.ranged,
    Cases: Builder.cases,
    EvalBar: Builder.at_point,
    Between: Builder.between,
    Derivative: Builder.derivative,
    Group: Builder.group,
    Annotated: Builder.body,
    Bound: Builder.body,
    Matrix: Builder.matrix,
}

"""The walk that computes a value: one method a kind of node."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from operator import itemgetter

from tallybook.latex import arithmetic as ar
from tallybook.latex import transcendental as tr
from tallybook.latex.arithmetic import NoValueError
from tallybook.latex.known import COMBINE, COMPARE, FUNCTIONS, determinant
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
    Dots,
    EvalBar,
    Group,
    Matrix,
    Mixed,
    Mod,
    Mul,
    Neg,
    Node,
    Num,
    Pow,
    Remainder,
    Sequence,
    Sym,
    Text,
    Value,
)
from tallybook.latex.unfolding import Unfolding, is_limiting
from tallybook.numerals.numeral import Form

Bindings = Mapping[str, Value | Node]
"""Symbols by their key: a value, or an expression that is evaluated where the symbol stands."""

MOST_TERMS = 100_000
"""Terms of a sum or product that are added up."""

_MOST_STEPS = 300_000
_LONG = 1_000  # terms of a sum that is remembered: its page asks for it a dozen times
_MOST_KEPT = 256
_LONG_ONES: dict[object, tuple[Value | None, int, bool]] = {}
"""Long sums and products: their value, the steps it took, and whether a logarithm without a base was met."""
_UNREAD = frozenset({Form.DIGITS, Form.CLOCK, Form.ODDS})
_ROUNDED = frozenset({Form.DECIMAL, Form.SCIENTIFIC, Form.TRUNCATED, Form.UNCERTAIN})


class Evaluator(Unfolding):
    """Evaluation with bindings, within a number of steps."""

    def __init__(self, bindings: Bindings, log_base: str) -> None:
        self.bindings = dict(bindings)
        self.log_base = log_base
        self.steps = 0
        self.met_plain_log = False
        """Whether a logarithm without a base was on the way."""

    def apart(self) -> Evaluator:
        """An evaluation with the same bindings, which may be added to."""
        return Evaluator(self.bindings, self.log_base)

    def value(self, node: Node) -> Value:
        """The value of a node; raises ``NoValueError``."""
        self.steps += 1
        if self.steps > _MOST_STEPS:
            raise NoValueError("too many steps")
        reader = READERS.get(type(node))
        if reader is None:
            raise NoValueError("no number")
        return reader(self, node)

    def number(self, node: Num) -> Value:
        """A numeral; decimals are possible roundings."""
        numeral = node.numeral
        form = numeral.form
        if form is Form.INTEGER:
            return Value(numeral.value)
        if form in _UNREAD or numeral.sign == "±":
            raise NoValueError("no number")
        if form not in _ROUNDED or (
            form is Form.SCIENTIFIC and "." not in numeral.text and "{,}" not in numeral.text
        ):
            return Value(numeral.value)
        below = above = numeral.ulp / 2
        if form is Form.TRUNCATED:
            above = numeral.ulp
            if numeral.value < 0:
                below, above = above, below
        elif numeral.uncertainty is not None:
            below = above = numeral.uncertainty
        return Value(numeral.value, True, True, numeral.value - below, numeral.value + above)

    def symbol(self, node: Sym) -> Value:
        """A bound symbol, or pi."""
        bound = self.bindings.get(node.key)
        if bound is None:
            if node.key == "pi":
                return Value(tr.PI, False)
            raise NoValueError(f"unbound symbol {node.key}")
        if isinstance(bound, Value):
            return bound
        del self.bindings[node.key]  # an expression that holds its own symbol has no value
        value = self.value(bound)
        self.bindings[node.key] = bound
        return value

    def negative(self, node: Neg) -> Value:
        """``-a``."""
        return ar.negated(self.value(node.operand))

    def total(self, node: Add) -> Value:
        """A sum; one with an ellipsis if its terms are in progression."""
        if any(isinstance(each.operand if isinstance(each, Neg) else each, Dots) for each in node.terms):
            return self.progressing(node.terms, ar.added)
        return reduce(ar.added, [self.value(each) for each in node.terms])

    def product(self, node: Mul) -> Value:
        """A product; words among the factors are units and count as one."""
        if any(isinstance(each, Dots) for each in node.factors):
            return self.progressing(node.factors, ar.multiplied)
        factors = [self.value(each) for each in node.factors if not isinstance(each, Text)]
        if not node.factors:
            return ar.exactly(1)
        if not factors:
            raise NoValueError("words")
        return reduce(ar.multiplied, factors)

    def quotient(self, node: Div) -> Value:
        """``a / b``."""
        return ar.divided(self.value(node.numerator), self.value(node.denominator))

    def mixed(self, node: Mixed) -> Value:
        """``2\\tfrac12``."""
        return ar.added(self.value(node.whole), self.value(node.fraction))

    def power(self, node: Pow) -> Value:
        """``a ** b``; ``e`` as a base is Euler's number unless it is bound."""
        exponent = self.value(node.exponent)
        if isinstance(node.base, Sym) and node.base.key == "e" and "e" not in self.bindings:
            return tr.exp(exponent)
        base = node.base
        if isinstance(base, Call) and (factor := self._factor(base)) is not None:
            # P(1 + r)^2: the power is that of the bracket
            return ar.multiplied(self.value(factor), tr.power(self.value(base.arguments[0]), exponent))
        return tr.power(self.value(base), exponent)

    def _factor(self, node: Call) -> Sym | None:
        """The bound symbol that a call before one bracket is multiplied by; None for a function."""
        return node.function if node.name in self.bindings and len(node.arguments) == 1 else None

    def call(self, node: Call) -> Value:
        """A known function; a bound symbol before a bracket multiplies it."""
        if (factor := self._factor(node)) is not None:
            return ar.multiplied(self.value(factor), self.value(node.arguments[0]))
        if node.name in {"log", "ln", "lg"}:
            return self.logarithm(node)
        if node.name in tr.CIRCULAR and len(node.arguments) == 1:
            argument = node.arguments[0]
            return tr.circular(node.name, self.value(argument), _in_degrees(argument))
        if node.name in {"norm", "det"}:
            return self.of_matrix(node)
        function = FUNCTIONS.get(node.name)
        if function is None:
            raise NoValueError(f"unknown function {node.name}")
        count, compute = function
        if len(node.arguments) != count and count >= 0:
            raise NoValueError("another number of arguments")
        if node.name == "sqrt":
            index = 2 if node.base is None else ar.whole(self.value(node.base))
            return tr.root(self.value(node.arguments[0]), index)
        return compute(*[self.value(each) for each in node.arguments])

    def logarithm(self, node: Call) -> Value:
        """A logarithm; powers, products and factorials under it are taken apart, so that they may be huge."""
        if len(node.arguments) != 1:
            raise NoValueError("another number of arguments")
        argument = node.arguments[0]
        result = self.ln_of(argument)
        base: Value | None = None
        if node.base is not None:
            base = self.value(node.base)
        elif node.name != "ln":
            self.met_plain_log = True
            if self.log_base != "e":
                base = ar.exactly(Fraction(self.log_base))
        if base is None:
            return result
        quotient = ar.divided(result, tr.ln(base))
        near = round(quotient.value)
        if abs(quotient.value - near) < Fraction(1, 10**50) and base.exact and abs(near) < 10_000:
            try:
                if self.value(argument).value == ar.to_integer_power(base.value, near):
                    return Value(Fraction(near), True, quotient.inputs_rounded, quotient.low, quotient.high)
            except NoValueError:
                return quotient
        return quotient

    def ln_of(self, node: Node) -> Value:
        """The natural logarithm of a node."""
        if isinstance(node, Group) and len(node.items) == 1:
            return self.ln_of(node.items[0])
        if isinstance(node, Pow) and not (isinstance(node.base, Sym) and node.base.key == "e"):
            return ar.multiplied(self.value(node.exponent), self.ln_of(node.base))
        if isinstance(node, Mul) and not any(isinstance(each, (Text, Num)) for each in node.factors):
            return reduce(ar.added, [self.ln_of(each) for each in node.factors])
        if isinstance(node, Div) and not isinstance(node.numerator, Num):
            return ar.added(self.ln_of(node.numerator), ar.negated(self.ln_of(node.denominator)))
        if isinstance(node, Call) and node.name == "factorial" and len(node.arguments) == 1:
            n = ar.whole(self.value(node.arguments[0]))
            if n > ar.LARGEST_FACTORIAL:
                return Value(tr.log_factorial(n), False)
        return tr.ln(self.value(node))

    def of_matrix(self, node: Call) -> Value:
        """The determinant of a matrix, or the length of a vector (of a number: its absolute value)."""
        if len(node.arguments) == 1 and isinstance(node.arguments[0], Matrix):
            rows = [[self.value(cell) for cell in row] for row in node.arguments[0].rows]
        else:
            inner = node.arguments
            if len(inner) == 1 and isinstance(inner[0], Group):
                inner = inner[0].items
            rows = [[self.value(each) for each in inner]]
        if not rows or not all(rows):
            raise NoValueError("an empty matrix")
        if node.name == "det":
            return determinant(rows)
        if len(rows) != 1 and any(len(row) != 1 for row in rows):
            raise NoValueError("no vector")
        squares = [ar.multiplied(each, each) for row in rows for each in row]
        return tr.root(reduce(ar.added, squares), 2)

    def repeated(self, node: BigOp) -> Value:
        """A sum or product over a range of integers, the largest or least over one."""
        combine = COMBINE.get(node.name)
        if is_limiting(node):
            return self.limiting(node)
        if (
            combine is None
            or node.body is None
            or node.variable is None
            or node.lower is None
            or node.upper is None
        ):
            raise NoValueError("no finite range")
        first, last = ar.whole(self.value(node.lower)), ar.whole(self.value(node.upper))
        if last - first >= MOST_TERMS:
            raise NoValueError("too many terms")
        if last < first and node.name not in {"sum", "prod"}:
            raise NoValueError("an empty range")
        if last - first < _LONG:
            return self._joined(node, combine, first, last)
        key = (node, self.log_base, tuple(sorted(self.bindings.items(), key=itemgetter(0))))
        before = self.steps
        if key not in _LONG_ONES:
            if len(_LONG_ONES) >= _MOST_KEPT:
                _LONG_ONES.clear()
            try:
                value = self._joined(node, combine, first, last)
            except NoValueError:
                if before < _LONG:  # else it may have been for want of steps that others took
                    _LONG_ONES[key] = (None, 0, False)
                raise
            _LONG_ONES[key] = (value, self.steps - before, self.met_plain_log)
            return value
        known, steps, logs = _LONG_ONES[key]
        self.steps += steps
        if known is None or self.steps > _MOST_STEPS:
            raise NoValueError("too many steps")
        self.met_plain_log = self.met_plain_log or logs
        return known

    def _joined(self, node: BigOp, combine: Callable[[Value, Value], Value], first: int, last: int) -> Value:
        assert node.variable is not None
        assert node.body is not None
        result = None
        key = node.variable.key
        before = self.bindings.get(key)
        for index in range(first, last + 1):
            self.bindings[key] = ar.exactly(index)
            term = self.value(node.body)
            result = term if result is None else combine(result, term)
        self.bindings.pop(key, None)
        if before is not None:
            self.bindings[key] = before
        return result if result is not None else ar.exactly(0 if node.name == "sum" else 1)

    def remainder(self, node: Mod) -> Value:
        """``a \\bmod n``."""
        if node.body is None:
            raise NoValueError("no number")
        body, modulus = self.value(node.body), self.value(node.modulus)
        if modulus.value == 0:
            raise NoValueError("division by zero")
        return ar.made(body.value % modulus.value, None, body, modulus)

    def cases(self, node: Cases) -> Value:
        """The first row whose condition holds."""
        for row in node.rows:
            if len(row) == 1 or isinstance(row[1], Text):
                return self.value(row[0])
            condition = row[1]
            if not isinstance(condition, Chain):
                raise NoValueError("no condition")
            if self.holds(condition):
                return self.value(row[0])
        raise NoValueError("no case holds")

    def holds(self, chain: Chain) -> bool:
        """Whether every relation of a chain holds for the exact values."""
        if len(chain.operands) != len(chain.relations) + 1:
            raise NoValueError("no whole chain")
        values = [self.value(each).value for each in chain.operands]
        for left, relation, right in zip(values, chain.relations, values[1:], strict=False):
            compare = COMPARE.get(relation.symbol)
            if compare is None:
                raise NoValueError("no comparison")
            if not compare(left, right):
                return False
        return True

    def at_point(self, node: EvalBar) -> Value:
        """``f \\bigr\\rvert_{x=1}``."""
        condition = node.condition
        if (
            not isinstance(condition, Chain)
            or len(condition.operands) != 2
            or not isinstance(condition.operands[0], Sym)
        ):
            raise NoValueError("no condition")
        if any(isinstance(each, Derivative) for each in node.body.walk()):
            return self.limiting(node)
        inner = Evaluator(self.bindings, self.log_base)
        inner.bindings[condition.operands[0].key] = self.value(condition.operands[1])
        value = inner.value(node.body)
        self.met_plain_log = self.met_plain_log or inner.met_plain_log
        return value

    def group(self, node: Group) -> Value:
        """A bracketed expression."""
        if len(node.items) != 1 or isinstance(node.items[0], Chain):
            raise NoValueError("no number")
        return self.value(node.items[0])

    def body(self, node: Annotated | Bound) -> Value:
        """What is annotated or bound."""
        return self.value(node.body)


def _in_degrees(node: Node) -> bool:
    return any(
        (isinstance(each, Num) and each.numeral.unit == "°")
        or (isinstance(each, Call) and each.name == "degrees")
        for each in node.walk()
    )


READERS: dict[type[Node], Callable[..., Value]] = {
    Num: Evaluator.number,
    Sym: Evaluator.symbol,
    Neg: Evaluator.negative,
    Add: Evaluator.total,
    Mul: Evaluator.product,
    Div: Evaluator.quotient,
    Mixed: Evaluator.mixed,
    Pow: Evaluator.power,
    Call: Evaluator.call,
    BigOp: Evaluator.repeated,
    Mod: Evaluator.remainder,
    Cases: Evaluator.cases,
    EvalBar: Evaluator.at_point,
    Between: Evaluator.between,
    Derivative: Evaluator.limiting,
    Remainder: Evaluator.with_remainder,
    Sequence: Evaluator.run,
    Group: Evaluator.group,
    Annotated: Evaluator.body,
    Bound: Evaluator.body,
}

"""What a loan in equal instalments costs."""

from decimal import Decimal, getcontext

getcontext().prec = 28

loan = Decimal(12000)
factor = Decimal("1.005")
months = 24
cent = Decimal("0.01")


def instalment(loan, factor, months):
    """What a unit at the end of each month is worth today, and the level instalment to the cent."""
    worth = sum(factor**-month for month in range(1, months + 1))
    return worth, (loan / worth).quantize(cent)


def owed(loan, factor, months, paid):
    """What is left of a loan once every instalment has been paid."""
    for _ in range(months):
        loan = loan * factor - paid
    return loan


worth, paid = instalment(loan, factor, months)
total = months * paid
assert abs(owed(loan, factor, months, paid)) < months * cent

print("months =", months)
print("worth today =", worth.quantize(Decimal("0.000001")))
print("instalment =", paid)
print("total paid =", total)
print("interest =", total - loan)
print("ceiling =", loan * (factor - 1) * months)

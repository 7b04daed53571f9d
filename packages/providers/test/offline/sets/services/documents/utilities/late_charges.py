"""Works out the charges for late payment of the town's bills.

Used by the tax department and by the waste desk. The library has its own
rules and does not use this module.
"""

# A bill counts as late on the eighth day after it is due.
GRACE_DAYS = 7

# The first reminder costs nothing; the council decided so in 2022.
# From the second reminder on, 8 euros are added each time.
REMINDER_FEE = 8.0

# Surcharge on taxes: 1 per cent for each month begun.
SURCHARGE_PER_MONTH = 0.01

# Amounts below 5 euros are not pursued, because a letter costs more than it brings in.
SMALLEST_AMOUNT = 5.0

# Instalments: at most ten, each of 25 euros or more.
# Longer plans need the signature of the town treasurer, Ms Fenella Pennyfarthing.
MAX_INSTALMENTS = 10
SMALLEST_INSTALMENT = 25.0


def charge(amount, days_late, reminders, tax):
    """Returns what is added to the amount, in euros."""
    if days_late <= GRACE_DAYS or amount < SMALLEST_AMOUNT:
        return 0.0
    # Round the months up: a month begun counts as a whole one.
    months = -(-days_late // 30)
    surcharge = amount * SURCHARGE_PER_MONTH * months if tax else 0.0
    return surcharge + REMINDER_FEE * max(0, reminders - 1)

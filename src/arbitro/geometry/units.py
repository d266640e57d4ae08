"""Lengths are integers: one unit is 0.01 mm."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

CM = 1000
INCH = 2540


def cm(value: str | int | float | Decimal) -> int:
    """Length in units of a number of centimetres; a text may use a decimal comma or point.

    Raises ValueError for what is no number. Finer parts than 0.01 mm are rounded half up.

    >>> cm(12), cm("12,24"), cm("2.5"), cm(2.5)
    (12000, 12240, 2500, 2500)
    """
    try:
        number = Decimal(str(value).strip().replace(",", "."))
    except InvalidOperation:
        raise ValueError(f"not a length in cm: {value!r}") from None
    if not number.is_finite():
        raise ValueError(f"not a length in cm: {value!r}")
    return int((number * CM).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def in_cm(units: int, comma: bool = False) -> str:
    """Centimetres of a length in units, without needless zeros.

    >>> in_cm(12500), in_cm(3000), in_cm(-12), in_cm(12500, comma=True)
    ('12.5', '3', '-0.012', '12,5')
    """
    whole, rest = divmod(abs(units), CM)
    text = str(whole) + (f".{rest:03d}".rstrip("0") if rest else "")
    if units < 0:
        text = "-" + text
    return text.replace(".", ",") if comma else text

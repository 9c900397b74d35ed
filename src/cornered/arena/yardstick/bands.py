"""Bands of distance: decisions are sorted by how far away the win is, for far ones are harder."""

BANDS = ("1-4", "5-8", "9-12", "13+")
"""Plies to the win, as the mover counts them who plays best."""

_PLIES_IN_A_BAND = 4


def band_of(plies: int) -> str:
    """The band that this distance falls into.

    >>> [band_of(plies) for plies in (1, 4, 5, 13, 31)]
    ['1-4', '1-4', '5-8', '13+', '13+']
    """
    return BANDS[min((plies - 1) // _PLIES_IN_A_BAND, len(BANDS) - 1)]

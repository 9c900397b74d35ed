"""A good game of each of the five, for the miniature boards: best play, found by the solver."""

_DEMOS = {
    "knights-blockade": ("knights-blockade.5x5.1.a4-5-5-5-4b", "2,1_2,3_0,2_1,1"),
    "blockade": ("blockade.4x4.1.4-4-4-4", "2,2_4,2_1,4_4,4"),
    "block-capture": ("block-capture.5x5.1.5-5-5-5-5", "1,3_2,3_3,3"),
    "knights-duel": ("knights-duel.5x5.1.a4-5-5-5-4b", "C2_D3_E3_C1_D5"),
    "trap-the-knight": ("trap-the-knight.4x4.1.a3-4-4-3b", "B3_C2_D4_B4_C2_A2_B4_B4"),
}


def demo_line(game: str) -> tuple[str, str]:
    """The code of the first position, and the moves."""
    return _DEMOS[game]

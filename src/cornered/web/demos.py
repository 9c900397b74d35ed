"""A good game of each of the five, for the miniature boards: best play, as the solver finds it.

Best play ends Trap the Knight on the second ply or never, so there it is the book's own game.
"""

_DEMOS = {
    "knights-blockade": (
        "knights-blockade.5x5.1.a4-5-5-5-4b",
        "1,2_2,3_3,1_0,2_4,3_2,1_2,4_1,3_0,3_0,1_2,2_2,0_3,0_4,1_1,1_3,3_3,2_1,4_4,0",
    ),
    "blockade": ("blockade.5x5.1.5-5-5-5-5", "3,3_1,1_2,5_1,3_5,2_3,1_4,5"),
    "block-capture": ("block-capture.5x5.1.5-5-5-5-5", "1,1_1,2_1,3_1,4_2,4_2,3_3,3"),
    "knights-duel": ("knights-duel.5x5.1.a4-5-5-5-4b", "C2_D3_A3_C1_B1_B3_C3_D2_A2_C4_B4_E3_D5_D1"),
    "trap-the-knight": ("trap-the-knight.4x4.1.a3-4-4-3b", "B3_C2_D4_B4_C2_A2_B4_B4"),
}


def demo_line(game: str) -> tuple[str, str]:
    """The code of the first position, and the moves."""
    return _DEMOS[game]

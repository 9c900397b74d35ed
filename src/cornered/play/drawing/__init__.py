"""Boards drawn: what there is to draw, as an SVG in the site's colours, and on paper.

In `shared/` is what the site's pages get as it is and Python reads: every shape and every colour, once.
"""

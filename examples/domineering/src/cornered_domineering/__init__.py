"""Domineering for Cornered: a game from outside, and a template for yours."""

from cornered_domineering.domineering import Domineering

__all__ = ["Domineering"]

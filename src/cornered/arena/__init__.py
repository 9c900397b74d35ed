"""The arena: where agents play.

Thousands of games at once for those who train and measure them, and each game as the environment that a
framework's users already know. Each framework is an extra, and only the module that speaks to it imports it.
"""

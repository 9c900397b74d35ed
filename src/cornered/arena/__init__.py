"""Agents at the board: the games as the environments that builders of agents already know.

Each framework is an extra of its own, and only the module that speaks to it imports it.
"""

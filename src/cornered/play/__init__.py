"""A game in progress, its opponents, its review, and its record."""

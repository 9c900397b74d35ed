"""The arena: where agents play. Thousands of games at once, for those who train and measure them."""

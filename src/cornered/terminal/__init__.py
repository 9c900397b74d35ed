"""The games at a terminal, in each book's own words."""

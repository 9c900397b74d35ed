"""What the API takes and shows: the shapes of its JSON, and the functions that fill them."""

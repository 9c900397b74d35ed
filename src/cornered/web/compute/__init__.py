"""Where thinking is done, and what is asked there."""

"""`python -m cornered` is `cornered`."""

from cornered.cli import main

main()

"""What a store in Postgres has besides: the server, and what several processes on it need of each other."""

CHANNEL = "cornered"
"""Where the processes on one database send notices to each other, and hear them."""

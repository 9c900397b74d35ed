"""Who may ask, and how often: request checks and rate limits."""

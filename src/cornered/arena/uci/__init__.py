"""Engines: Cornered as one that speaks UCI and UGI, and others that play in Cornered."""

"""The games as what a framework's users already know; only the module for a framework imports it."""

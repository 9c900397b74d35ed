"""Exact values: one contract, one file per method, one C kernel for the hot loops."""

"""Games in progress: who plays them, who watches, and what each may do."""

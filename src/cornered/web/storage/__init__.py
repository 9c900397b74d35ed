"""The store, asked off the event loop."""

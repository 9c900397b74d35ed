"""The yardstick: agents scored on an absolute scale, because the value of every position is known."""

"""What the API refuses, with a status for programs and a sentence for people."""


class Refused(Exception):
    """A request that cannot be granted."""

    def __init__(self, status: int, detail: str, reason: str | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.reason = reason

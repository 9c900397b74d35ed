"""What the API refuses, with a status for programs and a sentence for people."""

from cornered.errors import CorneredError


class RequestRefused(CorneredError):
    """A request that cannot be granted."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status

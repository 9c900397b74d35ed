"""What the API refuses, with a status for programs and a sentence for people."""

from cornered.errors import CorneredError


class RequestRefused(CorneredError):
    """A request that cannot be granted."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status

    def __reduce__(self) -> tuple[type["RequestRefused"], tuple[int, str]]:
        """Goes from one process to another with its status."""
        return type(self), (self.status, str(self))

# What cffi builds from kernel/batch.h, which explains more.
from typing import Any

ffi: Any
lib: Any

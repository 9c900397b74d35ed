# What cffi builds from kernel/batch.h, which tells more.
from typing import Any

ffi: Any
lib: Any

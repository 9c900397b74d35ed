# What cffi builds from the headers in kernel/, which tell more.
from typing import Any

ffi: Any
lib: Any

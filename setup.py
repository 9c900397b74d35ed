"""The one thing that pyproject.toml cannot say: build the kernels, if there is a compiler."""

from setuptools import setup

setup(
    cffi_modules=[
        "src/cornered/solve/kernel/build.py:builder",
        "src/cornered/solve/kernel/build.py:wide_builder",
        "src/cornered/arena/batch/kernel/build.py:builder",
    ]
)

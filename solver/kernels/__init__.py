"""Compiled kernels: loops over plain numbers and arrays. Only this package uses numba."""

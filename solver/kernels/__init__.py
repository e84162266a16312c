"""Kernels: what is compiled. Loops over plain numbers and arrays, and nothing of numba outside of them."""

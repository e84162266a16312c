"""Solve games on many machines: layers are solved by a Dask cluster and stored in a Zarr store.

The kernels are those of the rest of the solver. A layer, the states with equally many filled categories, is split into
parts by sets of categories. A part is one task, which reads the parts of the next layer that its turns can lead to, and
writes its own. Nothing outside this package imports distributed or zarr.
"""

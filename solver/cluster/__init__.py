"""Beyond one machine: layers solved by a Dask cluster and kept in a Zarr store.

The kernels are those of the rest of the solver. A layer, the states with equally many filled categories, is split into
parts by sets of categories; a part is one task, which reads the few parts of the layer behind it that its turns can
lead to, and writes its own. Nothing outside this package imports distributed or zarr.
"""

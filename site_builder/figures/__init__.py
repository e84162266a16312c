"""Make one interactive figure from functions, for a notebook, a file or a page of another program."""

"""Small policies: a few numbers, a tree, a network, or printed rules; and how they are fitted."""

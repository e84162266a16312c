"""One function for each kind of token or directive."""

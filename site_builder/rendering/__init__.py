"""Render tokens as the HTML of a page's body, by one rule for each kind of token or directive."""

"""From tokens to the HTML of a page's body."""

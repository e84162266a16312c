"""Parse the dialect: the text of an author into tokens with places."""

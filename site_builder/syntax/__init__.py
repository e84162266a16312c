"""The dialect: from the text of an author to tokens with places."""

"""Places in the files of authors, the mistakes found there, and what to do about them."""

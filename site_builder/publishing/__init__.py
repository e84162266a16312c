"""What a data script calls: its tables are written with all that they were computed from."""

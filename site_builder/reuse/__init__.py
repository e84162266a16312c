"""What need not be made again: results in memory and on this machine, and what they were made from."""

"""What the data sets of several chapters share."""

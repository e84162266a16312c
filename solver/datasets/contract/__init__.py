"""What a data set is: its name, schema, sources; how it is made, kept and recorded."""

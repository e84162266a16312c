"""The commands: parse, call one function, report."""

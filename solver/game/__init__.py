"""Games as tables: dice, states and outcomes of a turn."""

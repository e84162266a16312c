"""The rules as tables: dice, scorecards, ways out of a turn."""

"""Rulesets: categories, scoring, jokers, house rules, and the games by name."""

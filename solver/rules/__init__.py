"""What is played: boxes, points, jokers, house rules, and the games by name."""

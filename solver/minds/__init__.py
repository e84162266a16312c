"""Small minds: players whose knowledge of the game is a few numbers, a tree, or rules on a mat; and how they got it."""

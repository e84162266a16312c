"""Results kept on this machine, under names made of all that they depend on."""

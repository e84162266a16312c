"""Results stored on this machine, with keys made of everything they depend on."""

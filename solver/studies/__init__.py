"""Studies for the essay: speed, operation counts, rounding, instructive decisions, likely histories."""

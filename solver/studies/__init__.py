"""Questions asked for the essay's sake: speed, work, rounding, lessons, likely pasts."""

"""Games that were played: their record as text, and what every decision in them cost."""

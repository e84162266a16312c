"""What costs time or needs other programs: charts, stills of widgets, formulas, listings."""

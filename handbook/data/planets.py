"""Publish the planets: their distance from the Sun and the length of their year, to three digits."""

from site_builder import publish

PLANETS = [
    ("Mercury", 0.387, 0.241),
    ("Venus", 0.723, 0.615),
    ("Earth", 1.0, 1.0),
    ("Mars", 1.52, 1.88),
    ("Jupiter", 5.20, 11.9),
    ("Saturn", 9.57, 29.7),
    ("Uranus", 19.2, 84.0),
    ("Neptune", 30.1, 165.0),
]

publish(
    planets=[{"planet": name, "distance": distance, "year": year} for name, distance, year in PLANETS],
    units={"distance": "au", "year": "years"},
    descriptions={"planets": "Distance of the planets from the Sun, and how long they take to go round it."},
)

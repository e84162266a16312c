"""Read settings, bibliographies and front matter."""

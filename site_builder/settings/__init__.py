"""Read what authors declare: settings, bibliographies, front matter."""

"""Write files and folders atomically."""

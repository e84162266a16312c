"""What authors declare: settings, works cited, the heads of chapters, each with its places."""

"""Every save is built in memory and patched into the open page."""

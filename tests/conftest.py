"""What all tests share: examples are drawn at random, and none of them is a test of this machine's speed."""

from hypothesis import settings

settings.register_profile("unhurried", parent=settings.get_profile(settings.get_current_profile_name()), deadline=None)
settings.load_profile("unhurried")

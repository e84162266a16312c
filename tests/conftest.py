"""What all tests share: examples are drawn at random, and none of them is a test of this machine's speed."""

import gc

from hypothesis import settings

settings.register_profile("unhurried", parent=settings.get_profile(settings.get_current_profile_name()), deadline=None)
settings.load_profile("unhurried")

# Oracles remember millions of objects, none of them garbage; looking through them again and again took a tenth of
# the time.
gc.set_threshold(100_000, 50, 50)

"""What a data script reads, heard from the moment when it imports ``publish``; a build itself listens to nothing."""

from __future__ import annotations

import sys

from site_builder.publishing.trace import Trace

TRACE = Trace()
sys.addaudithook(TRACE.hear)

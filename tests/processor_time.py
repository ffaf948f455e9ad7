"""The processor's time of a piece of work, for tests marked `timed`."""

import time
from collections.abc import Callable


def processor_seconds(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that `work` takes, of all threads of this process."""
    started = time.process_time()
    work()
    return time.process_time() - started

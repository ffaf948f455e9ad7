"""Every exception that this package raises on purpose.

::

    MivasError
    ├── ConfigError    a bad argument: discount outside (0, 1), unknown split, missing extra
    ├── TaskError      a task file or lockfile that cannot be used as it stands
    ├── TraceError     a foreign trace that cannot be scored
    ├── ResetNeeded    step() on an episode that is over or was never started
    └── Fault          a defect of ours (or of an industry's code); ends the episode as data

What a policy does wrong is never an exception: it is an observation with ``ok: false`` and an
error code. Messages are sentences that tell a person what to do.
"""


class MivasError(Exception):
    """Root of every exception raised on purpose by this package."""


class ConfigError(MivasError):
    """A keyword argument, id, split or setting is not usable; the sentence names a usable one."""


class TaskError(MivasError):
    """A task file breaks the task contract; the sentence names the file, the field and the mend."""


class TraceError(MivasError):
    """A foreign trace cannot be read as tool calls; the sentence names the offending entry."""


class ResetNeeded(MivasError):  # noqa: N818  (a published name)
    """``step`` was called on an episode that has ended or was never reset."""


class Fault(MivasError):  # noqa: N818  (a published name)
    """A defect of this package or of an industry's code; recorded, kept in the denominator."""

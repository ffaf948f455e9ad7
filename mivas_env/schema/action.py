"""What the agent does in one step, after parsing: words, tool calls, or something unreadable."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One requested call. `arguments` is None when what was sent is not an object."""

    name: str
    arguments: dict[str, object] | None = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Action:
    """One agent message, which is one step however many calls it holds (ENV section 3).

    `say` is empty for silence. `malformed` is the sentence that explains why nothing could be
    read; then there are neither words nor calls. `raw` is the text as it came, for the record.
    """

    say: str = ""
    calls: tuple[ToolCall, ...] = ()
    malformed: str | None = None
    raw: str = ""

"""A caller on strings: says what a test tells it to, and keeps everything that reaches it."""

from collections.abc import Mapping

from mivas_env.caller.protocol import CallerTurn, EndedBy


class Puppet:
    """Answers speech with `turns` in order, then with nothing; `received` keeps every call to it.

    `satisfied` and `said_goodbye` are plain attributes for the test to set.
    """

    def __init__(self, *turns: CallerTurn | str, opening: str = "Hello.") -> None:
        self.turns = [CallerTurn(turn) if isinstance(turn, str) else turn for turn in turns]
        self.opening = opening
        self.silences: list[CallerTurn] = []
        self.satisfied = False
        self.said_goodbye = False
        self.flags: tuple[str, ...] = ()
        self.received: list[tuple[object, ...]] = []

    def open(self) -> CallerTurn:
        """Say the opening."""
        self.received.append(("open",))
        return CallerTurn(self.opening)

    def hear(self, text: str) -> None:
        """Keep what was heard."""
        self.received.append(("hear", text))

    def reply(self) -> CallerTurn:
        """Give the next turn."""
        self.received.append(("reply",))
        return self.turns.pop(0) if self.turns else CallerTurn()

    def wait(self) -> CallerTurn:
        """Give the next reaction to silence."""
        self.received.append(("wait",))
        return self.silences.pop(0) if self.silences else CallerTurn()

    def notice_end(self, by: EndedBy) -> None:
        """Keep who ended the call."""
        self.received.append(("notice_end", by))

    def diagnostics(self) -> Mapping[str, object]:
        """Show a secret that no policy may ever see."""
        return {"open_asks": ["secret-ask"], "patience": 3}

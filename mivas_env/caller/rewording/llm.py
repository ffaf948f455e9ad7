"""Who is on the line in the mode `llm`: the scripted caller, worded by a chat model (ENV 6)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from mivas_env.caller.rewording.endpoint import ChatEndpoint
from mivas_env.caller.rewording.line_record import LineOutput, LineRecord
from mivas_env.caller.rewording.reworded import LineRequest
from mivas_env.errors import ConfigError

MODEL_VARIABLE = "MIVAS_CALLER_MODEL"
"""Environment variable that names the model where none is given."""
KEY_VARIABLE = "OPENAI_API_KEY"
MOST_FAILURES = 20
"""So many lines in a row without an answer, and the endpoint counts as gone."""

_SECRET_LENGTH = 8


@dataclass(eq=False)
class LlmCaller:
    """A chat model that words the lines of the scripted caller; given as `caller=`.

    The rules of the scripted caller choose every line, fact, consent and ending. The model puts the
    line in other words, and a wording that departs from it is not spoken. One object may serve any
    number of calls, threads too.

    A line that the endpoint fails to word is spoken as the script has it. Only an endpoint that has
    never answered, or that has failed for `MOST_FAILURES` lines in a row, is an error.

    Args:
        model: the model's name at the endpoint; None reads MIVAS_CALLER_MODEL.
        base_url: where the endpoint is; None reads OPENAI_BASE_URL.
        api_key: None reads OPENAI_API_KEY; never stored in a record.
        record: a file for every prompt, seed and wording, JSON lines; one that exists is gone on
            with. One file for each process.
        replay: such a file, to play the same calls from it: no network, no key, no extra.
        options: further request fields, such as temperature. `{"seed": None}` asks without a seed.
        max_retries: transport errors and rate limits are retried with backoff this often.
        timeout_s: seconds until a request counts as failed.

    Raises:
        ConfigError: no model, no key, the extra `llm` is not installed, or a record that cannot be
            used; while calls are played also when the endpoint is not to be had, or when the replay
            lacks a line.
    """

    model: str | None = None
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    record: str | Path | None = None
    replay: str | Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    max_retries: int = 2
    timeout_s: float = 30.0

    def __post_init__(self) -> None:
        """Check what can be checked without a request; read what was recorded."""
        if self.record is not None and self.replay is not None:
            message = "give either record= or replay=: a replay asks nobody, so nothing is new"
            raise ConfigError(message)
        self._answered = False
        self._failures = 0
        self._endpoint: ChatEndpoint | None = None
        if self.replay is not None:
            self._lines = LineRecord(Path(self.replay), must_exist=True)
            self.model = self._lines.model
            return
        self.model = self.model or os.environ.get(MODEL_VARIABLE)
        if not self.model:
            message = f"caller='llm' needs a model: set {MODEL_VARIABLE}, or give "
            raise ConfigError(message + "caller=mivas_env.LlmCaller('the-name-at-your-endpoint')")
        self._lines = LineRecord(None if self.record is None else Path(self.record))
        if self._lines.model not in ("", self.model):
            message = f"{self.record} was recorded with {self._lines.model}, not {self.model}; "
            raise ConfigError(message + "record each model in a file of its own")
        self._endpoint = self._connect()

    @property
    def name(self) -> str:
        """The model's name, in a replay the recorded one; part of the versions of a call."""
        return str(self.model)

    def reword(self, request: LineRequest) -> str | None:
        """Return the line in the model's words; None when the endpoint failed.

        Raises:
            ConfigError: see the class.
        """
        known = self._lines.find(request)
        if known is not None:
            return known.output
        if self.replay is not None:
            message = f"{self.replay} holds no wording for {request.place} ({request.line!r:.80}): "
            message += "replay the very calls that were recorded, with the same agent, seed and "
            raise ConfigError(message + "version, or record them anew with record=")
        try:
            output = LineOutput(self._ask(request))
        except Exception as error:  # noqa: BLE001  (whatever a foreign server leads a client to)
            output = LineOutput(None, self._note_failure(error))
        else:
            self._answered, self._failures = True, 0
        return self._lines.add(request, output, self.name).output

    def _connect(self) -> ChatEndpoint:
        return ChatEndpoint(
            self.name,
            base_url=self.base_url,
            api_key=self.api_key,
            max_retries=self.max_retries,
            timeout_s=self.timeout_s,
        )

    def _ask(self, request: LineRequest) -> str:
        fields = {"seed": request.seed, **self.options}
        fields = {key: value for key, value in fields.items() if value is not None}
        assert self._endpoint is not None  # noqa: S101  (a replay asks nobody)
        content = self._endpoint.ask(request.messages, fields).get("content")
        text = content if isinstance(content, str) else ""
        key = self.api_key or os.environ.get(KEY_VARIABLE, "")
        # A server that sends the key back must not get it into records; short keys are no secret.
        return text.replace(key, "") if len(key) >= _SECRET_LENGTH else text

    def _note_failure(self, error: Exception) -> str:
        """Count a failure and return its name; what it says may quote a key, so it is dropped."""
        status = getattr(error, "status_code", None)
        name = type(error).__name__ + (f" {status}" if isinstance(status, int) else "")
        self._failures += 1
        if self._answered and self._failures < MOST_FAILURES:
            return name
        lines = f"failed for {self._failures} lines in a row" if self._answered else "did not work"
        message = f"the chat endpoint that words the caller's lines {lines} ({name}): check "
        message += f"OPENAI_BASE_URL, {KEY_VARIABLE} and the model {self.name!r}, or play "
        raise ConfigError(message + "caller='scripted'") from None

    def __deepcopy__(self, _memo: object) -> Self:
        """Return itself: copies of an environment go on with the same lines and the same file."""
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs, what is known included; it makes its own client."""
        return {**vars(self), "_endpoint": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Go on with a client of this process."""
        vars(self).update(state)
        if self.replay is None:
            self._endpoint = self._connect()


def caller_of_environment() -> LlmCaller:
    """Return the one `LlmCaller` that the environment variables describe.

    It is shared by all calls of the process, which so meet one client and one count of failures.

    Raises:
        ConfigError: no model is named, there is no key, or the extra `llm` is not installed.
    """
    names = (MODEL_VARIABLE, "OPENAI_BASE_URL", KEY_VARIABLE)
    return _shared(*(os.environ.get(name) for name in names))


@lru_cache(maxsize=8)
def _shared(model: str | None, _base_url: str | None, _api_key: str | None) -> LlmCaller:
    return LlmCaller(model)

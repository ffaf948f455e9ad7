"""Wordings that were asked for, as one JSON object a line: the prompt, its seed, what came back.

A record answers the same request in the same way for ever, so a call that is played from one needs
no network and is the same call (PROOF D9). No key, address or header ever stands in it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from mivas_env.caller.rewording.reworded import LineRequest, request_key
from mivas_env.errors import ConfigError
from mivas_env.schema.strict_json import JsonRefused, dump_json, load_json

MOST_KEPT = 4_096
"""How many wordings are remembered where nothing is recorded."""
_MOST_CHARACTERS = 1_048_576


@dataclass(frozen=True, slots=True)
class LineOutput:
    """What came back for one request: text, or the name of the error that came instead."""

    output: str | None
    error: str | None = None


class LineRecord:
    """Wordings by request, kept in memory and, with a `path`, in a file that only grows.

    Whatever was asked once is not asked again, so the calls of a group meet the same words. Safe
    for threads. Raise `ConfigError` when the file cannot be used.
    """

    def __init__(self, path: Path | None, *, must_exist: bool = False) -> None:
        self.path = path
        self.model = ""
        self._known: dict[str, LineOutput] = {}
        self._lock = Lock()
        if path is not None and (must_exist or path.exists()):
            self._read(path)
        if path is not None and not must_exist:
            self._append("")

    def find(self, request: LineRequest) -> LineOutput | None:
        """Return what came back for this request before, or None when it was never asked."""
        return self._known.get(request.key)

    def add(self, request: LineRequest, output: LineOutput, model: str) -> LineOutput:
        """Keep what came back, unless another thread was first; return what is kept."""
        key = request.key
        with self._lock:
            if key in self._known:
                return self._known[key]
            if self.path is None and len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = output
            entry = {
                "place": request.place,
                "model": model,
                "seed": request.seed,
                "messages": list(request.messages),
                "line": request.line,
                "output": output.output,
                "error": output.error,
            }
            if self.path is not None:
                self._append(dump_json(entry) + "\n")
        return output

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the lock."""
        return {key: value for key, value in vars(self).items() if key != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what was known along, with a lock of this process."""
        vars(self).update(state)
        self._lock = Lock()

    def _append(self, text: str) -> None:
        path = self.path
        assert path is not None  # noqa: S101  (only a record with a file gets here)
        try:
            with path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            message = f"the record of wordings {path} cannot be written: {error.strerror}"
            raise ConfigError(message) from None

    def _read(self, path: Path) -> None:
        for number, entry in _entries(path):
            messages, seed, model = entry.get("messages"), entry.get("seed"), entry.get("model")
            output, error = entry.get("output"), entry.get("error")
            whole = isinstance(messages, list) and isinstance(seed, int) and isinstance(model, str)
            if not whole or not _is_text(output) or not _is_text(error):
                message = f"{path}, line {number}: a record of a wording needs messages, seed, "
                raise ConfigError(message + "model, output and error, as `record=` writes them")
            key, found = request_key(messages, int(str(seed))), LineOutput(output, error)
            if self._known.setdefault(key, found) != found:
                message = f"{path}, line {number}: the same line is worded in two ways, as when "
                raise ConfigError(message + "two processes write one file; record one file each")
            if self.model not in ("", str(model)):
                message = f"{path}, line {number}: worded by {model}, the lines before by "
                raise ConfigError(f"{message}{self.model}; record one model in a file")
            self.model = str(model)


def _entries(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                yield number, _read_entry(line)
    except JsonRefused as error:
        message = f"{path}, line {number}: {error}; remove the line to go on without it"
        raise ConfigError(message) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        message = f"the record of wordings {path} cannot be read: {reason}"
        raise ConfigError(message) from None


def _read_entry(line: str) -> Mapping[str, Any]:
    if len(line) > _MOST_CHARACTERS:
        raise JsonRefused(f"longer than {_MOST_CHARACTERS} characters")
    entry = load_json(line)
    if not isinstance(entry, dict):
        raise JsonRefused("a wording is one JSON object")
    return entry


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)

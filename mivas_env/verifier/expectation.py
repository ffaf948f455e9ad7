"""Reading what a task expects, from this project's models or a foreign lockfile (rules 1, 32)."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from mivas_env.errors import TaskError
from mivas_env.schema.json_values import describe, find_flaw, is_encodable
from mivas_env.schema.lockfile import Expectation, ExpectedCall, ExpectedOutput
from mivas_env.schema.state import ExpectedState, StateChanges
from mivas_env.schema.text import fold, is_blank
from mivas_env.verifier.call_fields import ARGUMENT_KEYS, find_unread, take_arguments
from mivas_env.verifier.compare import ANY_OF

MAX_EXPECTED = 500
"""Expected calls, or hops, beyond which a lockfile is refused."""

_FIELDS = frozenset({"name", *ARGUMENT_KEYS, "output"})
_UNCHANGED = frozenset({"unchanged", "unchanged seed"})


def read_expectation(value: object, *, needs_state: bool = True) -> Expectation:
    """Read the three locked fields; other keys of a plain dict are ignored.

    Args:
        value: an `Expectation` (a `Lockfile` is one) or a mapping with `exp_handoff_path`,
            `exp_tool_calls` (objects or bare names; arguments under any of `ARGUMENT_KEYS`, as an
            object or JSON text) and `exp_db_state` (`unchanged`, `unchanged seed`, a list of row
            changes, or an object with `changes` and `also_unchanged`).
        needs_state: false where the caller brings the expected state; a missing `exp_db_state`
            then reads as unchanged.

    Raises:
        TaskError: with a sentence naming the field and the mend.
    """
    if isinstance(value, Expectation):
        expectation = value
    elif isinstance(value, Mapping):
        expectation = Expectation(
            exp_handoff_path=_read_path(value.get("exp_handoff_path")),
            exp_tool_calls=_read_calls(value.get("exp_tool_calls")),
            exp_db_state=_read_state(value.get("exp_db_state"), needs_state=needs_state),
        )
    else:
        message = f"a lockfile is a model or an object, not {describe(value)}"
        raise TaskError(message)
    for index, call in enumerate(expectation.exp_tool_calls):
        _check_values(call, f"exp_tool_calls[{index}] ({call.name})")
    return expectation


def _read_list(value: object, field: str, empty: str) -> Sequence[object]:
    if not isinstance(value, (list, tuple)):
        message = f"{field} must be a list; write [] where no {empty} is expected"
        raise TaskError(message)
    if len(value) > MAX_EXPECTED:
        message = f"{field} holds more than {MAX_EXPECTED} entries; split the task"
        raise TaskError(message)
    return value


def _read_path(value: object) -> tuple[str, ...]:
    return tuple(
        _read_name(hop, f"exp_handoff_path[{index}]")
        for index, hop in enumerate(_read_list(value, "exp_handoff_path", "hop"))
    )


def _read_name(value: object, place: str) -> str:
    if not isinstance(value, str) or is_blank(value) or not is_encodable(value):
        message = f"{place} must be the name of a tool, not {describe(value)}"
        raise TaskError(message)
    return value.strip()


def _read_calls(value: object) -> tuple[ExpectedCall, ...]:
    return tuple(
        _read_call(call, f"exp_tool_calls[{index}]")
        for index, call in enumerate(_read_list(value, "exp_tool_calls", "call"))
    )


def _read_call(value: object, place: str) -> ExpectedCall:
    if isinstance(value, (str, ExpectedCall)):
        return ExpectedCall(name=_read_name(value, place)) if isinstance(value, str) else value
    if not isinstance(value, Mapping):
        message = f"{place} must be a name or an object with a `name`, not {describe(value)}"
        raise TaskError(message)
    name = _read_name(value.get("name"), f"{place}.name")
    unread = find_unread(value, _FIELDS)
    if unread is not None:
        message = f"{place}: {unread}"
        raise TaskError(message)
    try:
        parameters = take_arguments(value)
    except ValueError as error:
        message = f"{place}: {error}"
        raise TaskError(message) from None
    return ExpectedCall(name=name, parameters=parameters, output=_read_output(value, place))


def _read_output(call: Mapping[object, object], place: str) -> ExpectedOutput:
    """Read ok and error_code of `output`; nothing else it records is ever compared (rule 12)."""
    stray = next((key for key in ("ok", "error_code") if call.get(key) is not None), None)
    if stray is not None:
        message = f"{place}.{stray} belongs under `output`, such as output: {{ok: true}}"
        raise TaskError(message)
    output = call.get("output")
    if output is None:
        return ExpectedOutput()
    if not isinstance(output, Mapping):
        message = f"{place}.output must be an object such as {{ok: true}}, not {describe(output)}"
        raise TaskError(message)
    ok, error_code = output.get("ok"), output.get("error_code")
    if ok is not None and not isinstance(ok, bool):
        message = f"{place}.output.ok must be true or false, not {describe(ok)}"
        raise TaskError(message)
    if error_code is None:
        return ExpectedOutput(ok=ok)
    if not isinstance(error_code, str) or is_blank(error_code) or not is_encodable(error_code):
        message = (
            f"{place}.output.error_code must be the code of a refusal, such as NOT_VERIFIED, "
            f"not {describe(error_code)}"
        )
        raise TaskError(message)
    return ExpectedOutput(ok=ok, error_code=error_code.strip())


def _read_state(value: object, *, needs_state: bool) -> ExpectedState:
    if value is None:
        if not needs_state:
            return "unchanged"
        message = (
            "the lockfile has no exp_db_state; write `unchanged`, or the row changes against the "
            "seed, or pass expected_state"
        )
        raise TaskError(message)
    if isinstance(value, str) and fold(value) in _UNCHANGED:
        return "unchanged"
    if isinstance(value, StateChanges):
        return value
    try:
        fields = {"changes": value} if isinstance(value, (list, tuple)) else value
        return StateChanges.model_validate(fields)
    except ValidationError as error:
        message = (
            "exp_db_state must be `unchanged`, a list of row changes, or an object with `changes` "
            f"and `also_unchanged`: {_first_complaint(error)}"
        )
        raise TaskError(message) from None


def _first_complaint(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]


def _check_values(call: ExpectedCall, place: str) -> None:
    flaw = find_flaw(call.parameters) or _find_idle_choice(call.parameters)
    if flaw is not None:
        message = f"{place}: parameters hold {flaw}"
        raise TaskError(message)


def _find_idle_choice(value: object) -> str | None:
    """Return what is wrong with an `any_of` anywhere inside, None when all can be satisfied."""
    if isinstance(value, Mapping):
        if ANY_OF in value and not (len(value) == 1 and _is_filled_list(value[ANY_OF])):
            return "an any_of that is not alone in its object with a list of at least one value"
        children: Sequence[object] = tuple(value.values())
    elif isinstance(value, (list, tuple)):
        children = value
    else:
        return None
    return next((flaw for child in children if (flaw := _find_idle_choice(child))), None)


def _is_filled_list(value: object) -> bool:
    return isinstance(value, (list, tuple)) and len(value) > 0

"""Turn the text of data files into models; the caller opens the files."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from mivas_env.errors import TaskError
from mivas_env.schema.decision import DecisionEpisode, PolicyPack
from mivas_env.schema.strict_yaml import load_yaml

MAX_PACK_BYTES = 1024 * 1024
_Model = TypeVar("_Model", bound=BaseModel)


def read_model(model: type[_Model], text: str, *, source: str) -> _Model:
    """Read one strict YAML document as `model`.

    Raises:
        TaskError: not readable, or a field is missing, unknown or of a wrong form.
    """
    data = load_yaml(text, source=source, max_bytes=MAX_PACK_BYTES)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole file"
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        message = f"{source}: {where}: {first['msg']}{more}; mend that field"
        raise TaskError(message) from None


def read_pack(text: str, *, source: str) -> PolicyPack:
    """Read a policy pack; raises TaskError."""
    return read_model(PolicyPack, text, source=source)


def read_episode(text: str, *, source: str) -> DecisionEpisode:
    """Read one episode of decision points; raises TaskError."""
    return read_model(DecisionEpisode, text, source=source)

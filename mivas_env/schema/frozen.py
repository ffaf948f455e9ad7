"""Lists and mappings that nobody can change, for what many calls share."""

from collections.abc import Mapping
from typing import Any, NoReturn, Self

from pydantic import BaseModel


def _refuse(*_: object, **__: object) -> NoReturn:
    message = "this is shared by every call that plays it; change a copy: model_dump() gives one"
    raise TypeError(message)


class FrozenDict(dict[str, Any]):
    """A mapping that cannot be changed. A plain `dict` of it can."""

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __copy__(self) -> Self:
        """Return itself: what cannot change needs no copy."""
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        """Return itself: what cannot change needs no copy."""
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[dict[str, Any]]]:
        """Travel whole, since nothing can be filled in later."""
        return type(self), (dict(self),)


class FrozenList(list[Any]):
    """A list that cannot be changed. A plain `list` of it can."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __copy__(self) -> Self:
        """Return itself: what cannot change needs no copy."""
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        """Return itself: what cannot change needs no copy."""
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[list[Any]]]:
        """Travel whole, since nothing can be filled in later."""
        return type(self), (list(self),)


def freeze(value: Any) -> Any:  # noqa: ANN401  (whatever a model holds)
    """Return a value whose lists and mappings, however deep, can no longer be changed.

    A model stays the object that it is: frozen models keep their fields, but not what is inside.
    """
    if isinstance(value, BaseModel):
        held = value.__dict__
        for name in tuple(held):
            held[name] = freeze(held[name])
        return value
    if isinstance(value, Mapping):
        return FrozenDict({key: freeze(each) for key, each in value.items()})
    if isinstance(value, list):
        return FrozenList(freeze(each) for each in value)
    if isinstance(value, tuple):
        return tuple(freeze(each) for each in value)
    return value

"""Names of people: when another form of a name is still the same person."""

from mivas_env.authoring import fold

_ENDINGS = ("ie", "ey", "y", "i", "e")
_LEAST, _LEAST_INSIDE = 2, 3


def may_be_called(said: str, first_name: str, last_name: str) -> bool:
    """Say whether a caller's own name may be that of a patient.

    The policy of the identity desk: an initial or a short form of the first name (Pete, Liz,
    Harry) is still the patient, so is a last name that a marriage changed, and the last name
    alone. Another first name is another person, whatever the last name.
    """
    words = fold(said).replace(".", " ").split()
    if not words or words == [fold(last_name)]:
        return True
    return _may_shorten(words[0], fold(first_name))


def _may_shorten(said: str, name: str) -> bool:
    """Say whether one first name is the other, its initial or a short form of it."""
    if said in (name, name[:1]):
        return True
    stem = next((said.removesuffix(end) for end in _ENDINGS if said.endswith(end)), said)
    if stem[-2:-1] == stem[-1:]:
        stem = stem[:-1]
    return (len(stem) >= _LEAST and name.startswith(stem)) or (
        len(stem) >= _LEAST_INSIDE and stem in name
    )

"""Prompts of the desks: load, fill in fragments and figures, hash."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable

from mivas_env.errors import Fault

_INCLUDE = re.compile(r"^\{\{include: ([a-z_]+)\}\}$", re.MULTILINE)
_FIGURE = re.compile(r"\{\{figure: ([a-z0-9_]+)\}\}")


def render_prompt(text: str, fragments: Mapping[str, str], figures: Mapping[str, str]) -> str:
    """Return a prompt with its fragments and policy figures filled in.

    Raises:
        Fault: a placeholder names no fragment or figure.
    """

    def include(found: re.Match[str]) -> str:
        return _look_up(fragments, found[1], "fragment").strip()

    def figure(found: re.Match[str]) -> str:
        return _look_up(figures, found[1], "figure")

    rendered = _FIGURE.sub(figure, _INCLUDE.sub(include, text)).strip()
    if "{{" in rendered:
        start = rendered.index("{{")
        message = f"a prompt holds an unknown placeholder: {rendered[start : start + 40]!r}"
        raise Fault(message)
    return rendered


def _look_up(table: Mapping[str, str], key: str, kind: str) -> str:
    if key not in table:
        message = f"a prompt names the {kind} {key!r}, which does not exist"
        raise Fault(message)
    return table[key]


def load_prompts(
    folder: Traversable, desks: Iterable[str], figures: Mapping[str, str]
) -> dict[str, str]:
    """Read `<desk>.md` for each desk; files that start with `_` are fragments.

    Raises:
        Fault: a desk has no prompt, or a placeholder leads nowhere.
    """
    files = {each.name: each for each in folder.iterdir() if each.name.endswith(".md")}
    fragments = {
        name.removesuffix(".md"): file.read_text(encoding="utf-8")
        for name, file in sorted(files.items())
        if name.startswith("_")
    }
    prompts = {}
    for desk in desks:
        file = files.get(f"{desk}.md")
        if file is None:
            message = f"the desk {desk} has no prompt file {desk}.md"
            raise Fault(message)
        prompts[desk] = render_prompt(file.read_text(encoding="utf-8"), fragments, figures)
    return prompts


def digest_texts(texts: Mapping[str, str]) -> str:
    """Return twelve hex digits that change when any of the named texts changes."""
    hasher = hashlib.sha256()
    for name in sorted(texts):
        hasher.update(f"{name}\0{texts[name]}\0".encode())
    return hasher.hexdigest()[:12]

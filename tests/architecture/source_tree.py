"""The project's Python files, read and parsed once for all architecture tests."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "mivas_env"


@dataclass(frozen=True)
class Source:
    """One file: its name below the root, its text, its syntax tree."""

    name: str
    text: str
    tree: ast.Module


@cache
def read(folder: str) -> tuple[Source, ...]:
    """Return every Python file below a folder of the repository, in order."""
    files = sorted((ROOT / folder).rglob("*.py"))
    return tuple(
        Source(file.relative_to(ROOT).as_posix(), text, ast.parse(text))
        for file in files
        if "__pycache__" not in file.parts
        for text in [file.read_text(encoding="utf-8")]
    )


def core() -> Iterator[Source]:
    """Yield the package's files outside the industries."""
    yield from (each for each in read("mivas_env") if "/industries/" not in each.name)


def dotted(node: ast.expr) -> str:
    """Return `a.b.c` of a name or attribute chain, an empty text for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = dotted(node.value)
        return f"{head}.{node.attr}" if head else ""
    return ""


def imports(source: Source) -> Iterator[str]:
    """Yield the full names of all modules that a file imports, late imports included."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)

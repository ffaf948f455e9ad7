"""Files and functions stay small; every public name says what it is."""

import ast
from collections.abc import Iterator

import pytest
from source_tree import Source, core, read

MAX_LINES = 500
MAX_FUNCTION_LINES = 60
FORBIDDEN_FILES = ("utils.py", "helpers.py", "common.py")


@pytest.mark.parametrize("folder", ["mivas_env", "tests", "examples", "benchmarks"])
def test_files_are_short(folder: str) -> None:
    long = {s.name: s.text.count("\n") for s in read(folder) if s.text.count("\n") >= MAX_LINES}
    assert not long


def functions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


@pytest.mark.parametrize("folder", ["mivas_env", "tests", "examples", "benchmarks"])
def test_functions_are_short(folder: str) -> None:
    long = [
        f"{source.name}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for source in read(folder)
        for node in functions(source)
        if node.end_lineno is not None and node.end_lineno - node.lineno + 1 > MAX_FUNCTION_LINES
    ]
    assert not long


def undocumented(source: Source) -> Iterator[str]:
    if not ast.get_docstring(source.tree):
        yield f"{source.name}: the module"
    yield from _undocumented_in(source.tree, source.name)


def _undocumented_in(node: ast.Module | ast.ClassDef, where: str) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if each.name.startswith("_") and not each.name.startswith("__"):
                continue
            if not ast.get_docstring(each) and each.name != "__init__":
                yield f"{where}: {each.name}"
            if isinstance(each, ast.ClassDef):
                yield from _undocumented_in(each, f"{where}: {each.name}")


def test_every_public_name_has_a_docstring() -> None:
    assert [name for source in read("mivas_env") for name in undocumented(source)] == []


def test_every_argument_and_result_is_typed() -> None:
    missing = []
    for source in read("mivas_env"):
        for node in functions(source):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            named = [a for a in arguments if a.arg not in ("self", "cls")]
            if node.returns is None or any(a.annotation is None for a in named):
                missing.append(f"{source.name}: {node.name}")
    assert missing == []


def test_no_drawer_for_odds_and_ends() -> None:
    names = [source.name.rsplit("/", 1)[-1] for source in read("mivas_env")]
    assert not set(names) & set(FORBIDDEN_FILES)
    assert not [name for name in names if name.startswith("base_") or "manager" in name]


def test_declaring_modules_keep_their_annotations_alive() -> None:
    late = [s.name for s in read("mivas_env") if "from __future__ import annotations" in s.text]
    assert late == []


def test_the_median_module_is_small() -> None:
    lengths = sorted(source.text.count("\n") for source in core())
    assert lengths[len(lengths) // 2] <= 150

"""Mutants of the verifier's source: one small change each, made on the syntax tree."""

import ast
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "mivas_env"
_SHORT = 24
"""Texts up to this length are codes and keys; longer ones are sentences for people."""

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module: where it is made and what it is.

    `node` and `number` say which node of the tree is changed, and by which of its changes.
    """

    module: str
    function: str
    line: int
    change: str
    node: int
    number: int
    text: str = field(repr=False)

    @property
    def key(self) -> str:
        """How a mutant is named where it is explained: by what the change does, not by line."""
        return f"{self.module.removeprefix('mivas_env.')}.{self.function}: {self.change}"

    @property
    def source(self) -> str:
        """The whole changed source; the text as it is where nothing is to be changed."""
        tree = _parse(self.text)
        if self.node >= 0:
            target = list(ast.walk(tree))[self.node]
            _, change = list(_changes(target))[self.number]
            change(target)
            ast.fix_missing_locations(tree)
        return ast.unparse(tree)


def sources() -> Iterator[tuple[str, Path]]:
    """Yield module name and file of everything that grades calls."""
    verifier = sorted((PACKAGE / "verifier").rglob("*.py"))
    for file in [*verifier, PACKAGE / "rewards.py"]:
        if "decisions" not in file.parts and file.name != "__init__.py":
            dotted = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
            yield dotted, file


def all_mutants() -> Iterator[Mutant]:
    """Yield every mutant of every module, in the order of the source."""
    for module, file in sources():
        yield from mutants_of(module, file.read_text(encoding="utf-8"))


def sample_mutants(count: int, seed: int = 0) -> list[Mutant]:
    """Return a fixed sample, spread over the modules by their size, in the order of the source.

    Each module has one at least, however small it is.
    """
    found = list(all_mutants())
    if count >= len(found):
        return found
    order = random.Random(seed).sample(range(len(found)), len(found))  # noqa: S311  (a fixed sample)
    firsts = {found[index].module: index for index in reversed(order)}
    rest = [index for index in order if index not in firsts.values()]
    chosen = [*firsts.values(), *rest[: count - len(firsts)]]
    return [found[index] for index in sorted(chosen)]


def unchanged(module: str, text: str) -> Mutant:
    """Return the mutant that is none, which every test must pass."""
    return Mutant(module, "", 0, "nothing", -1, 0, text)


def mutants_of(module: str, text: str) -> Iterator[Mutant]:
    """Yield the mutants of one source text."""
    tree = _parse(text)
    nodes = list(ast.walk(tree))
    functions = _functions(tree)
    quiet = {id(each) for node in nodes for each in ast.walk(node) if _is_quiet(node)}
    for index, node in enumerate(nodes):
        if id(node) in quiet:
            continue
        function, line = functions.get(id(node), ""), getattr(node, "lineno", 0)
        for number, (label, _) in enumerate(_changes(node)):
            yield Mutant(module, function, line, label, index, number, text)


def _parse(text: str) -> ast.Module:
    tree = ast.parse(text)
    _drop_docstrings(tree)
    return tree


def _functions(tree: ast.Module) -> dict[int, str]:
    """Return node id -> the innermost function that it stands in."""
    found: dict[int, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found.update((id(each), node.name) for each in ast.walk(node))
    return found


def _drop_docstrings(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [each for each in body if not _is_text(each)]
            node.body = kept or [ast.Pass()]  # type: ignore[attr-defined]


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_quiet(node: ast.AST) -> bool:
    """Say whether a node only types, imports or words an error."""
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Raise, ast.JoinedStr)):
        return True
    if isinstance(node, ast.arg):
        return True
    if isinstance(node, ast.Assign):
        first = node.targets[0]
        return isinstance(first, ast.Name) and first.id in ("message", "shown")
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("dataclass", "cast", "Field")
    return False


Change = tuple[str, Callable[[ast.AST], None]]


def _changes(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        yield from _other_comparisons(node)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield f"{ast.unparse(node)} -> {other.__name__.lower()}", _setter("op", other())
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS and not _is_type(node):
        other_operator = _OPERATORS[type(node.op)]()
        label = f"{ast.unparse(node)} -> {type(other_operator).__name__}"
        yield label, _setter("op", other_operator)
    elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
        negated = ast.UnaryOp(ast.Not(), node.test)
        kind = type(node).__name__.lower()
        yield f"{kind} {ast.unparse(node.test)} -> not", _setter("test", negated)
    elif isinstance(node, ast.comprehension) and node.ifs:
        condition = ast.unparse(node.ifs[0])
        yield f"filter {condition} -> dropped", _setter("ifs", node.ifs[1:])
    elif isinstance(node, ast.Return) and node.value is not None:
        if not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield (
                f"return {ast.unparse(node.value)[:60]} -> None",
                _setter("value", ast.Constant(None)),
            )
    elif isinstance(node, (ast.Continue, ast.Break)):
        other_jump = ast.Break if isinstance(node, ast.Continue) else ast.Continue
        yield f"{type(node).__name__.lower()} -> {other_jump.__name__.lower()}", _become(other_jump)
    elif isinstance(node, ast.Constant):
        yield from _other_constants(node)


def _other_comparisons(node: ast.Compare) -> Iterator[Change]:
    for place, operator in enumerate(node.ops):
        other = _COMPARISONS[type(operator)]

        def change(target: ast.AST, place: int = place, other: type[ast.cmpop] = other) -> None:
            target.ops[place] = other()  # type: ignore[attr-defined]

        yield f"{ast.unparse(node)} -> {other.__name__}", change


def _other_constants(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield f"{value} -> {not value}", _setter("value", not value)
    elif isinstance(value, (int, float)):
        yield f"{value} -> {value + 1}", _setter("value", value + 1)
    elif isinstance(value, str) and value and len(value) <= _SHORT and " " not in value:
        yield f"{value!r} -> other text", _setter("value", f"{value}~")


def _is_type(node: ast.BinOp) -> bool:
    """Say whether an operator joins types, as in `int | None`."""
    if not isinstance(node.op, ast.BitOr):
        return False
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    nothing = any(isinstance(each, ast.Constant) and each.value is None for each in ast.walk(node))
    return nothing or bool(names & {"int", "str", "float", "Tables", "Mapping", "Sequence"})


def _setter(field: str, value: object) -> Callable[[ast.AST], None]:
    def change(target: ast.AST) -> None:
        setattr(target, field, value)

    return change


def _become(kind: type[ast.stmt]) -> Callable[[ast.AST], None]:
    def change(target: ast.AST) -> None:
        target.__class__ = kind

    return change

"""What no core module may do: read unsafely, ask a clock, build SQL from text, know an industry."""

import ast
import re
from collections.abc import Iterator

import pytest
from source_tree import Source, core, dotted, imports, read

UNSAFE = {
    "yaml.load", "yaml.unsafe_load", "yaml.full_load", "yaml.load_all", "yaml.unsafe_load_all",
    "eval", "exec", "marshal.loads", "numpy.load", "np.load", "torch.load", "joblib.load",
}  # fmt: skip
UNSAFE_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve"}
CLOCKS = {
    "time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.strftime",
    "datetime.now", "datetime.utcnow", "datetime.today", "date.today",
    "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.date.today",
    "uuid.uuid1", "uuid.uuid4", "os.urandom", "os.getrandom",
}  # fmt: skip
RANDOM_MODULES = {"random", "np.random", "numpy.random", "secrets"}
SEEDED = {"random.Random", "np.random.Generator", "numpy.random.Generator"}


def calls(source: Source) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            yield dotted(node.func), node


def test_no_unsafe_reader_is_called_or_imported() -> None:
    found = [
        f"{source.name}:{node.lineno} {name}"
        for source in read("mivas_env")
        for name, node in calls(source)
        if name in UNSAFE
    ]
    found += [
        f"{source.name} imports {module}"
        for source in read("mivas_env")
        for module in imports(source)
        if module.split(".")[0] in UNSAFE_MODULES
    ]
    assert found == []


def test_unsafe_words_stand_nowhere() -> None:
    words = re.compile(r"yaml\.load\(|unsafe_load|FullLoader|UnsafeLoader|allow_pickle=True")
    assert [s.name for s in read("mivas_env") if words.search(s.text)] == []


def infrastructure(name: str) -> bool:
    """Say whether a module stands outside of what is graded or seen by a policy."""
    return any(f"mivas_env/{part}/" in name for part in ("server", "evaluation", "adapters"))


def test_no_wall_clock_and_no_global_random_state() -> None:
    found = []
    for source in read("mivas_env"):
        if infrastructure(source.name):
            continue
        for name, node in calls(source):
            module = name.rpartition(".")[0]
            if name in CLOCKS or (module in RANDOM_MODULES and name not in SEEDED):
                found.append(f"{source.name}:{node.lineno} {name}")
            if name == "hash" and not _inside_hash_method(source, node):
                found.append(f"{source.name}:{node.lineno} hash()")
            if name == "random.Random" and not node.args:
                found.append(f"{source.name}:{node.lineno} unseeded Random")
    assert found == []


def _inside_hash_method(source: Source, call: ast.Call) -> bool:
    return any(
        isinstance(node, ast.FunctionDef)
        and node.name == "__hash__"
        and node.lineno <= call.lineno <= (node.end_lineno or 0)
        for node in ast.walk(source.tree)
    )


def test_the_core_imports_no_industry_and_names_none_of_their_tools() -> None:
    for source in core():
        assert not [m for m in imports(source) if m.startswith("mivas_env.industries")], source.name
        code = re.sub(r'"""(?:[^"]|"(?!""))*"""', "", source.text)
        if source.name.startswith(("mivas_env/cli", "mivas_env/facade", "mivas_env/adapters")):
            continue
        assert "check_plan_accepted" not in code, source.name
        assert "loc_park_ave" not in code, source.name


def test_industries_import_the_narrow_waist_and_each_other_never() -> None:
    for source in read("mivas_env/industries"):
        own = ".".join(source.name.removesuffix(".py").split("/")[:3])
        for module in imports(source):
            if not module.startswith("mivas_env"):
                continue
            legal = module.startswith((own, "mivas_env.authoring"))
            assert legal, f"{source.name} imports {module}"


EXECUTORS = {"execute", "executemany", "executescript", "one", "rows", "write"}
AUDITED = {
    # (file, how the statement begins): text from this code alone, never from an argument.
    ("mivas_env/world/store.py", "PRAGMA query_only = "),
    ("mivas_env/world/template.py", "BEGIN;\n"),
}
STATEMENT_PASSERS = {"mivas_env/tools/context.py", "mivas_env/world/template.py"}
_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")


def _is_constant_text(node: ast.expr) -> bool:
    """Say whether a statement is made of literals and module constants only."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Name):
        return _CONSTANT.fullmatch(node.id) is not None
    if isinstance(node, ast.JoinedStr):
        return all(_is_constant_text(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return _is_constant_text(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_constant_text(node.left) and _is_constant_text(node.right)
    return False


def _is_audited(source: Source, node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        return source.name in STATEMENT_PASSERS
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return (source.name, str(node.values[0].value)) in AUDITED
    return False


def built_statements() -> Iterator[str]:
    for source in read("mivas_env"):
        for node in ast.walk(source.tree):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if not is_call or node.func.attr not in EXECUTORS or not node.args:  # type: ignore[attr-defined]
                continue
            statement = node.args[0]  # type: ignore[attr-defined]
            if node.func.attr == "write" and len(node.args) == 1 and "ctx" not in ast.dump(node.func):  # type: ignore[attr-defined]
                continue  # a file is written, not a table
            if not (_is_constant_text(statement) or _is_audited(source, statement)):
                yield f"{source.name}:{node.lineno}"


def test_statements_are_constant_text_with_bound_parameters() -> None:
    assert list(built_statements()) == []


def test_json_is_written_without_nan() -> None:
    found = [
        f"{source.name}:{node.lineno}"
        for source in core()
        for name, node in calls(source)
        if name in ("json.dumps", "json.dump")
        and not any(keyword.arg == "allow_nan" for keyword in node.keywords)
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["mivas_env", "tests", "examples", "benchmarks"])
def test_the_project_speaks_of_itself_alone(folder: str) -> None:
    foreign = re.compile(r"/work/|/tmp/team|\bsession of the project\b|\bTODO\b|\bFIXME\b")
    here = "tests/architecture/test_core_rules.py"
    found = [s.name for s in read(folder) if s.name != here and foreign.search(s.text)]
    assert [name for name in found if "test_lints" not in name] == []

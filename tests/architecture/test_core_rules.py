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
SEEDED = {"random.Random", "np.random.Generator", "np.random.PCG64", "numpy.random.Generator"}


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
        imported = set(imports(source))
        for name, node in calls(source):
            module = name.rpartition(".")[0]
            # A parameter that is called `random` is a seeded generator, not the module.
            is_global = module in RANDOM_MODULES and (module != "random" or module in imported)
            if name in CLOCKS or (is_global and name not in SEEDED):
                found.append(f"{source.name}:{node.lineno} {name}")
            if name == "hash" and not _is_harmless_hash(source, node):
                found.append(f"{source.name}:{node.lineno} hash()")
            if name == "random.Random" and not node.args:
                found.append(f"{source.name}:{node.lineno} unseeded Random")
    assert found == []


def _is_harmless_hash(source: Source, call: ast.Call) -> bool:
    """Say whether a hash stays inside `__hash__`, or only its success is looked at."""
    return any(
        (isinstance(node, ast.Expr) and node.value is call)
        or (
            isinstance(node, ast.FunctionDef)
            and node.name == "__hash__"
            and node.lineno <= call.lineno <= (node.end_lineno or 0)
        )
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


EXECUTORS = {"execute", "executemany", "executescript"}
CONTEXT_METHODS = {"one", "rows", "write"}
AUDITED = {
    # (file, how the statement begins): text from this code alone, never from an argument.
    ("mivas_env/world/template.py", "BEGIN;\n"),
    # Names of tables and columns that were read from the schema itself.
    ("mivas_env/world/template.py", 'SELECT * FROM "'),
    ("mivas_env/proof/tables.py", 'SELECT * FROM "'),
    ("mivas_env/proof/injection.py", 'UPDATE OR IGNORE "'),
}
PASSERS = {
    # (file, function) -> position of the statement that it hands on; its callers are checked.
    ("mivas_env/tools/context.py", "one"): 1,
    ("mivas_env/tools/context.py", "rows"): 1,
    ("mivas_env/tools/context.py", "write"): 1,
    ("mivas_env/world/template.py", "build_template"): 0,
    ("mivas_env/industries/healthcare/tools/coverage.py", "_row"): 1,
}
_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*")


def _is_constant_text(node: ast.expr, local: set[str]) -> bool:
    """Say whether a statement is made of literals, module constants and local literals only."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Name):
        return node.id in local or _CONSTANT.fullmatch(node.id) is not None
    if isinstance(node, ast.JoinedStr):
        return all(_is_constant_text(part, local) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return _is_constant_text(node.value, local)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_constant_text(node.left, local) and _is_constant_text(node.right, local)
    return False


def _local_texts(function: ast.AST) -> set[str]:
    """Return names that a function binds to literal texts and to nothing else."""
    bound: dict[str, list[bool]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    is_text = isinstance(node.value, ast.Constant)
                    bound.setdefault(target.id, []).append(is_text)
    return {name for name, texts in bound.items() if all(texts)}


def _statement(source: Source, node: ast.Call) -> ast.expr | None:
    """Return the SQL that a call runs or hands on, None for calls of other kinds."""
    name = dotted(node.func)
    receiver, _, method = name.rpartition(".")
    if isinstance(node.func, ast.Attribute) and node.func.attr in EXECUTORS:
        return node.args[0] if node.args else None
    if method in CONTEXT_METHODS and receiver.rpartition(".")[2] in ("ctx", "context"):
        return node.args[0]
    place = PASSERS.get((source.name, name))
    return None if place is None else node.args[place]


def _is_audited(source: Source, function: str, node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        return (source.name, function) in PASSERS
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return (source.name, str(node.values[0].value)) in AUDITED
    return False


def built_statements(source: Source) -> Iterator[str]:
    for function in ast.walk(source.tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        local = _local_texts(function)
        for node in ast.walk(function):
            statement = _statement(source, node) if isinstance(node, ast.Call) else None
            if statement is None or _is_constant_text(statement, local):
                continue
            if not _is_audited(source, function.name, statement):
                yield f"{source.name}:{statement.lineno}"


@pytest.mark.parametrize(
    ("body", "caught"),
    [
        ('ctx.one("SELECT 1 WHERE a = ?", x)', False),
        ('ctx.rows(f"{_HEAD} WHERE a = ?", x)', False),
        ('sql = "SELECT 1"; ctx.rows(sql, x)', False),
        ("sys.stdout.write(x)", False),
        ('ctx.one(f"SELECT {x}")', True),
        ('ctx.rows("SELECT %s" % x)', True),
        ('ctx.write("SELECT {}".format(x))', True),
        ('ctx.db.execute("SELECT " + x)', True),
        ("ctx.rows(x)", True),
        ('sql = "SELECT " + x; ctx.rows(sql)', True),
        ('sql = "SELECT"; sql = x; ctx.rows(sql)', True),
    ],
)
def test_the_rule_on_statements_catches_what_it_must(body: str, caught: bool) -> None:
    text = f"def f(ctx, x):\n    {body}\n"
    assert bool(list(built_statements(Source("probe.py", text, ast.parse(text))))) is caught


def test_statements_are_constant_text_with_bound_parameters() -> None:
    assert [found for source in read("mivas_env") for found in built_statements(source)] == []


def test_json_is_written_without_nan() -> None:
    found = [
        f"{source.name}:{node.lineno}"
        for source in core()
        # What an agent sends and what a check searches is no record.
        if not source.name.startswith(("mivas_env/agents/probes/", "mivas_env/proof/"))
        for name, node in calls(source)
        if name in ("json.dumps", "json.dump")
        and not any(keyword.arg == "allow_nan" for keyword in node.keywords)
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["mivas_env", "tests", "examples", "benchmarks"])
def test_the_project_speaks_of_itself_alone(folder: str) -> None:
    foreign = re.compile(r"/home/[a-z]|\bTODO\b|\bFIXME\b")
    here = "tests/architecture/test_core_rules.py"
    found = [s.name for s in read(folder) if s.name != here and foreign.search(s.text)]
    assert [name for name in found if "test_lints" not in name] == []

"""Every generated file of the repository, by path: what `mivas docs` writes and checks."""

from pathlib import Path

from mivas_env.episode.decision_kit import decision_kit_of
from mivas_env.registry import (
    decision_entry_points,
    decision_industry_named,
    industry_entry_points,
    industry_named,
    task_ids,
)
from mivas_env.report.card import render_card
from mivas_env.report.desk_drawing import draw_desks
from mivas_env.schema.lockfile import Lockfile
from mivas_env.schema.strict_json import dump_json
from mivas_env.verifier.decisions.contract_page import render_contract


def lockfile_schema() -> str:
    """Return the JSON Schema of a task file, for editors that validate while one writes."""
    schema = Lockfile.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "One task of a MIVAS suite"
    # One key a line keeps changes readable in review.
    lines = (f"  {dump_json(key)}: {dump_json(value)}" for key, value in schema.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def generated_documents() -> dict[str, str]:
    """Return path below the repository's root -> content of every generated file."""
    documents = {"tasks/lockfile.schema.json": lockfile_schema()}
    for name, point in industry_entry_points().items():
        if not point.startswith("mivas_env.") or not task_ids(name):
            continue
        industry = industry_named(name)
        documents[f"docs/industries/{name}.md"] = render_card(name)
        title = f"The desks of {industry.title}"
        documents[f"docs/industries/{name}.svg"] = draw_desks(industry.graph, title=title)
    for name, point in decision_entry_points().items():
        if point.startswith("mivas_env."):
            pack = decision_kit_of(decision_industry_named(name)).pack
            documents["docs/SCHEMA.md"] = render_contract(pack)
    return documents


def stale_documents(root: Path) -> list[str]:
    """Return the generated files that are missing or differ from what would be written now."""
    return [
        path
        for path, content in generated_documents().items()
        if not (root / path).is_file() or (root / path).read_text(encoding="utf-8") != content
    ]


def write_documents(root: Path) -> list[str]:
    """Write what is stale and return its paths."""
    stale = stale_documents(root)
    documents = generated_documents()
    for path in stale:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(documents[path], encoding="utf-8")
    return stale

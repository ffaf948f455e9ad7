"""Everything that is built once per industry and shared, unchanged, by all of its calls."""

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, cast

from pydantic import ValidationError

from mivas_env.caller.hearing.listening import HEARING_VERSION
from mivas_env.caller.speech.compiled import CompiledLexicon, compile_lexicon
from mivas_env.desks.prompts import digest_texts, load_prompts
from mivas_env.episode.session_tools import make_session_tools
from mivas_env.episode.task import Task
from mivas_env.errors import Fault
from mivas_env.industry import Industry
from mivas_env.schema.lexicon import Lexicon
from mivas_env.schema.strict_json import canonical_json, dump_json, load_json
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.tools.toolbox import Toolbox
from mivas_env.verifier.policy import GradingPolicy, ToolGrading
from mivas_env.verifier.verify import CompiledExpectation, compile_expectation
from mivas_env.verifier.version import VERIFIER_VERSION
from mivas_env.world.template import WorldTemplate, build_template

_MAX_LEXICON_BYTES = 1024 * 1024
_DEPTH = 64


@dataclass(frozen=True, eq=False)
class Kit:
    """An industry made ready; each part is built when first needed."""

    industry: Industry
    _expectations: dict[str, CompiledExpectation] = field(default_factory=dict, repr=False)

    @cached_property
    def toolbox(self) -> Toolbox:
        """Industry tools and session tools."""
        return Toolbox((*self.industry.tools, *make_session_tools(self.industry)))

    @cached_property
    def definitions(self) -> dict[str, list[dict[str, Any]]]:
        """Desk -> tool definitions in chat form; shared, so hand out `copy_definitions` instead."""
        return self.toolbox.chat_definitions(self.industry.graph.names)

    def copy_definitions(self, desk: str) -> list[dict[str, Any]]:
        """Return a desk's tool definitions as objects that whoever gets them may change."""
        return cast("list[dict[str, Any]]", load_json(self._spelled[desk], max_depth=_DEPTH))

    @cached_property
    def _spelled(self) -> dict[str, str]:
        # Reading the text takes less than half of the time of a deep copy.
        return {desk: dump_json(tools) for desk, tools in self.definitions.items()}

    @cached_property
    def prompts(self) -> dict[str, str]:
        """Desk -> its system prompt."""
        figures = {}
        if self.industry.resources.joinpath("figures.yaml").is_file():
            text = self.industry.read_text("figures.yaml")
            loaded = cast("dict[str, object]", load_yaml(text, source="figures.yaml"))
            figures = {key: str(value) for key, value in loaded.items()}
        folder = self.industry.resources.joinpath("prompts")
        return load_prompts(folder, self.industry.graph.names, figures)

    @cached_property
    def template(self) -> WorldTemplate:
        """The seeded world."""
        return build_template(
            self.industry.read_text("world", "schema.sql"),
            self.industry.read_text("world", "seed.sql"),
            now=self.industry.now,
            write_tables=self.industry.tables,
        )

    @cached_property
    def policy(self) -> GradingPolicy:
        """How this industry is graded, as plain data."""
        industry = self.industry
        transfers = [tool.name for tool in self.toolbox.tools if tool.leads_to is not None]
        return GradingPolicy(
            industry=industry.name,
            version=industry.version,
            tools={
                tool.name: ToolGrading(
                    arguments=dict(tool.rules), desks=tool.desks, effect=tool.effect.value
                )
                for tool in self.toolbox.tools
            },
            transfer_tools=(*transfers, *industry.hop_tools),
            forbidden_unless_expected=industry.forbidden_unless_expected,
            tables=dict(industry.tables),
        )

    @cached_property
    def lexicon(self) -> CompiledLexicon:
        """The caller's vocabulary, with the entity names that server and verifier use."""
        return compile_lexicon(self._vocabulary)

    @cached_property
    def _vocabulary(self) -> Lexicon:
        text = self.industry.read_text("lexicon.yaml")
        raw = load_yaml(text, source="lexicon.yaml", max_bytes=_MAX_LEXICON_BYTES)
        try:
            lexicon = Lexicon.model_validate(raw)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            message = f"lexicon.yaml of {self.industry.name}: {where}: {first['msg']}"
            raise Fault(message) from None
        entities = {name: table.entries for name, table in self.industry.entities.items()}
        return lexicon.with_entities(entities)

    @cached_property
    def versions(self) -> dict[str, str]:
        """What makes scores comparable: versions, and digests of prompts, tools, seed and caller.

        The caller's holds its vocabulary and the version of the rules by which it hears.
        """
        schemas = {
            tool.name: canonical_json([tool.description, tool.schema])
            for tool in self.toolbox.tools
        }
        seed = {name: self.industry.read_text("world", name) for name in ("schema.sql", "seed.sql")}
        hearing = {
            "lexicon": canonical_json(self._vocabulary.model_dump(mode="json")),
            "rules": str(HEARING_VERSION),
        }
        return {
            "caller": digest_texts(hearing),
            "industry": self.industry.version,
            "prompts": digest_texts(self.prompts),
            "tools": digest_texts(schemas),
            "verifier": str(VERIFIER_VERSION),
            "world": digest_texts(seed),
        }

    def expectation(self, task: Task) -> CompiledExpectation:
        """Return a task's compiled expectation; compiled once per content."""
        found = self._expectations.get(task.digest)
        if found is None:
            found = compile_expectation(
                task.lockfile, self.policy, self.template.seed_state, seed_is_fixed=True
            )
            self._expectations[task.digest] = found
        return found


@cache
def kit_of(industry: Industry) -> Kit:
    """Return the one kit of an industry.

    Raises:
        Fault: the industry's files do not fit together; the sentence says which.
    """
    if not industry.tools:
        message = f"the industry {industry.name} declares no tool"
        raise Fault(message)
    return Kit(industry)

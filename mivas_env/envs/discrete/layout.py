"""The fixed numbering of actions: one key per tool, variant or sentence, some ranks per key."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from mivas_env.envs.discrete.phrasebook import (
    Phrasebook,
    Question,
    ReadBack,
    Remark,
    Statement,
    ToolForm,
    phrasebook_of,
)
from mivas_env.envs.discrete.vocabulary import (
    Domain,
    Vocabulary,
    build_vocabulary,
    domain_of,
)
from mivas_env.episode.session_tools import make_session_tools
from mivas_env.industry import Industry
from mivas_env.registry import industry_named
from mivas_env.schema.arguments import ArgumentRule, Kind
from mivas_env.schema.strict_json import canonical_json
from mivas_env.tools.spec import Tool

_FREE_CHOICES = 16
READ_OUT_WIDTH = 3


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument that is filled at run time: its rule, where values come from, its enum."""

    name: str
    rule: ArgumentRule
    source: str
    domain: Domain | None


@dataclass(frozen=True, slots=True)
class Key:
    """One kind of action; `start` is its first number, `width` how many it has.

    `family` is the tool or the kind of sentence, `fixed` the arguments that the key settles,
    `slots` those filled at run time, `settled` the whole call when nothing is left to fill,
    `said_as` (enum, value) pairs that the caller may have named, `variant` the form's variant.
    """

    name: str
    family: str
    start: int
    width: int
    tool: Tool | None = None
    form: ToolForm | None = None
    fixed: tuple[tuple[str, str], ...] = ()
    slots: tuple[Slot, ...] = ()
    settled: str = ""
    said_as: tuple[tuple[Domain, str], ...] = ()
    variant: str = ""
    part: Question | ReadBack | Remark | Statement | None = None
    about: str = ""


@dataclass(frozen=True, eq=False)
class Layout:
    """All keys of one industry; `size` is the n of `Discrete(n)`.

    `at_desk` holds each desk's tool keys, `asking` its questions, read-backs and remarks, `telling`
    the statements about each tool (or `!code` of a refusal).
    """

    industry: Industry
    book: Phrasebook
    vocabulary: Vocabulary
    keys: tuple[Key, ...]
    size: int
    tools: tuple[Tool, ...]
    at_desk: dict[str, tuple[Key, ...]]
    asking: dict[str, tuple[Key, ...]]
    telling: dict[str, tuple[Key, ...]]

    def __reduce__(self) -> tuple[Callable[[str], "Layout"], tuple[str]]:
        """Travel by name: tools are functions, and each process numbers them alike."""
        return _layout_named, (self.industry.name,)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each action number, `key` or `key#rank`."""
        return tuple(
            key.name if rank == 0 else f"{key.name}#{rank}"
            for key in self.keys
            for rank in range(key.width)
        )


def _layout_named(industry: str) -> Layout:
    return layout_of(industry_named(industry))


@cache
def layout_of(industry: Industry) -> Layout:
    """Return the numbering of an industry, made from tool declarations and its phrasebook."""
    tools = (*industry.tools, *make_session_tools(industry))
    book = phrasebook_of(industry)
    keys: list[Key] = []
    size = 0
    for key in (*_tool_keys(tools, book), *_speech_keys(book)):
        keys.append(replace(key, start=size))
        size += key.width
    desks = industry.graph.names
    return Layout(
        industry,
        book,
        build_vocabulary(tools),
        tuple(keys),
        size,
        tools,
        at_desk={
            desk: tuple(key for key in keys if key.tool is not None and desk in key.tool.desks)
            for desk in desks
        },
        asking={desk: tuple(key for key in keys if _is_said_at(desk, key)) for desk in desks},
        telling={
            about: tuple(key for key in keys if key.about == about)
            for about in dict.fromkeys(key.about for key in keys if key.about)
        },
    )


def _tool_keys(tools: tuple[Tool, ...], book: Phrasebook) -> Iterator[Key]:
    for tool in tools:
        form = book.tools.get(tool.name, _default_form(tool))
        for fixed, (label, variant) in product(_fixings(tool, form), _variants(form)):
            values = ",".join(value for _, value in fixed)
            slots = _slots(tool, form, dict(variant))
            is_open = bool(slots or form.copied or form.once_told)
            yield Key(
                name=f"{tool.name}{f'[{values}]' if values else ''}{label}",
                family=tool.name,
                start=0,
                width=form.width if slots or form.copied else 1,
                tool=tool,
                form=form,
                fixed=fixed,
                slots=slots,
                variant=label[1:],
                said_as=tuple(
                    (domain, value)
                    for name, value in fixed
                    if (domain := domain_of(tool.rules[name])) is not None
                ),
                settled="" if is_open else f"{tool.name}{canonical_json(dict(fixed))}",
            )


def _speech_keys(book: Phrasebook) -> Iterator[Key]:
    for question in book.questions:
        yield Key(f"ask:{question.id}", "ask", 0, 1, part=question)
    for read_back in book.read_backs:
        yield Key(f"read_back:{read_back.id}", "read_back", 0, 1, part=read_back)
    for remark in book.remarks:
        yield Key(f"say:{remark.id}", "say", 0, 1, part=remark)
    for about, statements in (*book.answers.items(), *_refusals(book)):
        for each in statements:
            yield Key(f"tell:{each.id}", "tell", 0, each.width, part=each, about=about)
    yield Key("read_out", "tell", 0, READ_OUT_WIDTH)


def _is_said_at(desk: str, key: Key) -> bool:
    part = key.part
    if isinstance(part, Remark):
        return True
    return isinstance(part, (Question, ReadBack)) and (not part.desks or desk in part.desks)


def _refusals(book: Phrasebook) -> list[tuple[str, tuple[Statement, ...]]]:
    return [(f"!{code}", statements) for code, statements in book.refusals.items()]


def _default_form(tool: Tool) -> ToolForm:
    """Vary the required enums of a tool that the book leaves out, as long as they are few."""
    enums = {
        name: len(domain)
        for name, rule in tool.rules.items()
        if rule.required and rule.items is None and (domain := domain_of(rule)) is not None
    }
    choices = 1
    vary = []
    for name, count in enums.items():
        if choices * count <= _FREE_CHOICES:
            choices *= count
            vary.append(name)
    return ToolForm(vary=tuple(vary))


_DEFAULT_SOURCES = {Kind.PHONE: "phone", Kind.DATE: "day", Kind.DATETIME: "day"}


def _slots(tool: Tool, form: ToolForm, variant: dict[str, str]) -> tuple[Slot, ...]:
    """Return the arguments that are neither fixed nor copied, with where each is filled from."""
    sources = {**form.fill, **variant}
    settled = {*form.vary, *form.copied, *form.once_told}
    return tuple(
        Slot(name, rule, sources.get(name) or _default_source(name, rule), domain_of(rule))
        for name, rule in tool.rules.items()
        if name not in settled and (rule.required or name in sources)
    )


def _default_source(name: str, rule: ArgumentRule) -> str:
    domain = domain_of(rule)
    if domain is not None:
        return f"={domain[0]}" if len(domain) == 1 else f"returned:{name}|named"
    if rule.kind is Kind.DATE and ("birth" in name or "dob" in name):
        return "birth_date"
    guess = "name" if "name" in name else _DEFAULT_SOURCES.get(rule.kind, "")
    return f"returned:{name}|{guess}" if guess else f"returned:{name}"


def _fixings(tool: Tool, form: ToolForm) -> list[tuple[tuple[str, str], ...]]:
    domains = [[(name, value) for value in domain_of(tool.rules[name]) or ()] for name in form.vary]
    return [tuple(combination) for combination in product(*domains)]


def _variants(form: ToolForm) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    if not form.variants:
        return [("", ())]
    return [(f":{name}", tuple(filled.items())) for name, filled in form.variants.items()]

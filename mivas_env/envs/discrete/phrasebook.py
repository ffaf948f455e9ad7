"""How a receptionist of one industry speaks and fills forms, as data: `phrasebook.yaml`.

The book holds ordinary English and which kind of value an argument takes. It knows no task: what is
spoken is composed from what the caller said and what tools answered.
"""

from functools import cache
from typing import Annotated, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mivas_env.errors import Fault
from mivas_env.industry import Industry
from mivas_env.schema.strict_yaml import load_yaml

_MAX_BYTES = 256 * 1024
_NAME = "phrasebook.yaml"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ToolForm(_Part):
    """How one tool's arguments are filled.

    Attributes:
        vary: arguments whose every legal value is an action of its own.
        variants: name -> arguments that this variant fills besides; each is an action of its own.
        fill: argument -> source (see `Notebook.values`), for arguments that are always filled.
        copy_from: name of a list in an earlier answer; one of its objects fills `copied`.
        copied: argument -> field of that object.
        needs_yes: only objects that were offered to the caller and agreed to count.
        once_told: argument -> error code; true once that code's wording has been spoken.
        cues: what the caller must have spoken of first; any of them, at any time.
        now: what the caller must have said in the last line; any of them.
        after: desk -> tool that must have succeeded before this one is used there.
        variant_after, variant_without: variant -> tool that must, or must not, have succeeded.
        heard_only: varied arguments of which only values are open that share a word with what the
            caller said.
        repeats: a look-up that may be made a second time, once the caller has spoken again.
        width: how many fillings are kept, the latest first.
    """

    vary: tuple[str, ...] = ()
    variants: dict[str, dict[str, str]] = {}
    fill: dict[str, str] = {}
    copy_from: str | None = None
    copied: dict[str, str] = {}
    needs_yes: bool = False
    once_told: dict[str, str] = {}
    cues: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    after: dict[str, str] = {}
    variant_after: dict[str, str] = {}
    variant_without: dict[str, str] = {}
    heard_only: tuple[str, ...] = ()
    repeats: bool = False
    width: Annotated[int, Field(ge=1, le=12)] = 2


class Question(_Part):
    """A question for facts; `wants` maps the source of each fact to its name in English.

    `say` may hold `{missing}`. It is asked while one of the facts is unknown, `times` times;
    with a `code` only after a tool has refused with it.
    """

    id: str
    wants: dict[str, str] = {}
    say: str
    desks: tuple[str, ...] = ()
    times: int = 2
    code: str | None = None


class ReadBack(_Part):
    """Values said back to the caller once they are known; again when they change."""

    id: str
    of: tuple[str, ...]
    say: str
    desks: tuple[str, ...] = ()


class Remark(_Part):
    """A fixed line. `cues` names what the caller must have said, `now` in the last line.

    `times` is how often it is open.
    """

    id: str
    say: str
    cues: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    times: int = 1


class Statement(_Part):
    """A sentence made from one answer of a tool.

    `when` maps paths to the value that the answer must hold there, or to "…" for any but null.
    `each` names a list of the answer: one sentence per entry, by rank. `offers` marks sentences
    that offer an entry of that list to the caller.
    """

    id: str
    say: str
    when: dict[str, bool | int | str | None] = {}
    each: str | None = None
    offers: bool = False
    width: Annotated[int, Field(ge=1, le=12)] = 1
    times: int = 2


class Phrasebook(_Part):
    """One industry's book. `refusals` maps error codes to what is then said."""

    phrasebook: int = 1
    cues: dict[str, tuple[str, ...]] = {}
    tools: dict[str, ToolForm] = {}
    questions: tuple[Question, ...] = ()
    read_backs: tuple[ReadBack, ...] = ()
    remarks: tuple[Remark, ...] = ()
    answers: dict[str, tuple[Statement, ...]] = {}
    refusals: dict[str, tuple[Statement, ...]] = {}


PLAIN = Phrasebook(
    cues={
        "goodbye": ("bye", "goodbye", "good bye"),
        "thanks": ("thank you", "thanks"),
        "yes": ("yes", "that is right", "correct", "please do"),
        "no": ("no", "not"),
    },
    questions=(
        Question(id="ask_name", wants={"name": "full name"}, say="May I have your {missing}?"),
        Question(id="ask_phone", wants={"phone": "number"}, say="Which phone number is best?"),
    ),
    remarks=(
        Remark(id="hold", say="One moment, please.", times=2),
        Remark(id="goodbye", say="You're welcome. Goodbye.", now=("goodbye", "thanks"), times=2),
    ),
)
"""For an industry without a book: a greeting's worth of English, and answers read out."""


@cache
def phrasebook_of(industry: Industry) -> Phrasebook:
    """Return an industry's book, the plain one when it has none.

    Raises:
        Fault: the book is not well-formed; the sentence says where.
    """
    if not industry.resources.joinpath(_NAME).is_file():
        return PLAIN
    raw = load_yaml(industry.read_text(_NAME), source=_NAME, max_bytes=_MAX_BYTES)
    try:
        return Phrasebook.model_validate(cast("dict[str, object]", raw))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f"{_NAME} of {industry.name}: {where}: {first['msg']}"
        raise Fault(message) from None

"""Tools that the frame makes itself: a transfer per edge of the desk graph, and `end_call`."""

from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from mivas_env.industry import Industry
from mivas_env.tools.context import ToolContext
from mivas_env.tools.spec import Arguments, Effect, NoArguments, Tool

END_CALL = "end_call"


def make_session_tools(industry: Industry) -> tuple[Tool, ...]:
    """Return one transfer tool per desk that an edge leads to, then `end_call` for every desk."""
    graph = industry.graph
    transfers = tuple(
        _make_transfer(industry, desk.name)
        for desk in graph.desks
        if graph.owners_of_edge_to(desk.name)
    )
    return (*transfers, _make_end_call(industry))


def _make_transfer(industry: Industry, target: str) -> Tool:
    desk = industry.graph.desk(target)

    def hand_over(_ctx: ToolContext, _args: Arguments) -> dict[str, object]:
        return {"desk": target}

    return Tool(
        name=desk.transfer_tool,
        description=(
            f"Hand the call to the {target.replace('_', ' ')} desk. {desk.summary} "
            "The caller notices nothing: the same voice goes on with that desk's tools."
        ),
        desks=industry.graph.owners_of_edge_to(target),
        effect=Effect.HANDOFF,
        arguments=industry.handoff_arguments.get(target, NoArguments),
        handler=hand_over,
        leads_to=target,
    )


def _make_end_call(industry: Industry) -> Tool:
    reasons: Any = Literal[industry.hangup_reasons]
    reason: Any = (Annotated[reasons, Field(description="Why the call ends.")], ...)
    arguments = create_model("EndCall", __base__=Arguments, reason=reason)

    def hang_up(_ctx: ToolContext, _args: Arguments) -> dict[str, object]:
        return {}

    return Tool(
        name=END_CALL,
        description="Hang up once the caller has nothing more to ask, or the call is no real call.",
        desks=industry.graph.names,
        effect=Effect.HANGUP,
        arguments=arguments,
        handler=hang_up,
        lenient=True,
    )

"""The toolbox: tools by name and by desk."""

import pytest
from toy_industry.industry import BICYCLES, find_bike

from mivas_env.errors import Fault
from mivas_env.tools.toolbox import Toolbox


def test_tools_are_found_by_name_and_desk() -> None:
    box = Toolbox(BICYCLES.tools)
    assert box.by_name["find_bike"] is find_bike
    assert [each.name for each in box.at("workshop")] == [
        "find_bike",
        "book_repair",
        "leave_note",
        "call_manager",
    ]
    assert box.at("nowhere") == ()


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(Fault, match="declared twice: find_bike; a tool is one function"):
        Toolbox((*BICYCLES.tools, find_bike))


def test_definitions_are_made_for_each_desk() -> None:
    definitions = Toolbox(BICYCLES.tools).chat_definitions(("counter", "accounts"))
    assert list(definitions) == ["counter", "accounts"]
    names = [each["function"]["name"] for each in definitions["accounts"]]
    assert names == [
        "hold_refund", "confirm_refund", "charge_storage", "leave_note", "call_manager"
    ]  # fmt: skip

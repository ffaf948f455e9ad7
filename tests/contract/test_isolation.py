"""Sessions never meet: taking turns, in threads, in async tasks each sees its own world (D4)."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from toy_industry.play import BOOKED, book, dial

from mivas_env.episode.session import CallSession

SESSIONS = 64


def dial_with_canary(number: int) -> CallSession:
    """Start a call in whose world, and in no other, one more bicycle stands."""
    session = dial(seed=number)
    session._world.connection.execute(
        "INSERT INTO bikes VALUES (?, ?, 'Canary', 'shop_quay')",
        (1_000 + number, f"Canary {number}"),
    )
    return session


def look_up(session: CallSession, number: int) -> int | None:
    """Return the id of a canary bicycle as this call finds it."""
    answer = session.call_tool("find_bike", {"owner": f"Canary {number}"}).splitlines()[0]
    found = json.loads(answer)
    return int(found["data"]["bike_id"]) if found["ok"] else None


def check(session: CallSession, number: int) -> None:
    """Play a whole call that must see its own canary and no neighbour's."""
    assert look_up(session, number) == 1_000 + number
    assert look_up(session, (number + 1) % SESSIONS) is None
    book(session)
    session.say(BOOKED)
    session.hang_up()
    finish(session, number)


def finish(session: CallSession, number: int) -> None:
    assert session.reward == 1.0
    state = session.trajectory().state
    assert state is not None
    assert len(state["repairs"]) == 2
    assert f"Canary {number}" in session.trajectory().model_dump_json()
    session.close()


def test_interleaved_sessions_see_their_own_rows_only() -> None:
    sessions = [dial_with_canary(number) for number in range(SESSIONS)]
    for number, session in enumerate(sessions):
        assert look_up(session, number) == 1_000 + number
    for offset in (1, 17, 63):
        for number, session in enumerate(sessions):
            assert look_up(session, (number + offset) % SESSIONS) is None
    for step in range(3):
        calls = (
            ("find_bike", {"owner": "Ines Calloway"}),
            ("transfer_to_workshop", {"next_job": "repair"}),
            (
                "book_repair",
                {"bike_id": 1, "shop_id": "shop_mill", "day": "2026-05-08", "parts": ["chain"]},
            ),
        )
        for session in sessions:
            session.call_tool(*calls[step])  # type: ignore[arg-type]
    for number, session in enumerate(sessions):
        session.say(BOOKED)
        session.hang_up()
        finish(session, number)


def test_sessions_in_threads_see_their_own_rows_only() -> None:
    def play(number: int) -> None:
        check(dial_with_canary(number), number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play, range(SESSIONS)))


def test_a_session_may_change_its_thread() -> None:
    sessions = [dial_with_canary(number) for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(check, sessions, range(8)))


def test_sessions_in_async_tasks_see_their_own_rows_only() -> None:
    async def play(number: int) -> None:
        session = dial_with_canary(number)
        assert look_up(session, number) == 1_000 + number
        await asyncio.sleep(0)
        assert look_up(session, (number + 1) % SESSIONS) is None
        await asyncio.sleep(0)
        book(session)
        await asyncio.sleep(0)
        session.say(BOOKED)
        session.hang_up()
        finish(session, number)

    async def play_all() -> None:
        await asyncio.gather(*(play(number) for number in range(SESSIONS)))

    asyncio.run(play_all())


@pytest.mark.slow
def test_sixteen_hundred_calls_in_threads() -> None:
    def play(number: int) -> None:
        check(dial_with_canary(number % SESSIONS), number % SESSIONS)

    with ThreadPoolExecutor(32) as pool:
        list(pool.map(play, range(1_600)))

"""Calls of mivas-env as a NeMo Gym resources server; copy to resources_servers/mivas/app.py."""

from typing import Any

from fastapi import FastAPI, Request
from nemo_gym.openai_utils import NeMoGymResponse
from nemo_gym.server_utils import SESSION_ID_KEY
from pydantic import PrivateAttr
from resources_servers.gymnasium import GymnasiumServer

from mivas_env.adapters.nemo_calls import Calls


class MivasServer(GymnasiumServer):
    """Dials at /reset, takes one model response at /step, frees the call at /close or its end."""

    ray_enabled = False
    _calls: Calls = PrivateAttr(default_factory=Calls)

    def setup_webserver(self) -> FastAPI:
        """Add the route that the agent calls when a rollout was broken off."""
        app = super().setup_webserver()
        app.post("/close")(self._close_endpoint)
        return app

    async def _close_endpoint(self, request: Request) -> dict[str, str]:
        await self.close_session(request.session.get(SESSION_ID_KEY))
        return {"status": "closed"}

    async def reset(
        self, metadata: dict[str, Any], session_id: str | None = None
    ) -> tuple[str | None, dict[str, Any]]:
        """Dial the call of a row; the observation is the caller's first words."""
        return self._calls.reset(metadata, session_id)

    async def step(
        self,
        action: NeMoGymResponse,
        metadata: dict[str, Any],  # noqa: ARG002  (the session knows its row)
        session_id: str | None = None,
    ) -> tuple[str | None, float, bool, bool, dict[str, Any]]:
        """Take the response as one step of the call."""
        return self._calls.step([item.model_dump() for item in action.output], session_id)

    def _cleanup_session(self, session_id: str | None) -> None:
        self._calls.close(session_id)
        super()._cleanup_session(session_id)


if __name__ == "__main__":
    MivasServer.run_webserver()

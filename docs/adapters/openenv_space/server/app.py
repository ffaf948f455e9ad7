"""The application that `openenv.yaml` names; environment variables choose the suite."""

import os

from mivas_env.adapters.openenv_calls import make_app

app = make_app(
    industry=os.environ.get("MIVAS_INDUSTRY", "healthcare"),
    split=os.environ.get("MIVAS_SPLIT", "train"),
    max_sessions=int(os.environ.get("MIVAS_MAX_SESSIONS", "64")),
)

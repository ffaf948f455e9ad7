"""How tasks are named: `healthcare/C1-E1` for people, `mivas/healthcare-C1E1` for Gymnasium."""


def gym_id(industry: str, task_id: str) -> str:
    """Return the Gymnasium id of a task: the first hyphen of the task id goes (ENV section 10)."""
    return f"mivas/{industry}-{task_id.replace('-', '', 1)}"

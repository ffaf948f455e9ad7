"""Policy figures that no table of the world holds. `figures.yaml` says the same ones aloud."""

MAX_IDENTITY_FAILURES = 3
"""Failed verifications after which a call can verify nobody any more."""
MAX_LOOKUPS = 6
"""Chart searches that one call may make."""
AGE_OF_MAJORITY = 18
"""Younger patients are spoken for by a guardian."""
DEPOSIT_CENTS = 12_500
"""Deposit that holds a cosmetic consult."""
FINANCING_ABOVE_CENTS = 25_000
"""Financing is offered for amounts strictly above this one."""
PORTAL_LINK_HOURS = 72
"""How long an activation link works."""
CALLBACK_HOURS = {"stat": 1, "urgent": 4, "routine": 24}
"""Priority -> hours within which somebody calls back."""
MESSAGE_WINDOWS = {
    "stat": "within one hour",
    "urgent": "within four hours",
    "routine": "by the end of the next business day",
}
"""Priority -> when the clinical team answers a message, as it is spoken."""

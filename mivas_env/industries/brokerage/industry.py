"""The brokerage desk, whose written decisions are scored by code alone."""

from mivas_env.authoring import DecisionIndustry

INDUSTRY = DecisionIndustry(
    name="brokerage",
    title="Zoomberg, customer support",
    version="1.1.1",
    package="mivas_env.industries.brokerage",
    desk="support",
)

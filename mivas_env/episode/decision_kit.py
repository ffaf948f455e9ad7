"""What an industry of written decisions shares among its episodes: pack, prompt, versions."""

from dataclasses import dataclass
from functools import cache, cached_property

from mivas_env.desks.prompts import digest_texts
from mivas_env.errors import Fault
from mivas_env.industry import DecisionIndustry
from mivas_env.schema.decision import DecisionPoint, PolicyPack
from mivas_env.schema.strict_json import dump_json
from mivas_env.verifier.decisions.reading import read_pack
from mivas_env.verifier.version import VERIFIER_VERSION


@dataclass(frozen=True, eq=False)
class DecisionKit:
    """An industry of decisions made ready; each part is built when first needed."""

    industry: DecisionIndustry

    @cached_property
    def pack(self) -> PolicyPack:
        """The policy pack."""
        text = self.industry.read_text("policy_pack.yaml")
        return read_pack(text, source=f"policy_pack.yaml of {self.industry.name}")

    @cached_property
    def system_prompt(self) -> str:
        """The prompt with the pack and its vocabularies filled in."""
        pack = self.pack
        policies = "\n".join(
            f"- **{policy.id}** {policy.title}. {policy.text.strip()}" for policy in pack.policies
        )
        filled = self.industry.read_text("prompt.md")
        for name, value in (
            ("firm", pack.firm),
            ("version", pack.version),
            ("policies", policies),
            ("queues", _code_list(pack.queues)),
            ("escalations", _code_list(pack.escalations)),
            ("flags", _code_list(pack.flags)),
        ):
            filled = filled.replace(f"{{{{{name}}}}}", value)
        if "{{" in filled:
            message = f"prompt.md of {self.industry.name} holds an unknown placeholder"
            raise Fault(message)
        return filled.strip()

    @cached_property
    def versions(self) -> dict[str, str]:
        """What makes scores comparable: versions of industry, pack, verifier; digests of texts."""
        return {
            "industry": self.industry.version,
            "pack": self.pack.version,
            "prompts": digest_texts({"prompt": self.system_prompt}),
            "policies": digest_texts({"pack": self.industry.read_text("policy_pack.yaml")}),
            "verifier": str(VERIFIER_VERSION),
        }


def _code_list(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


@cache
def decision_kit_of(industry: DecisionIndustry) -> DecisionKit:
    """Return the one kit of an industry of decisions."""
    return DecisionKit(industry)


def present_point(point: DecisionPoint) -> str:
    """Return a decision point as the text that the agent reads."""
    talk = "\n".join(
        f"{'Customer' if turn.speaker == 'customer' else 'You'}: {turn.text.strip()}"
        for turn in point.conversation
    )
    facts = "\n".join(f"- {key}: {dump_json(value)}" for key, value in point.account.items())
    third = "\nThe writer is not the account holder." if point.third_party else ""
    return (
        f"Today is {point.today}, {point.now_et} in New York. Verification: {point.verification}."
        f"{third}\n\nRecord:\n{facts or '- nothing on record'}\n\nConversation:\n{talk}"
    )

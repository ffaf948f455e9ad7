"""What an industry tells of its trade, ready for hearing: plain words, and what its acts do."""

from dataclasses import dataclass

from mivas_env.errors import TaskError
from mivas_env.schema.lexicon import Lexicon

NAMED = "named"
"""The phrase group of all class words of names: ``<office>|<carrier>``."""
_NO_NAME = "<no_name>"
"""A class word that nothing has; it keeps the brackets filled where no names are known."""


@dataclass(frozen=True, slots=True)
class TradeWords:
    """The words and acts of one trade, as sets (see `schema.lexicon.Trade` and `Effect`).

    `topics` are the things money can be said about, `priced_names` the class words of names among
    them. `making`, `moving`, `cancelling` and `listing` are acts on an appointment, `amounts` those
    for an amount, `standing` those whose words may tell of what stood before.
    """

    topics: frozenset[str]
    priced_names: frozenset[str]
    client: frozenset[str]
    clients: frozenset[str]
    premises: frozenset[str]
    sites: frozenset[str]
    appointments: frozenset[str]
    titles: frozenset[str]
    counted: frozenset[str]
    priced: frozenset[str]
    making: frozenset[str]
    moving: frozenset[str]
    cancelling: frozenset[str]
    listing: frozenset[str]
    amounts: frozenset[str]
    standing: frozenset[str]

    def of_a_day(self, act: str) -> bool:
        """Say whether the act gives the caller a day: an appointment made or moved."""
        return act in self.making or act in self.moving


def trade_words(lexicon: Lexicon) -> TradeWords:
    """Gather what a lexicon says of its trade. Raise `TaskError` for an unknown entity type."""
    trade = lexicon.trade
    for kind in trade.sites:
        if kind not in lexicon.entities:
            known = ", ".join(sorted(lexicon.entities)) or "none"
            raise TaskError(
                f"The lexicon's trade lists {kind!r} under sites, which is no entity type of it; "
                f"it has: {known}."
            )

    def doing(what: str) -> frozenset[str]:
        return frozenset(k for k, effect in lexicon.effects.items() if effect.appointment == what)

    return TradeWords(
        topics=frozenset(lexicon.topics),
        priced_names=frozenset(
            f"<{kind}>"
            for kind, names in lexicon.entities.items()
            if not lexicon.topics.keys().isdisjoint(names)
        ),
        client=frozenset(trade.client),
        clients=frozenset(trade.clients),
        premises=frozenset(trade.premises),
        sites=frozenset(trade.sites),
        appointments=frozenset(trade.appointments),
        titles=frozenset(trade.titles),
        counted=frozenset(trade.counted),
        priced=frozenset(trade.priced),
        making=doing("makes"),
        moving=doing("moves"),
        cancelling=doing("cancels"),
        listing=doing("lists"),
        amounts=frozenset(k for k, effect in lexicon.effects.items() if effect.amount),
        standing=frozenset(k for k, effect in lexicon.effects.items() if effect.standing),
    )


def phrase_groups(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    """Return the groups that phrases may use: the lexicon's own, and `NAMED`."""
    names = tuple(f"<{kind}>" for kind in sorted(lexicon.entities))
    return {**lexicon.groups, NAMED: names or (_NO_NAME,)}

"""Nobody and nothing in a world can be taken for another (PROOF B9)."""

import itertools
from collections import Counter

from mivas_env.episode.kit import Kit
from mivas_env.proof.figures import Measured
from mivas_env.proof.findings import Finding
from mivas_env.proof.tables import columns_of
from mivas_env.schema.arguments import Match, national_digits
from mivas_env.schema.names import names_match
from mivas_env.world.store import World

_NAME_COLUMNS = ("full_name", "legal_name", "opposing_party", "party", "owner")
_NATIONAL = 10


def measure_people(kit: Kit) -> Measured:
    """Compare names where the industry hears them fuzzily, phones, and the spellings of aliases."""
    world = World(kit.template)
    try:
        columns = [
            (table, column, [each for each in values if isinstance(each, str)])
            for table, column, values in columns_of(world.connection)
        ]
    finally:
        world.close()
    findings: list[Finding] = []
    names = phones = 0
    fuzzy = any(
        rule.match is Match.FUZZY for tool in kit.toolbox.tools for rule in tool.rules.values()
    )
    for table, column, values in columns:
        if fuzzy and column in _NAME_COLUMNS:
            distinct = sorted(set(values))
            names += len(distinct)
            for first, second in itertools.combinations(distinct, 2):
                if names_match(first, second):
                    message = f"{table}.{column}: {first!r} and {second!r} sound the same"
                    findings.append(Finding("names", kit.industry.name, message))
        if column.endswith(("phone", "_e164")):
            digits = Counter(national_digits(value) for value in values)
            phones += len(digits)
            for number, count in digits.items():
                if count > 1 and len(number) == _NATIONAL:
                    message = f"{table}.{column}: {count} rows share the telephone {number}"
                    findings.append(Finding("names-phone", kit.industry.name, message))
    # A spelling of two values cannot be built at all: `AliasTable.of` refuses it.
    spellings = sum(len(table.entries) for table in kit.industry.entities.values())
    measured = Measured()
    looked_at = f"{names} fuzzy names, {phones} telephones, {spellings} spellings"
    measured.count("B9", "people, telephones and places that collide", looked_at, findings)
    return measured

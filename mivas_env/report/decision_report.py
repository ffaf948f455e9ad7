"""A decision report as text and as one self-contained page."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from mivas_env.verifier.decisions.metrics import Breakdown, DecisionReport, Rate, RunComparison
from mivas_env.verifier.decisions.probes import ProbeReport

Table = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
"""A heading, the column names, the rows."""


def _number(value: float | None) -> str:
    return "null" if value is None else f"{value:.4f}"


def _rate(value: Rate) -> str:
    return f"{_number(value.value)} ({value.numerator}/{value.denominator})"


def report_tables(report: DecisionReport) -> Iterator[Table]:
    """Yield every table of a report, in reading order."""
    identity = report.identity
    yield (
        f"{identity.split}: {identity.model_id}",
        ("figure", "value"),
        [
            ("run", identity.run_id),
            ("thinking", "unknown" if identity.thinking is None else str(identity.thinking)),
            ("decisions", str(report.overall.n)),
            ("episodes", str(report.episodes)),
            ("composite_mean", _number(report.composite_mean)),
            ("composite_mean_all_gates", _number(report.composite_mean_all_gates)),
            ("composite_mean_strict", _number(report.composite_mean_strict)),
            ("decision_mean", _number(report.overall.decision_mean)),
            ("episode_pass_rate", _rate(report.episode_pass_rate)),
            ("format_invalid_rate", _rate(report.overall.format_invalid_rate)),
            ("over_escalation_rate", _rate(report.overall.over_escalation_rate)),
            ("under_escalation_rate", _rate(report.overall.under_escalation_rate)),
            ("under_route_rate", _rate(report.overall.under_route_rate)),
            ("advisory", ", ".join(report.advisory) or "none"),
            ("pack", identity.pack_version),
            ("split digest", identity.split_digest),
            ("detector digest", identity.detector_digest),
        ],
    )
    yield (
        "Hard criteria",
        ("criterion", "decisions", "episodes", "advisory"),
        [
            (code, str(count), str(report.hard_episodes[code]), str(report.advisory_counts[code]))
            for code, count in report.overall.hard_counts.items()
        ],
    )
    yield probe_table(report.probes)
    yield (
        "Components",
        ("component", "mean over valid decisions"),
        [(name, _number(value)) for name, value in report.overall.component_means.items()],
    )
    if report.format_reasons:
        invalid = [(str(reason), str(count)) for reason, count in report.format_reasons.items()]
        yield ("Invalid outputs", ("reason", "decisions"), [*invalid])
    yield _breakdowns("By family", report.by_family)
    yield _breakdowns("By difficulty", dict(report.by_difficulty))


def probe_table(probes: Sequence[ProbeReport]) -> Table:
    """Return the detectors' recall and precision with their intervals."""
    return (
        "Detectors on their probes",
        ("detector", "n", "recall", "95 %", "precision", "95 %", "pairs told apart", "gates"),
        [
            (
                each.detector,
                str(each.n),
                _number(each.recall),
                _interval(each.recall_interval),
                _number(each.precision),
                _interval(each.precision_interval),
                _number(each.pair_accuracy),
                "no, advisory" if each.advisory else "yes",
            )
            for each in probes
        ],
    )


def _interval(value: tuple[float, float] | None) -> str:
    return "null" if value is None else f"{value[0]:.3f} to {value[1]:.3f}"


def _breakdowns(title: str, groups: Mapping[str, Breakdown]) -> Table:
    return (
        title,
        ("group", "n", "mean", "H1..H5", "invalid", "over-esc.", "under-esc.", "under-route"),
        [
            (
                name,
                str(group.n),
                _number(group.decision_mean),
                " ".join(str(count) for count in group.hard_counts.values()),
                _rate(group.format_invalid_rate),
                _rate(group.over_escalation_rate),
                _rate(group.under_escalation_rate),
                _rate(group.under_route_rate),
            )
            for name, group in groups.items()
        ],
    )


def render_text(
    reports: Sequence[DecisionReport], comparisons: Sequence[RunComparison] = ()
) -> str:
    """Return reports as text; a regression stands in the very first line."""
    lines = [each.regression for each in comparisons if each.regression]
    for report in reports:
        for title, columns, rows in report_tables(report):
            lines += ["", title, "-" * len(title), *_align(columns, rows)]
    return "\n".join(lines).strip() + "\n"


def _align(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[place]) for row in (columns, *rows)) for place in range(len(columns))]
    for row in (columns, *rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 2rem; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid #8884; }
.regression { background: #b3261e; color: #fff; padding: .8rem 1rem; font-weight: 600; }
"""


def render_page(
    reports: Sequence[DecisionReport], comparisons: Sequence[RunComparison] = ()
) -> str:
    """Return reports as one HTML file that requests nothing; a regression stands on top."""
    body = [
        f'<p class="regression">{escape(each.regression)}</p>'
        for each in comparisons
        if each.regression
    ]
    for report in reports:
        for title, columns, rows in report_tables(report):
            head = "".join(f"<th>{escape(name)}</th>" for name in columns)
            cells = "".join(
                "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
                for row in rows
            )
            body.append(
                f"<h2>{escape(title)}</h2><table><thead><tr>{head}</tr></thead>"
                f"<tbody>{cells}</tbody></table>"
            )
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Decision report</title><style>{_STYLE}</style></head>"
        f"<body><h1>Decision report</h1>{''.join(body)}</body></html>\n"
    )

"""Play a random evening, and print what became of it: ``python -m tests.soak MINUTES [SEED]``."""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.evening import SoakEvening
from tests.soak.outcome import Outcome

SHOWN = 12
"""How many of a kind are listed one by one."""


def table(evening: SoakEvening, outcome: Outcome) -> Iterable[tuple[str, object]]:
    """Yield the lines of the table."""
    record, server = evening.record, evening.server
    half, most, nearly_all = record.shares()
    errors = {status: times for status, times in sorted(record.statuses.items()) if status >= 500}
    yield "hands acknowledged", record.counts["hands"]
    yield "of these left in the end", outcome.acknowledged
    yield "lost", len(outcome.lost)
    yield "doubled", len(outcome.doubled)
    yield "different", len(outcome.wrong)
    yield "5xx", ", ".join(f"{status}: {times}" for status, times in errors.items()) or 0
    yield "answers", sum(record.statuses.values())
    yield "answers by status", ", ".join(f"{code}: {n}" for code, n in sorted(record.statuses.items()))
    yield "50%, 95%, 99% within", f"{half:.3f}, {most:.3f}, {nearly_all:.3f} s"
    yield "starts of the server", server.starts
    yield "peak memory of a worker", f"{max(server.peaks.values(), default=0) / 1e6:.0f} MB"
    for what, times in sorted(record.counts.items()):
        yield f"  {what}", times


def is_good(evening: SoakEvening, outcome: Outcome) -> bool:
    """Return whether nothing was lost, doubled or answered with an error."""
    return not (outcome.lost or outcome.doubled or outcome.wrong or evening.record.failures)


def show(evening: SoakEvening, outcome: Outcome) -> None:
    """Print the table, and what is not as it should be."""
    for what, figure in table(evening, outcome):
        print(f"{what:32}{figure}")
    print("; ".join(f"{time:.0f} s {what}" for time, what in evening.record.story))
    found = {"lost": outcome.lost, "doubled": outcome.doubled, "different": outcome.wrong}
    for what, lines in {
        **found,
        "failed": evening.record.failures,
        "in the log": evening.server.errors(),
    }.items():
        for line, times in Counter(lines).most_common(SHOWN):
            print(f"{what}: {line}" + (f" ({times} times)" if times > 1 else ""))


def main() -> None:
    """Play as many minutes as asked."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        evening = SoakEvening(Path(folder), 60 * minutes, seed)
        evening.begin()
        evening.play()
        outcome = evening.finish()
        show(evening, outcome)
    sys.exit(0 if is_good(evening, outcome) else 1)


if __name__ == "__main__":
    main()

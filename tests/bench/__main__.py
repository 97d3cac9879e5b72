"""Measure how fast the app is, and print a table: ``python -m tests.bench [WHAT ...]``."""

import sys
from time import perf_counter

from tests.bench import clubs, evening, load, pages, phone, rules, starts
from tests.bench.figures import Line

MEASURES = {
    "starts": starts.starts,
    "sheets": pages.sheets,
    "clubs": clubs.clubs,
    "imports": clubs.imports,
    "phone": phone.phone,
    "tables": load.tables,
    "evening": evening.evening,
    "rules": rules.scoring,
}


def main() -> None:
    """Print a line for each measure that is asked for, or for all of them."""
    start, lines = perf_counter(), []
    print(Line.HEAD)
    for name in sys.argv[1:] or MEASURES:
        for line in MEASURES[name]():
            print(line, flush=True)
            lines.append(line)
    aims, missed = sum(bool(line.aim) for line in lines), sum(line.is_missed for line in lines)
    print(f"Measured in {perf_counter() - start:.0f} s; {missed} of {aims} aims are missed (✗).")


if __name__ == "__main__":
    main()

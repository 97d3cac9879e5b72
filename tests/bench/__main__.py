"""Measure how fast the app is, and print a table: ``python -m tests.bench [WHAT ...]``."""

import sys
from time import perf_counter

from tests.bench import load, pages, rules
from tests.bench.figures import Line

MEASURES = {
    "sheets": pages.sheets,
    "clubs": pages.clubs,
    "live": load.live,
    "stalls": load.stalls,
    "tables": load.tables,
    "rules": rules.scoring,
    "settlement": rules.settling,
}


def main() -> None:
    """Print a line for each measure that is asked for, or for all of them."""
    start = perf_counter()
    print(Line.HEAD)
    for name in sys.argv[1:] or MEASURES:
        for line in MEASURES[name]():
            print(line, flush=True)
    print(f"Measured in {perf_counter() - start:.0f} s.")


if __name__ == "__main__":
    main()

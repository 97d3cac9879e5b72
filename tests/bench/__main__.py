"""Runs every benchmark, one after another: `python -m tests.bench`. Nothing is asserted."""

from time import perf_counter

from tests.bench import archive, evenings, live, rules, settlement, stalls, statistics, web
from tests.bench.years import three_clubs


def main() -> None:
    """Run the benchmarks and print their results."""
    start = perf_counter()
    web.measure()
    print()
    evenings.measure()
    print()
    live.measure()
    print()
    stalls.measure()
    print()
    rules.measure()
    print()
    settlement.measure()
    print()
    with three_clubs() as clubs:
        archive.measure(clubs)
        print()
        statistics.measure(clubs)
    print(f"\nMeasured in {perf_counter() - start:.0f} s.")


if __name__ == "__main__":
    main()

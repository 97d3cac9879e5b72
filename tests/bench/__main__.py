"""Runs every benchmark, one after another: `python -m tests.bench`. Nothing is asserted."""

from time import perf_counter

from tests.bench import evenings, live, rules, settlement, stalls, web, years


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
    years.measure()
    print(f"\nMeasured in {perf_counter() - start:.0f} s.")


if __name__ == "__main__":
    main()

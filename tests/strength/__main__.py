"""`python -m tests.strength` prints the table of faults and both rates; `--write` keeps them in docs/proof.md."""

import sys
import time

from tests.strength.measure import by_all, changed_claims, kits
from tests.strength.report import keep, kept, report


def main() -> int:
    """Print the report; 1 where docs/proof.md holds another."""
    begun = time.perf_counter()
    text = report(by_all(), [change for kit in kits().values() for change in changed_claims(kit)])
    print(f"{text}\n{time.perf_counter() - begun:.0f} seconds")
    if "--write" in sys.argv[1:]:
        keep(text)
    stale = kept() != text
    if stale:
        print("docs/proof.md holds another report: python -m tests.strength --write", file=sys.stderr)
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())

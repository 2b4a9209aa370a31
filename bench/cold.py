"""Whole cold processes side by side: the shipped command against a yardstick, in alternation.

    python bench/cold.py YARDSTICK.py [--runs 11] [--command rr-print]

YARDSTICK.py takes the output file as its argument and draws a kit of the same size the plain way; it is run by this
interpreter, with BENCH_FONT_REGULAR and BENCH_FONT_BOLD naming the product's own fonts. Prints the median of the pairs'
ratios with the least and the greatest, the median times, the peak memory of one process and the size of the file.
Times on a shared machine are noise: quote the ratio.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FONTS = Path(__file__).resolve().parent.parent / "fonts"


def once(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Seconds and peak MiB of one run."""
    before = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command} failed")
    return time.perf_counter() - before, usage.ru_maxrss / 1024


def main() -> None:
    """Measure and print one line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("yardstick", type=Path)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--command", default=shutil.which("rr-print", path=str(Path(sys.executable).parent)))
    words = parser.parse_args()
    environment = dict(
        os.environ,
        BENCH_FONT_REGULAR=str(FONTS / "AtkinsonHyperlegibleNext-Regular.ttf"),
        BENCH_FONT_BOLD=str(FONTS / "AtkinsonHyperlegibleNext-Bold.ttf"),
    )
    with tempfile.TemporaryDirectory() as folder:
        plain = [sys.executable, str(words.yardstick), f"{folder}/plain.pdf"]
        for game in ("seed-circuit", "quiet-dividend"):
            kit = [words.command, game, "--players", "4", "--output", f"{folder}/{game}.pdf"]
            pairs = [(once(kit, environment), once(plain, environment)) for _ in range(words.runs + 1)][1:]
            ratios = [ours[0] / theirs[0] for ours, theirs in pairs]
            size = Path(f"{folder}/{game}.pdf").stat().st_size / 1000
            print(
                f"{game}: {statistics.median(ratios):.2f} of the yardstick ({min(ratios):.2f} to {max(ratios):.2f}), "
                f"{1000 * statistics.median(ours[0] for ours, _ in pairs):.0f} ms against "
                f"{1000 * statistics.median(theirs[0] for _, theirs in pairs):.0f} ms, "
                f"{max(ours[1] for ours, _ in pairs):.0f} MiB, {size:.0f} KB"
            )


if __name__ == "__main__":
    main()

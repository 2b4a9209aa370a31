"""From a saved sentence to the new page, over hundreds of edits: what a designer waits for, and what the process keeps.

    python bench/preview.py [--edits 300] [--game seed-circuit]

A copy of a kit is watched by `rr-print watch` in a process of its own, and then served by `rr-print serve`. Time runs
from before a sentence of the rules is saved until the process has written the new file and said which pages changed, or
has pushed the new page. Memory is what the process holds.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from generator.places import shipped_kits


def resident(process: int) -> float:
    """MiB that a process holds."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def watched(folder: Path, count: int) -> None:
    """Watch, edit and measure."""
    rules = folder / "rules.md"
    source = rules.read_text(encoding="utf-8")
    lines = [n for n, line in enumerate(source.splitlines()) if re.match(r"[A-Z][a-z ,]+[^{}|]*\.$", line)]
    command = [sys.executable, "-m", "generator", "watch", str(folder), "--output", str(folder.parent), "--json"]
    times, sizes = [], []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watch:
        told = iter(watch.stdout or ())
        next(told)
        time.sleep(0.5)
        for edit in range(count):
            words = source.splitlines()
            words[lines[edit % len(lines)]] += f" Edit {'abcdefghij'[edit % 10]}."
            begun = time.perf_counter()
            rules.write_text("\n".join(words) + "\n", encoding="utf-8")
            said = json.loads(next(told))
            times.append(time.perf_counter() - begun)
            if not said.get("changed"):
                sys.exit(f"expected a page that has changed, found {said}")
            if edit in (count // 10, count - 1):
                sizes.append(resident(watch.pid))
            time.sleep(0.05)
        watch.terminate()
    tell(f"{folder.name} watched", times, sizes)


def served(folder: Path, count: int) -> None:
    """Serve, follow the news as an open page does, edit and measure."""
    rules = folder / "rules.md"
    source = rules.read_text(encoding="utf-8")
    line = next(n for n, words in enumerate(source.splitlines()) if re.match(r"[A-Z][a-z ,]+[^{}|]*\.$", words))
    command = [sys.executable, "-m", "generator", "serve", str(folder), "--port", "0", "--json"]
    times, sizes = [], []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serve:
        address = json.loads(next(iter(serve.stdout or ())))["address"]
        with urlopen(f"{address}news") as news:  # noqa: S310 - our own address
            time.sleep(1)
            for edit in range(count):
                words = source.splitlines()
                words[line] += f" Edit {'abcdefghij'[edit % 10]}."
                begun = time.perf_counter()
                rules.write_text("\n".join(words) + "\n", encoding="utf-8")
                mark = f"Edit {'abcdefghij'[edit % 10]}.".encode()
                while not ((row := news.readline()).startswith(b"data") and b'"main"' in row and mark in row):
                    pass
                times.append(time.perf_counter() - begun)
                if edit in (count // 10, count - 1):
                    sizes.append(resident(serve.pid))
                time.sleep(0.05)
        serve.terminate()
    tell(f"{folder.name} served", times, sizes)


def tell(what: str, times: list[float], sizes: list[float]) -> None:
    """Print what was measured."""
    count = len(times)
    print(
        f"{what}: {count} edits, median {1000 * median(times):.0f} ms, "
        f"19 of 20 within {1000 * sorted(times)[int(0.95 * count)]:.0f} ms, longest {1000 * max(times):.0f} ms; "
        f"{sizes[0]:.0f} MiB after {count // 10} edits, {sizes[-1]:.0f} MiB after all"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=300)
    parser.add_argument("--game", choices=list(shipped_kits()), action="append")
    words = parser.parse_args()
    for game in words.game or shipped_kits():
        with tempfile.TemporaryDirectory() as folder:
            kit = Path(shutil.copytree(shipped_kits()[game], Path(folder, game)))
            watched(kit, words.edits)
            served(kit, words.edits)


if __name__ == "__main__":
    main()

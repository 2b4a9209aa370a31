"""Many pages in one process: kits a second, and one document of thousands of pages.

    python bench/warm.py [--kits 30] [--pages 1000,10000]

Each kit is proved, laid out, drawn and read back anew. The long document repeats the kit's own pages; its time and its
memory for a page must not grow with its length.
"""

import argparse
import gc
import resource
import time
from dataclasses import replace

from generator.build import make
from generator.draw import draw
from generator.load import load
from generator.model import Kit
from generator.pages import Document
from generator.places import shipped_kits
from generator.press import Press
from generator.prove import prove
from generator.request import read_request
from generator.verify import verify


def peak() -> float:
    """Most memory so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def kits(kit: Kit, count: int) -> None:
    """Print a kit again and again."""
    pages = 0
    begun = time.perf_counter()
    for _ in range(count):
        proofs = prove(kit)
        printed, summary = make(kit, proofs, read_request(kit))
        for file in printed:
            verify(file.pdf, file.told, proofs)
        pages += summary.pages
    lasted = time.perf_counter() - begun
    speed = f"{pages / lasted:.0f} pages/s, {1000 * lasted / count:.0f} ms a kit"
    print(f"{kit.name}: {count} kits, {speed}, {peak():.0f} MiB")


def long(kit: Kit, lengths: list[int]) -> None:
    """Draw the kit's pages as one document of each length."""
    press = Press()
    make(kit, prove(kit), read_request(kit), None, press)
    for length in lengths:
        pages = tuple(replace(press.pages[n % len(press.pages)], number=n + 1) for n in range(length))
        before, begun = peak(), time.perf_counter()
        size = len(draw(Document("Long", kit.language, pages)))
        lasted = time.perf_counter() - begun
        print(
            f"{length} pages: {1000 * lasted / length:.2f} ms a page, {size / 1e6:.1f} MB, "
            f"{1024 * (peak() - before) / length:.0f} KiB a page"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kits", type=int, default=30)
    parser.add_argument("--pages", default="1000,10000")
    words = parser.parse_args()
    # As a long-lived process would: what is loaded stays, and cycles are looked for now and then.
    gc.freeze()
    gc.set_threshold(200_000)
    for name, folder in shipped_kits().items():
        kits(load(folder, name), words.kits)
    long(load(shipped_kits()["seed-circuit"], "seed-circuit"), [int(word) for word in words.pages.split(",")])


if __name__ == "__main__":
    main()

"""The way in: `rr-print` and `python -m generator`; Ctrl-C is answered even while modules are still being read."""

import gc
import sys


def main() -> int:
    """Run the command that `sys.argv` gives. Returns the exit status."""
    gc.disable()  # a tenth of a short run would go into looking for cycles that the end of the process clears anyway
    try:
        from generator.cli import main as run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

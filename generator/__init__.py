"""rr-print: print-and-play kits as PDFs, every worked example proved against a rules engine."""

__version__ = "0.1.0"

VERBS = ("list", "check", "explain", "examples", "replay", "diff", "new", "schema", "watch", "serve")
"""What the first word of a command line may be besides a kit."""

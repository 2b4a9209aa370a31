"""How strong the proof of the printed examples is: faults that they refuse, and numbers of claims that are held."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType

from generator.load import load
from generator.model import Claim, Example, Kit
from generator.places import shipped_kits
from generator.prove import prove
from tests.strength.fault import Fault, bounded, faults, faulty

FAULTS = (*faults("seed-circuit"), *faults("quiet-dividend"))
CONTRACT = ("tests/games", "tests/referee")
"""The tests that hold an engine to its contract, its referee and its hand-worked numbers."""
LIMIT = 300
"""Seconds after which the contract tests of a faulty engine are stopped: then they have caught nothing."""
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Caught:
    """What became of a fault."""

    fault: Fault
    examples: tuple[str, ...]
    """Printed examples that are refused."""
    test: str
    """File of the first contract test that fails; asked only where no example is refused."""


def kits() -> Mapping[str, Kit]:
    """The kits that ship, by their engine."""
    return {name: load(folder, f"layouts/{name}") for name, folder in shipped_kits().items()}


def refusals(kit: Kit, fault: Fault) -> tuple[str, ...]:
    """The printed examples that a faulty engine refuses. One that it falls over or is stuck in is not refused."""
    engine = faulty(fault)
    rules = engine.read_rules(_numbers(kit), kit.setups)
    return tuple(name for name in _refused(kit._replace(game=engine, rules=rules), engine))


def _refused(kit: Kit, engine: ModuleType) -> Iterator[str]:
    for example in kit.examples:
        refused: Mapping[str, object] = {}
        with suppress(Exception), bounded(engine):  # whatever a faulty engine falls over
            refused = prove(kit._replace(examples=(example,))).refused
        yield from refused


def _numbers(kit: Kit) -> Mapping[str, object]:
    table: Mapping[str, object] = tomllib.loads((kit.folder / "kit.toml").read_text(encoding="utf-8"))["rules"]
    return table


def failing_test(fault: Fault) -> str:
    """File of the first contract test that fails with a fault; empty when none does, or none in time."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "tests.strength.plugin"]
    env = {**os.environ, "RR_PRINT_FAULT": str(FAULTS.index(fault))}
    root = Path(__file__).parents[2]
    try:
        done = subprocess.run(
            [*command, *CONTRACT], capture_output=True, text=True, check=False, cwd=root, env=env, timeout=LIMIT
        )
    except subprocess.TimeoutExpired:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) ([^:\s]+)", done.stdout, re.MULTILINE)
    assert found or done.returncode in (0, 1), done.stdout + done.stderr
    return found[1] if found else ""


@cache
def by_examples() -> tuple[Caught, ...]:
    """Every fault, and the printed examples that refuse it."""
    shipped = kits()
    return tuple(Caught(fault, refusals(shipped[fault.game], fault), "") for fault in FAULTS)


def by_all() -> tuple[Caught, ...]:
    """Every fault, and what refuses it; about a second for each that no printed example does."""
    return tuple(
        caught if caught.examples else replace(caught, test=failing_test(caught.fault)) for caught in by_examples()
    )


@dataclass(frozen=True)
class Changed:
    """A claim with one number changed by one."""

    example: str
    before: Claim
    after: Claim
    refused: bool
    """Whether its example is refused, at the claim's own line and nowhere else."""


def changed_claims(kit: Kit) -> Iterator[Changed]:
    """Each number of each claim of each example, one more and one less."""
    for example in kit.examples:
        for at, step in enumerate(example.steps):
            for number, claim in enumerate(step.claims):
                for value in _changed(claim.value):
                    after = claim._replace(value=value)
                    claims = (*step.claims[:number], after, *step.claims[number + 1 :])
                    steps = (*example.steps[:at], step._replace(claims=claims), *example.steps[at + 1 :])
                    yield Changed(example.id, claim, after, _lines(kit, example._replace(steps=steps)) == [claim.line])


def _changed(value: str) -> Iterator[str]:
    for found in _NUMBER.finditer(value):
        for number in (int(found[0]) - 1, int(found[0]) + 1):
            if number >= 0:
                yield f"{value[: found.start()]}{number}{value[found.end() :]}"


def _lines(kit: Kit, example: Example) -> list[int]:
    return [finding.line for finding in prove(kit._replace(examples=(example,))).refused.get(example.id, ())]

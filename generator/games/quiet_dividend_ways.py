"""How positions of The Quiet Dividend come about: actions and payouts taken back, actions counted that are still due.

In: positions. Out: the positions before them, and proofs that no line leads to one. The seats are counted from the one
that begins a lap; clubs that a setup does not tell apart change places.
"""

from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from typing import cast

from generator.games import quiet_dividend
from generator.games.quiet_dividend import PARTS, Move, Rules, Setup, State
from generator.games.reading import Numbers, Parts, add
from generator.games.ways import Aim, Earlier, Ways

_MOST_VALUES = 20_000
"""Boards of values before a reset that are tried; more clubs or values are too many."""


class DividendWays(Ways):
    """The ways to a position under one kit's numbers."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(quiet_dividend, rules)
        self.rules: Rules = rules
        self.places = {setup.name: tuple(_alike(setup)) for setup in rules.setups}
        """For each setup, the orders of the clubs that it does not tell apart."""
        self.numbers = {setup.name: number for number, setup in enumerate(rules.setups)}

    def ends(self, text: str) -> Iterator[State] | None:
        """Setup, lap, seat and first seat are tried where they are left out; more would be too much."""
        given = Parts.read(text, PARTS).given
        read = quiet_dividend.read_state(self.rules, text)
        paid = "payouts" in given or ("lap" in given and not read.payouts[0])
        return self._ends(given.keys(), read) if {"values", "shares"} <= given.keys() and paid else None

    def _ends(self, given: Iterable[str], read: State) -> Iterator[State]:
        seats = range(1, len(read.shares) + 1)
        setups = [self.rules.setup(read.setup)] if "setup" in given else self.rules.setups
        laps = (read.lap,) if "lap" in given or read.seat is None else range(1, self.rules.laps + 1)
        firsts = (read.first,) if "first" in given else seats
        turns = (read.seat,) if "seat" in given else seats
        for setup, lap, first, seat in product(setups, laps, firsts, turns):
            if len(read.payouts[0]) == (len(setup.payout_laps) if seat is None else setup.due(lap)):
                yield replace(read, setup=setup.name, lap=lap, first=first, seat=seat)

    def agrees(self, text: str, state: State) -> bool:
        """Whether a position has every part that a text gives; a seat left out is somebody's."""
        given = Parts.read(text, PARTS).given
        read = quiet_dividend.read_state(self.rules, text)
        same = len(read.shares) == len(state.shares) and (read.seat is None) == (state.seat is None)
        return same and all(getattr(read, part) == getattr(state, part) for part in given if part != "players")

    def key(self, state: State) -> Hashable:
        """Setup, lap and seat; then the least of the orders of the clubs, seats from the first on."""
        at = state.first - 1
        rows = (state.values, *state.shares[at:], *state.shares[:at])
        seat = 0 if state.seat is None else (state.seat - state.first) % len(state.shares) + 1
        paid = (*state.payouts[at:], *state.payouts[:at])
        places = self.places[state.setup]
        clubs = min([row[place] for row in rows for place in order] for order in places) if len(places) > 1 else None
        held = clubs or [count for row in rows for count in row]
        head = (self.numbers[state.setup], len(state.shares), state.lap, seat)
        return array("H", (*head, *held, *(points for row in paid for points in row))).tobytes()

    def images(self, state: State) -> Iterator[State]:
        """Every order of the clubs and every turn of the table."""
        for order, step in product(self.places[state.setup], range(len(state.shares))):
            yield _image(state, order, step)

    def before(self, state: State) -> Iterator[Earlier] | None:
        """Each action taken back, after the payout and the reset that followed it."""
        players = len(state.shares)
        begun = state.seat in (None, state.first)
        if state.lap == 1 and state.seat == state.first:
            return iter(())
        lap = state.lap - (state.seat is not None and begun)
        seat = ((state.first if state.seat is None else state.seat) - 2) % players + 1
        waiting = replace(state, lap=lap, seat=seat)
        unpaid = self._unpaid(waiting) if begun else iter((waiting,))
        return None if unpaid is None else (earlier for acted in unpaid for earlier in self._undone(acted))

    def _unpaid(self, state: State) -> Iterator[State] | None:
        """The positions before the payout and the reset of a lap; none where they don't bring what was paid."""
        setup = self.rules.setup(state.setup)
        boards: Iterable[Numbers] = (state.values,)
        reset = setup.reset(state.lap)
        if reset is not None:
            if (self.rules.max_value + 1) ** len(reset) > _MOST_VALUES:
                return None
            boards = product(range(self.rules.max_value + 1), repeat=len(reset)) if reset == state.values else ()
        if state.lap not in setup.payout_laps:
            return iter((state,))
        paid, earned = tuple(row[-1] for row in state.payouts), tuple(row[:-1] for row in state.payouts)
        return (replace(state, values=values, payouts=earned) for values in boards if _pays(state, values) == paid)

    def _undone(self, state: State) -> Iterator[Earlier]:
        """What the seat may have done last."""
        seat = cast(int, state.seat)
        holding = state.shares[seat - 1]

        def held(row: Numbers) -> State:
            return replace(state, shares=(*state.shares[: seat - 1], row, *state.shares[seat:]))

        for place, club in enumerate(self.rules.clubs, start=1):
            if state.values[place - 1]:
                yield replace(state, values=add(state.values, place, -1)), Move("promote", club)
            if holding[place - 1]:
                yield held(add(holding, place, -1)), Move("join", club)
                for source, left in enumerate(self.rules.clubs, start=1):
                    if source != place:
                        yield held(add(add(holding, place, -1), source, 1)), Move("switch", left, club)
        yield state, Move("pass")

    def objection(self, state: State) -> str:
        """Every share took its owner a turn, and every step of a value one of anybody's since the last reset."""
        setup, players = self.rules.setup(state.setup), len(state.shares)
        for seat, holding in enumerate(state.shares, start=1):
            had = _had(state, (seat - state.first) % players)
            if sum(holding) > had:
                return f"in {had} turn{'' if had == 1 else 's'} seat {seat} can't have taken {sum(holding)} shares"
        resets = [(lap, values) for lap, values in setup.resets if lap < state.lap + (state.seat is None)]
        since, values = resets[-1] if resets else (0, setup.values)
        turns = _made(state) - since * players
        raised = [now - then for now, then in zip(state.values, values, strict=True)]
        if min(raised) < 0:
            return f"no value falls, and club {self.rules.clubs[raised.index(min(raised))]} stood higher at first"
        joins = 0 if resets else sum(map(sum, state.shares))
        if sum(raised) + joins > turns:
            done = f"values were raised {sum(raised)} times" + f" and {joins} shares taken" * bool(joins)
            return f"{done}, which takes more than {turns} turns"
        return ""

    def aim(self, ends: Sequence[State]) -> "DividendAim":
        """Shares, values and payouts that are still to come."""
        return DividendAim(self, ends)


class DividendAim(Aim):
    """Ends of one game: what every seat holds and was paid then, and the values."""

    def __init__(self, ways: DividendWays, ends: Sequence[State]) -> None:
        super().__init__(ways, ends)
        self.rules = ways.rules
        turned = (_image(end, order, end.first - 1) for end in ends for order in ways.places[end.setup])
        self.goals = tuple(dict.fromkeys(turned))

    def lengths(self, state: State) -> tuple[int, ...]:
        """By the turns made so far; an end is out of reach where those left don't suffice, or another sum was paid."""
        at = state.first - 1
        shares, paid = state.shares[at:] + state.shares[:at], state.payouts[at:] + state.payouts[:at]
        made = _made(state)
        same = (end for end in self.goals if end.setup == state.setup and len(end.shares) == len(shares))
        found = {
            _made(end) - made
            for end in same
            if _made(end) > made and self._may(state, shares, paid, end, _made(end) - made)
        }
        return tuple(sorted(found))

    def _may(self, state: State, shares: tuple[Numbers, ...], paid: tuple[Numbers, ...], end: State, left: int) -> bool:
        for row, then in zip(paid, end.payouts, strict=True):
            if then[: len(row)] != row:
                return False
        due = 0
        for place, (now, then) in enumerate(zip(shares, end.shares, strict=True)):
            taken = sum(max(0, more - less) for less, more in zip(now, then, strict=True))
            turns = _had(end, place) - _had(state, place)
            if taken > turns or sum(now) > sum(then):
                return False
            due += taken
        resets = self.rules.setup(state.setup).resets
        stop = end.lap + (end.seat is None)
        if not any(state.lap <= lap < stop for lap, _ in resets):
            raised = [then - now for now, then in zip(state.values, end.values, strict=True)]
            if min(raised) < 0:
                return False
            due += sum(raised)
        return due <= left


def _alike(setup: Setup) -> Iterator[Numbers]:
    """The orders of the clubs in which a setup has the same numbers; the printed one first."""
    rows = (setup.values, *(values for _, values in setup.resets))
    for order in permutations(range(len(setup.values))):
        if all(tuple(row[place] for place in order) == row for row in rows):
            yield order


def _image(state: State, order: Numbers, step: int) -> State:
    """A position with its clubs in another order and the table turned by some seats."""
    players = len(state.shares)
    shares = tuple(tuple(row[place] for place in order) for row in state.shares)
    return replace(
        state,
        values=tuple(state.values[place] for place in order),
        shares=shares[step:] + shares[:step],
        payouts=state.payouts[step:] + state.payouts[:step],
        seat=None if state.seat is None else (state.seat - 1 - step) % players + 1,
        first=(state.first - 1 - step) % players + 1,
    )


def _pays(state: State, values: Numbers) -> Numbers:
    """What each seat earns on these values."""
    return tuple(sum(held * value for held, value in zip(row, values, strict=True)) for row in state.shares)


def _made(state: State) -> int:
    """Turns made since the start."""
    players = len(state.shares)
    return (
        state.lap * players if state.seat is None else (state.lap - 1) * players + (state.seat - state.first) % players
    )


def _had(state: State, place: int) -> int:
    """Of them, those of the seat at a place in the turn order, from 0."""
    players = len(state.shares)
    return (_made(state) - place + players - 1) // players

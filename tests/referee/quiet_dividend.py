"""The Quiet Dividend played by hand: a second, slow implementation, written from the printed rules alone.

Every share is a tally mark of its own on a player's record, and a payout is counted mark by mark. Nothing here is
shared with the engine and nothing is clever; each step quotes the sentence of the rules that it follows.
"""

from collections.abc import Mapping
from typing import Any


class BrokenRule(Exception):
    """The action asked for is not allowed; `rule` is the id of the printed rule that forbids it."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class Tally:
    """One pencil mark: one share. No two are equal."""


class Record:
    """One player's public record: the marks under each club, and the payouts written down so far."""

    def __init__(self, seat: int, clubs: list[str]) -> None:
        self.seat = seat
        # "Give each player a record for shares in A, B and C, all initially zero."
        self.marks: dict[str, list[Tally]] = {club: [] for club in clubs}
        self.payouts: list[int] = []

    def all_marks(self) -> list[Tally]:
        """Every mark on the record, whatever its club."""
        marks = []
        for under_one_club in self.marks.values():
            marks.extend(under_one_club)
        return marks


class Table:
    """A session in progress. `play` changes it; `position` is what anyone at the table can see."""

    def __init__(
        self,
        rules: Mapping[str, Any],
        setups: Mapping[str, Mapping[str, Any]],
        players: int,
        setup: str,
        first: int = 1,
    ) -> None:
        self.clubs: list[str] = list(rules["clubs"])
        self.max_value: int = rules["max_value"]
        self.max_shares_per_club: int = rules["max_shares_per_club"]
        self.max_shares: int = rules["max_shares"]
        self.laps: int = rules["laps"]
        # "Choose one setup below, then write its initial values and payout schedule where everyone can see them."
        self.setup = setup
        self.values: dict[str, int] = self._written(setups[setup]["values"])
        self.payout_laps: list[int] = list(setups[setup]["payout_laps"])
        self.resets: dict[int, dict[str, int]] = {}
        for lap, values in setups[setup]["resets"].items():
            self.resets[int(lap)] = self._written(values)
        self.records = [Record(seat, self.clubs) for seat in range(1, players + 1)]
        # "Randomly choose a first player; play clockwise for six laps, so everybody gets six turns."
        self.session_first = first
        self.lap = 1
        self.over = False
        self.yet_to_move: list[Record] = []
        self._begin_lap()

    def seat(self) -> int | None:
        """The seat whose turn it is, or None when the session is over."""
        return None if self.over else self.yet_to_move[0].seat

    def legal_moves(self) -> list[str]:
        """Every action allowed now: joins, promotes and switches in club order, or only a pass."""
        if self.over:
            return []
        actions = self._allowed_actions()
        # "You must take a legal action if one exists; otherwise pass."
        return actions or ["pass"]

    def play(self, text: str) -> dict[str, object]:
        """Take the action, and tell what was seen at the table while it was taken. Raises `BrokenRule`."""
        self._refuse(text)
        action, *clubs = text.split()
        record = self.yet_to_move[0]
        club = clubs[0] if clubs else None
        other = clubs[1] if action == "switch" else None
        seen: dict[str, object] = {
            "setup": self.setup,
            "seat": record.seat,
            "lap": self.lap,
            "action": action,
            "club": club,
            "other": other,
            "values_before": tuple(self.values.values()),
            "shares_before": self._shares(),
            "club_value_before": self.values[club] if club else None,
        }
        earned_without_the_move = [self._earned(each, self.values) for each in self.records]
        if action == "join" and club:
            # "Join: add one share in a chosen club [...] This costs no points.": so nothing else changes.
            record.marks[club].append(Tally())
        if action == "promote" and club:
            # "Promote: increase one club's value by 1".
            self.values[club] += 1
        if action == "switch" and club and other:
            # "Switch: erase one of your shares and add one share in a different club".
            record.marks[club].pop()
            record.marks[other].append(Tally())
        taken_or_raised = other or club
        seen["values"] = tuple(self.values.values())
        seen["shares"] = self._shares()
        seen["club_value"] = self.values[club] if club else None
        seen["holding"] = len(record.all_marks())
        seen["club_shares"] = len(record.marks[taken_or_raised]) if taken_or_raised else None
        self._end_turn(earned_without_the_move, seen)
        return seen

    def position(self) -> dict[str, object]:
        """Everything at the table, under the names that `replay --json` prints."""
        return {
            "values": dict(self.values),
            "shares": [{club: len(marks) for club, marks in record.marks.items()} for record in self.records],
            "payouts": [list(record.payouts) for record in self.records],
            "lap": self.lap,
            "seat": self.seat(),
            "over": self.over,
            "scores": [sum(record.payouts) for record in self.records],
            "legal": self.legal_moves(),
        }

    def _written(self, values: list[int]) -> dict[str, int]:
        # "Label three public club records A, B and C."
        return dict(zip(self.clubs, values, strict=True))

    def _allowed_actions(self) -> list[str]:
        thinkable = [f"join {club}" for club in self.clubs]
        thinkable += [f"promote {club}" for club in self.clubs]
        thinkable += [f"switch {club} {other}" for club in self.clubs for other in self.clubs]
        allowed = []
        for text in thinkable:
            try:
                self._refuse(text)
            except BrokenRule:
                continue
            allowed.append(text)
        return allowed

    def _refuse(self, text: str) -> None:
        # "After the sixth lap and its payout, add each player's three dividend scores.": nobody moves any more.
        if self.over:
            raise BrokenRule("session-over")
        action, *clubs = text.split()
        # "Three fictional clubs": there are no others.
        for club in clubs:
            if club not in self.clubs:
                raise BrokenRule("no-such-club")
        if action == "join":
            self._refuse_join(self.yet_to_move[0], clubs[0])
        # "increase one club's value by 1, up to 4. You need not own a share in it."
        if action == "promote" and self.values[clubs[0]] == self.max_value:
            raise BrokenRule("value-limit")
        if action == "switch":
            self._refuse_switch(self.yet_to_move[0], clubs[0], clubs[1])
        # "You must take a legal action if one exists; otherwise pass."
        if action == "pass" and self._allowed_actions():
            raise BrokenRule("pass-only-when-stuck")

    def _refuse_join(self, record: Record, club: str) -> None:
        self._refuse_another_share(record, club)
        # "and four shares total"
        if len(record.all_marks()) == self.max_shares:
            raise BrokenRule("share-limit")

    def _refuse_switch(self, record: Record, club: str, other: str) -> None:
        # "add one share in a different club"
        if club == other:
            raise BrokenRule("same-club")
        # "erase one of your shares"
        if not record.marks[club]:
            raise BrokenRule("no-share")
        # "staying within the limits"; the total stays what it was, so only the club's limit can be broken.
        self._refuse_another_share(record, other)

    def _refuse_another_share(self, record: Record, club: str) -> None:
        # "each player may hold at most two shares per club"
        if len(record.marks[club]) == self.max_shares_per_club:
            raise BrokenRule("club-limit")

    def _end_turn(self, earned_without_the_move: list[int], seen: dict[str, object]) -> None:
        self.yet_to_move.pop(0)
        lap_over = not self.yet_to_move
        # "Only after every player has completed their turn in a scheduled payout lap, every club pays".
        paid = lap_over and self.lap in self.payout_laps
        reset = paid and self.lap in self.resets
        seen["lap_over"] = lap_over
        seen["paid"] = paid
        seen["reset"] = reset
        seen["payout"] = seen["payout_before_move"] = seen["gains"] = seen["payout_number"] = None
        seen["payout_after_reset"] = None
        if paid:
            self._pay(earned_without_the_move, seen)
        if reset:
            # "If the setup calls for a value reset, apply it only after everyone has received that payout."
            self.values = dict(self.resets[self.lap])
            seen["payout_after_reset"] = tuple(self._earned(record, self.values) for record in self.records)
        seen["values_next"] = tuple(self.values.values())
        seen["totals"] = tuple(sum(record.payouts) for record in self.records)
        if lap_over:
            # "play clockwise for six laps"; "After the sixth lap and its payout": the end.
            if self.lap == self.laps:
                self.over = True
            else:
                self.lap += 1
                self._begin_lap()
        seen["session_over"] = self.over
        seen["seat_next"] = self.seat()
        seen["lap_next"] = self.lap
        # "Shares remain in place."
        seen["shares_next"] = self._shares()
        seen["winners"] = self._winners() if self.over else None

    def _winners(self) -> tuple[int, ...]:
        # "Highest total wins; tied players share the win."
        highest = max(sum(record.payouts) for record in self.records)
        return tuple(record.seat for record in self.records if sum(record.payouts) == highest)

    def _pay(self, earned_without_the_move: list[int], seen: dict[str, object]) -> None:
        # "every club pays simultaneously"; "Record that payout separately. Shares remain in place."
        payout = [self._earned(record, self.values) for record in self.records]
        gains = []
        for record, earned, without in zip(self.records, payout, earned_without_the_move, strict=True):
            record.payouts.append(earned)
            gains.append(earned - without)
        seen["payout"] = tuple(payout)
        seen["payout_before_move"] = tuple(earned_without_the_move)
        seen["gains"] = tuple(gains)
        seen["payout_number"] = len(self.records[0].payouts)

    def _earned(self, record: Record, values: Mapping[str, int]) -> int:
        # "Each player scores their number of shares in each club multiplied by that club's current value, added across
        # the three clubs.": so every single mark brings its club's value.
        points = 0
        for club, marks in record.marks.items():
            for _ in marks:
                points += values[club]
        return points

    def _begin_lap(self) -> None:
        around = list(self.records)
        while around[0].seat != self.session_first:
            around.append(around.pop(0))
        self.yet_to_move = around

    def _shares(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(len(marks) for marks in record.marks.values()) for record in self.records)

"""Seed Circuit played by hand: a second, slow implementation, written from the printed rules alone.

Seeds and markers are objects that are carried one by one from place to place, as on a table. Nothing here is
shared with the engine and nothing is clever; each step quotes the sentence of the rules that it follows.
"""

from collections.abc import Mapping
from typing import Any


class BrokenRule(Exception):
    """The move asked for is not a move; `rule` is the id of the printed rule that forbids it."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class Seed:
    """One bean. No two are equal, so none can lie in two places unnoticed."""


class Marker:
    """One REVERSE marker."""


class Station:
    """One numbered card of the ring and the seeds that lie on it."""

    def __init__(self, number: int, target: int) -> None:
        self.number = number
        self.target = target
        self.seeds: list[Seed] = []


class Player:
    """One seat: its score area, its markers and those it has discarded this heat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.score_area: list[Seed] = []
        self.markers: list[Marker] = []
        self.discarded: list[Marker] = []


class Table:
    """A session in progress. `play` changes it; `position` is what anyone at the table can see."""

    def __init__(self, rules: Mapping[str, Any], players: int, first: int = 1) -> None:
        # "Arrange the station cards in this clockwise order: 1, 2, 3, 4, 5, 6, 7, 8, then back to 1.": one per target.
        self.stations: list[Station] = []
        for target in rules["targets"]:
            self.stations.append(Station(len(self.stations) + 1, target))
        self.seeds_per_station: int = rules["seeds_per_station"]
        self.laps_per_heat: int = rules["laps_per_heat"]
        # "Exactly 24 identical seeds": three for every one of the eight stations, in a box until they are laid out.
        self.box: list[Seed] = []
        for _ in self.stations:
            for _ in range(self.seeds_per_station):
                self.box.append(Seed())
        # "Two REVERSE markers per player", "and a score mat per player".
        self.players: list[Player] = []
        for seat in range(1, players + 1):
            player = Player(seat)
            for _ in range(rules["markers_per_player"]):
                player.markers.append(Marker())
            self.players.append(player)
        # "One heat-and-lap record": a row of scores for every finished heat.
        self.record: list[list[int]] = []
        self.heat = 1
        self.lap = 1
        self.over = False
        # "Choose a first player and continue clockwise around the players throughout the first heat.": it is `first`.
        self.session_first = first
        self.heat_first = first
        self.yet_to_move: list[Player] = []
        self._lay_out_the_ring()
        self._begin_lap()

    def seat(self) -> int | None:
        """The seat whose turn it is, or None when the session is over."""
        return None if self.over else self.yet_to_move[0].seat

    def legal_moves(self) -> list[str]:
        """Every move the rules allow now: clockwise by station, then counterclockwise by station."""
        allowed = []
        for direction in ["cw", "ccw"]:
            for station in self.stations:
                text = f"{station.number} {direction}"
                try:
                    self._refuse(text)
                except BrokenRule:
                    continue
                allowed.append(text)
        return allowed

    def play(self, text: str) -> dict[str, object]:
        """Make the move, and tell what was seen on the table while it was made. Raises `BrokenRule`."""
        self._refuse(text)
        source, direction = self._named(text)
        player = self.yet_to_move[0]
        seen: dict[str, object] = {
            "seat": player.seat,
            "station": source.number,
            "direction": direction,
            "heat": self.heat,
            "lap": self.lap,
            "board_before": tuple(self._counts()),
            "on_board_before": sum(self._counts()),
            "harvested_before": sum(self._score_area_counts()),
        }
        # "Before touching the pile, you may discard one unused REVERSE marker to sow counterclockwise".
        if direction == "ccw":
            player.discarded.append(player.markers.pop())
        seen["marker_spent"] = direction == "ccw"
        seen["markers_left"] = len(player.markers)
        path, landing_before = self._sow(source, direction, seen)
        self._check_the_final_landing(player, path, landing_before, seen)
        # "A harvest ends your turn."  So does a move without one.
        seen["board"] = tuple(self._counts())
        seen["on_board"] = sum(self._counts())
        seen["harvested"] = sum(self._score_area_counts())
        seen["accounted"] = sum(self._counts()) + sum(self._score_area_counts())
        seen["score"] = len(player.score_area)
        seen["scores"] = tuple(self._score_area_counts())
        self._end_turn(seen)
        self._look_at_the_next_turn(seen)
        return seen

    def position(self) -> dict[str, object]:
        """Everything on the table, under the names that `replay --json` prints."""
        return {
            "board": self._counts(),
            "harvested": self._score_area_counts(),
            "markers": [len(player.markers) for player in self.players],
            "heat": self.heat,
            "lap": self.lap,
            "seat": self.seat(),
            "over": self.over,
            "heat_scores": [list(row) for row in self.record],
            "scores": self._combined_scores(),
            "legal": self.legal_moves(),
        }

    def every_seed(self) -> list[Seed]:
        """All seeds wherever they lie: on stations, in score areas or left in the box."""
        seeds = list(self.box)
        for station in self.stations:
            seeds.extend(station.seeds)
        for player in self.players:
            seeds.extend(player.score_area)
        return seeds

    def _combined_scores(self) -> list[int]:
        scores = []
        for player in self.players:
            total = 0
            # "add each person's heat scores"
            for row in self.record:
                total += row[player.seat - 1]
            scores.append(total)
        return scores

    def _look_at_the_next_turn(self, seen: dict[str, object]) -> None:
        seen["seat_next"] = self.seat()
        seen["lap_next"] = self.lap
        seen["heat_next"] = self.heat
        seen["board_next"] = tuple(self._counts())
        seen["markers_next"] = tuple(len(player.markers) for player in self.players)
        seen["totals"] = tuple(self._combined_scores())
        seen["winners"] = None
        if self.over:
            # "Highest total wins; tied leaders share the win."
            scores = self._combined_scores()
            seen["winners"] = tuple(player.seat for player in self.players if scores[player.seat - 1] == max(scores))

    def _named(self, text: str) -> tuple[Station, str]:
        number, direction = text.split()
        for station in self.stations:
            if station.number == int(number):
                return station, direction
        raise BrokenRule("no-such-station")

    def _refuse(self, text: str) -> None:
        # "After exactly as many heats as players": nobody moves any more.
        if self.over:
            raise BrokenRule("session-over")
        source, direction = self._named(text)
        # "choose one station holding at least one seed"; "Choosing an empty pile is not a move".
        if not source.seeds:
            raise BrokenRule("empty-station")
        # "Normally you must sow clockwise."; "A spent marker stays out until the next heat begins."
        if direction == "ccw" and not self.yet_to_move[0].markers:
            raise BrokenRule("no-marker")

    def _beside(self, station: Station, direction: str) -> Station:
        # "Eight stations form one ring": after the last card comes the first, and before the first the last.
        index = self.stations.index(station)
        if direction == "cw":
            return self.stations[0] if station is self.stations[-1] else self.stations[index + 1]
        return self.stations[-1] if station is self.stations[0] else self.stations[index - 1]

    def _sow(self, source: Station, direction: str, seen: dict[str, object]) -> tuple[list[Station], int]:
        # "Lift every seed from the chosen station, leaving it empty."
        hand: list[Seed] = []
        while source.seeds:
            hand.append(source.seeds.pop())
        seen["handful"] = len(hand)
        # "Starting with the next station in the chosen direction, place one seed in each station you encounter.
        # Continue around the ring until your hand is empty. [...] include the original station when you reach it
        # again. Do not skip occupied stations or any station number."
        station = source
        path: list[Station] = []
        landing_before = 0
        while hand:
            station = self._beside(station, direction)
            landing_before = len(station.seeds)
            station.seeds.append(hand.pop())
            path.append(station)
        seen["path"] = tuple(sown.number for sown in path)
        seen["origin_sown"] = source in path
        # "If the handful exceeds eight seeds, make another circuit": a circuit is done each time we are back.
        seen["rounds"] = path.count(source)
        return path, landing_before

    def _check_the_final_landing(
        self, player: Player, path: list[Station], landing_before: int, seen: dict[str, object]
    ) -> None:
        # "After the last seed is placed, compare that one station's new count with its own target."
        landing = path[-1]
        seen["landing"] = landing.number
        seen["landing_before"] = landing_before
        seen["landing_count"] = len(landing.seeds)
        seen["target"] = landing.target
        # "There is no [...] reward at other stations, even when they now match their targets.": only noticed, in the
        # order in which the hand came past.
        unrewarded: list[int] = []
        for station in path:
            matches = station is not landing and len(station.seeds) == station.target
            if matches and station.number not in unrewarded:
                unrewarded.append(station.number)
        seen["passed_matches"] = tuple(unrewarded)
        # "If equal, take every seed from that station into your score area. If not equal, leave them all."
        harvest = 0
        if len(landing.seeds) == landing.target:
            while landing.seeds:
                player.score_area.append(landing.seeds.pop())
                harvest += 1
        seen["harvest"] = harvest

    def _end_turn(self, seen: dict[str, object]) -> None:
        self.yet_to_move.pop(0)
        # "Stop after the final player's turn in lap three, or immediately if a harvest empties the board."
        empty = sum(self._counts()) == 0
        lap_over = not self.yet_to_move
        heat_over = empty or (lap_over and self.lap == self.laps_per_heat)
        seen["empties_board"] = empty
        seen["heat_over"] = heat_over
        if heat_over:
            self._score_the_heat()
        elif lap_over:
            # "After every player has moved once, cross off the current lap and begin the next with the same first
            # player."
            self.lap += 1
            self._begin_lap()
        seen["session_over"] = self.over

    def _score_the_heat(self) -> None:
        # "Each harvested seed earns one heat point; unused markers and seeds still on the board earn zero. Record
        # every heat score in pencil before clearing anything."
        self.record.append(self._score_area_counts())
        # "Two players play two heats, three play three, and four play four." "Do not stop the session merely because
        # one heat ended early."
        if len(self.record) == len(self.players):
            self.over = True
            return
        # "Return all twenty-four seeds to the board, three per station, and restore two REVERSE markers per player."
        for station in self.stations:
            while station.seeds:
                self.box.append(station.seeds.pop())
        for player in self.players:
            while player.score_area:
                self.box.append(player.score_area.pop())
            while player.discarded:
                player.markers.append(player.discarded.pop())
        self._lay_out_the_ring()
        # "Move the first-player position one seat clockwise from the previous heat's first player."
        self.heat_first = self._clockwise_from(self.heat_first)[1].seat
        # "Start a fresh three-lap heat, leaving earlier scores on paper."
        self.heat += 1
        self.lap = 1
        self._begin_lap()

    def _lay_out_the_ring(self) -> None:
        # "Put exactly three seeds on every station, twenty-four in total."
        for station in self.stations:
            for _ in range(self.seeds_per_station):
                station.seeds.append(self.box.pop())

    def _begin_lap(self) -> None:
        # "one lap means everyone takes one turn"
        self.yet_to_move = self._clockwise_from(self.heat_first)

    def _clockwise_from(self, seat: int) -> list[Player]:
        around = list(self.players)
        while around[0].seat != seat:
            around.append(around.pop(0))
        return around

    def _counts(self) -> list[int]:
        return [len(station.seeds) for station in self.stations]

    def _score_area_counts(self) -> list[int]:
        return [len(player.score_area) for player in self.players]

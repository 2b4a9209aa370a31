"""The contract tests of an engine. In: a game's name. Out: every promise of `generator.games` that its engine breaks.

For a test of one line, `test_contract = contract("GAME")`; from a command line, `python -m generator.contract GAME`.
"""

import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from generator import VERBS
from generator.errors import BadRules, IllegalMove, Malformed, Rejected, UsageError
from generator.games import Game, Turn
from generator.load import load
from generator.model import Kit
from generator.request import read_folder

_SESSIONS: Final = 3
"""Sessions by chance for each number of players and each setup."""
_MOST_TURNS: Final = 2_000
_ID: Final = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_PLAIN: Final = (int, str, bool, type(None))


def contract(name: str) -> Callable[[], None]:
    """A test of the engine of a shipped or installed game, or of a kit's folder: no parameters, AssertionError."""

    def test() -> None:
        broken = broken_promises(load(*read_folder(name)))
        assert not broken, "\n".join(broken)  # noqa: S101 - it is a test

    return test


def broken_promises(kit: Kit) -> tuple[str, ...]:
    """Every promise that the engine of a kit breaks under the kit's numbers, each in a sentence."""
    trial = _Trial(kit)
    for part in (trial.table, trial.sessions, trial.refusals, trial.texts, trial.rulebook, trial.wording):
        try:
            part()
        except Exception as error:  # a promise too: an engine raises nothing else
            trial.broken[f"{part.__name__}: the engine raises {type(error).__name__}: {error}"] = None
    return tuple(trial.broken)


class _Trial:
    """One engine under the numbers of one kit, what was seen of it, and what it broke."""

    def __init__(self, kit: Kit) -> None:
        self.kit, self.rules = kit, kit.rules
        self.game: Game = kit.game
        self.broken: dict[str, None] = {}
        self.seen: dict[Any, tuple[Any, ...]] = {}
        """Every state passed through, and its legal moves."""
        self.turns: list[Turn] = []
        self.refused: set[str] = set()
        """Rules that refused a move."""

    def expect(self, holds: object, promise: str) -> None:
        if not holds:
            self.broken[promise] = None

    def table(self) -> None:
        """The name, the fields, and every mistake of a `[rules]` table at once."""
        self.expect(self.kit.name not in VERBS, f"no game bears the name of a command: {self.kit.name!r} is one")
        required = {field.key for field in self.game.FIELDS if getattr(field, "required", True)}
        for field in self.game.FIELDS:
            self.expect(field.key.split(".")[0] in ("rules", "setups"), f"field {field.key!r}: rules.* or setups.*")
            self.expect(field.kind and field.meaning.endswith("."), f"field {field.key!r}: a kind, and a sentence")
        try:
            self.game.read_rules({"no_such_number": 1}, {})
        except BadRules as error:
            told = {mistake.key for mistake in error.mistakes}
            for key in ("rules.no_such_number", *(key for key in sorted(required) if key.startswith("rules."))):
                self.expect(key in told, f"read_rules: BadRules tells every mistake at once, {key!r} among them")
        else:
            self.expect(False, "read_rules: raises BadRules for a number that is unknown")

    def sessions(self) -> None:
        """Whole sessions by chance: they end, and every value on the way keeps its promises."""
        fewest, most, _ = self.kit.players
        for players in range(fewest, most + 1):
            for setup in self.game.setups(self.rules) or (None,):
                for number in range(_SESSIONS):
                    chance = random.Random(f"{players} {setup} {number}")  # noqa: S311 - any sessions will do
                    if not self.session(players, setup, 1 + number % players, chance):
                        return

    def session(self, players: int, setup: str | None, first: int, chance: random.Random) -> bool:
        """Play one session; whether it ends."""
        state = self.game.start(self.rules, players, setup, first)
        self.expect(state == self.game.start(self.rules, players, setup, first), "start: the same state each time")
        for _ in range(_MOST_TURNS):
            moves = self.state(state, players)
            if not moves:
                return True
            turn = self.turn(state, chance.choice(moves))
            self.turns.append(turn)
            state = turn.state
        self.expect(False, f"legal_moves: a session ends; one of {players} players has {_MOST_TURNS} turns and more")
        return False

    def state(self, state: Any, players: int) -> tuple[Any, ...]:
        """What holds in every position; its legal moves."""
        game, rules = self.game, self.rules
        moves = self.seen[state] = game.legal_moves(rules, state)
        self.expect(moves == game.legal_moves(rules, state), "legal_moves: the same moves in the same order each time")
        self.expect(len(set(moves)) == len(moves), "legal_moves: no move twice")
        text = game.write_state(rules, state)
        again = game.read_state(rules, text)
        self.expect(again == state and hash(again) == hash(state), f"read_state: read(write(x)) == x, also of {text!r}")
        position = game.position(rules, state)
        written = json.loads(json.dumps(position))
        told = {name: written.get(name) for name in ("over", "legal")}
        found = {"over": not moves, "legal": [game.write_move(move) for move in moves]}
        self.expect(told == found, f"position: 'over' and 'legal' are those of legal_moves, also in {text!r}")
        seats = range(1, players + 1)
        self.expect(len(written.get("scores", ())) == players, f"position: 'scores' has one for each seat: {text!r}")
        seat = written.get("seat")
        self.expect(seat in seats if moves else seat is None, f"position: 'seat' is who moves, or null: {text!r}")
        return moves

    def turn(self, state: Any, move: Any) -> Turn:
        """What holds of every legal move; the turn that it makes."""
        game, rules = self.game, self.rules
        text = game.write_move(move)
        self.expect(game.read_move(rules, text) == move, f"read_move: read(write(x)) == x, also of {text!r}")
        turn = game.play(rules, state, move)
        self.expect(turn == game.play(rules, state, move), f"play: no chance and no memory, also for {text!r}")
        self.expect((turn.before, turn.move) == (state, move), f"play: the turn holds its position and move: {text!r}")
        for name, value in game.facts(rules, turn).items():
            plain = all(isinstance(each, _PLAIN) for each in _leaves(value))
            self.expect(plain, f"facts: {name!r} is a number, a text, yes or no, or rows")
        return turn

    def refusals(self) -> None:
        """Every move seen, tried wherever it is not legal: refused by a rule of the rulebook."""
        known, rules = {move for moves in self.seen.values() for move in moves}, self.game.rulebook().RULES
        for state, moves in self.seen.items():
            for move in known - {*moves}:
                text = f"{self.game.write_move(move)!r} in {self.game.write_state(self.rules, state)!r}"
                try:
                    self.game.play(self.rules, state, move)
                except IllegalMove as error:
                    self.refused.add(error.rule)
                    self.expect(error.rule in rules, f"play: the rule {error.rule!r} stands in the rulebook")
                    self.expect(error.why.endswith("."), f"play: it is said in a sentence why {text} is illegal")
                else:
                    self.expect(False, f"play: raises IllegalMove for {text}, which is not among the legal moves")

    def texts(self) -> None:
        """What can't be read, or can't be, is malformed."""
        game, rules, (fewest, *_) = self.game, self.rules, self.kit.players
        cannot_be: dict[str, Callable[[], Any]] = {
            "read_move: for ''": lambda: game.read_move(rules, ""),
            "read_move: for 'no such move'": lambda: game.read_move(rules, "no such move"),
            "read_state: for 'no-such-part 1'": lambda: game.read_state(rules, "no-such-part 1"),
            "start: for no players": lambda: game.start(rules, 0),
            "start: for a setup that is unknown": lambda: game.start(rules, fewest, "no-such-setup"),
            "start: for a seat that nobody has": lambda: game.start(rules, fewest, None, fewest + 1),
        }
        for name, work in cannot_be.items():
            try:
                work()
            except Malformed:
                continue
            self.expect(False, f"{name} raises Malformed")

    def rulebook(self) -> None:
        """Its rules have ids and sentences, and none is at work that it does not know or rules out."""
        book, most = self.game.rulebook(), self.kit.players[1]
        idle = book.idle(self.rules, most)
        for rule, said in (*book.RULES.items(), *idle.items()):
            self.expect(_ID.fullmatch(rule), f"rulebook: {rule!r} is lower-case words joined by hyphens")
            self.expect(said.endswith("."), f"rulebook: {rule!r} is told in a sentence")
            self.expect(rule in book.RULES, f"rulebook: idle knows {rule!r}, RULES does not")
        found = set(self.refused)
        for turn in self.turns:
            facts = self.game.facts(self.rules, turn)
            for rule, names in book.at_work(self.rules, facts, "").items():
                found.add(rule)
                self.expect(rule in book.RULES, f"rulebook: at_work knows {rule!r}, RULES does not")
                self.expect(names <= set(facts), f"rulebook: {rule!r} changes facts that are not there: {names}")
        for rule in sorted(found & set(idle)):
            self.expect(False, f"rulebook: idle rules out {rule!r}, which was at work: {idle[rule]}")

    def wording(self) -> None:
        """Every position and turn has words, by rules of the rulebook."""
        words, rules = self.game.wording(), self.game.rulebook().RULES
        for turn in self.turns:
            players = len(self.game.position(self.rules, turn.before)["scores"])
            called = [f"seat {seat}" for seat in range(1, players + 1)]
            account = words.account(self.rules, turn.before)
            self.expect(account.when, "wording: account says which turn comes next")
            self.expect(all(len(row) == players for _, row in account.seats), "wording: a figure for each seat")
            self.expect(words.spoken(turn.move), "wording: spoken says the move")
            said = words.turn(self.rules, self.game.facts(self.rules, turn), called)
            self.expect(said, "wording: turn says something of every turn")
            for each in said:
                self.expect(each.text.endswith("."), f"wording: a sentence ends with a full stop: {each.text!r}")
                self.expect(set(each.rules) <= set(rules), f"wording: {each.rules} stand in the rulebook")
            words.other_way(turn.move)


def _leaves(value: object) -> Iterator[object]:
    """A value, or the values in its rows."""
    if isinstance(value, tuple):
        for entry in value:
            yield from _leaves(entry)
    else:
        yield value


def _answer(words: Iterable[str]) -> int:
    """What the command line says of the games that are named; the exit status."""
    status = 0
    for name in words:
        try:
            kit = load(*read_folder(name))
        except (Rejected, UsageError) as error:
            print(error, file=sys.stderr)
            return 2 if isinstance(error, UsageError) else 1
        broken = broken_promises(kit)
        for promise in broken:
            print(f"{name}: {promise}", file=sys.stderr)
        status = status or int(bool(broken))
        if not broken:
            print(f"{name}: every promise is kept")
    return status


if __name__ == "__main__":
    sys.exit(_answer(sys.argv[1:]))

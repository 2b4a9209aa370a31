"""What Jinja2 leaves to Python, bounded: lists within lists, and filters whose work hangs on what they are given.

Python can't be stopped within one operation, so none may be long: each is bounded here, before it begins. How many
there are is counted in `environment`, as steps.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError

LARGEST: Final = 10**9
"""Beyond what any rule counts."""
LONGEST: Final = 100_000
"""Characters or items that an operation may make."""
_PLACES: Final = 20
"""Decimal places, before or behind the point."""
_HELD: Final[tuple[type, ...]] = (list, tuple, dict, type({}.keys()), type({}.values()), type({}.items()))


def whole(value: Any) -> Any:
    """A value that is no longer than it may be, with all that stands in it. Raises `SecurityError` for another.

    To compare it, to write it or to look it up takes no longer then: a list that holds one twice, which holds one
    twice, and so on, would take for ever.
    """
    total, open_ = 0, [value] if isinstance(value, _HELD) else []
    while open_:
        held: Any = open_.pop()
        for each in (*held.keys(), *held.values()) if isinstance(held, dict) else held:
            total += 1 + (len(each) if isinstance(each, str) else 0) // 64  # as many are compared in the same time
            if isinstance(each, _HELD):
                open_.append(each)
            if total > LONGEST:
                raise SecurityError(f"a list is longer than {LONGEST}, with all that stands in it")
    return value


class GuardedCode(CodeGenerator):
    """Jinja2's compiler, which lets the environment look at each list, tuple and dictionary that a template makes."""

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802 - Jinja2's name, as below
        """A list."""
        self._whole(super().visit_List, node, frame)

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        """A tuple, unless it is names that are given values."""
        if node.ctx == "load":
            self._whole(super().visit_Tuple, node, frame)
        else:
            super().visit_Tuple(node, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        """A dictionary."""
        self._whole(super().visit_Dict, node, frame)

    def _whole(self, visit: Callable[[Any, Frame], None], node: nodes.Expr, frame: Frame) -> None:
        self.write("environment.whole(")
        visit(node, frame)
        self.write(")")


def guarded(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of Jinja2's within bounds."""
    check = _CHECKS.get(name)
    if name not in _NUMBERS and check is None:
        return plain
    skip = hasattr(plain, "jinja_pass_arg")

    @wraps(plain)
    def filtered(*args: Any, **kwargs: Any) -> Any:
        if check:
            check(*args[skip:], **kwargs)
        made = plain(*args, **kwargs)
        if isinstance(made, int) and abs(made) > LARGEST:
            raise SecurityError(f"a number is larger than {LARGEST}")
        return made

    return filtered


def _joined(value: Any = (), d: Any = "", *_: Any, **__: Any) -> None:
    count = len(value) if hasattr(value, "__len__") else 0
    if count * len(str(d)) > LONGEST:
        raise SecurityError(f"a text is longer than {LONGEST} characters")


def _rounded(_: Any, precision: Any = 0, *__: Any, **___: Any) -> None:
    if not isinstance(precision, int) or not -_PLACES <= precision <= _PLACES:
        raise SecurityError(f"round: expected a whole number of places from -{_PLACES} to {_PLACES}")


def _summed(_: Any, attribute: Any = None, start: Any = 0) -> None:  # noqa: ARG001 - as the filter is called
    if not isinstance(start, int | float):
        raise SecurityError("sum: expected a number as its start")


_NUMBERS: Final = ("abs", "int", "round", "sum")
_CHECKS: Final[dict[str, Callable[..., None]]] = {"join": _joined, "round": _rounded, "sum": _summed}
"""Filter to what is checked before it works."""

"""Words of the command line that several commands take, with what `--help` says of each."""

from typing import Annotated

import typer

Game = Annotated[
    str, typer.Argument(metavar="GAME|FOLDER", help="A shipped game, or a kit folder (./NAME).", show_default=False)
]
Players = Annotated[str | None, typer.Option(metavar="N", help="Number of players.  [default: the kit's]")]
Setup = Annotated[str | None, typer.Option(metavar="NAME", help="One of the game's setups.")]
Names = Annotated[str | None, typer.Option(metavar="PAT,MO", help="Players' names, in seat order.")]
Paper = Annotated[str, typer.Option(metavar="a4|letter", help="The paper in your printer.")]
LargePrint = Annotated[bool, typer.Option("--large-print", help="Large type and large pieces.")]
TextSize = Annotated[
    str | None, typer.Option(metavar="18|24|36", help="Size of large print, in points.  [default: 18]")
]
Random = Annotated[
    str | None, typer.Option(metavar="N", help="Positions from games at random, the same for the same number.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

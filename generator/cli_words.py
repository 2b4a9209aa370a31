"""Words of the command line that several commands take, with what `--help` says of each."""

from typing import Annotated

import typer

Game = Annotated[
    str, typer.Argument(metavar="GAME|FOLDER", help="A shipped game, or a kit folder (./NAME).", show_default=False)
]
Old = Annotated[str, typer.Argument(metavar="OLD", help="A game, kit folder or printed PDF.", show_default=False)]
New = Annotated[str, typer.Argument(metavar="NEW", help="Another edition of it, likewise.", show_default=False)]
Players = Annotated[str | None, typer.Option(metavar="N", help="Number of players.  [default: the kit's]")]
Setup = Annotated[str | None, typer.Option(metavar="NAME", help="One of the game's setups.")]
Names = Annotated[str | None, typer.Option(metavar="PAT,MO", help="Players' names, in seat order.")]
Paper = Annotated[str | None, typer.Option(metavar="a4|letter", help="The paper in your printer.  [default: a4]")]
LargePrint = Annotated[bool, typer.Option("--large-print", help="Large type and large pieces.")]
TextSize = Annotated[
    str | None, typer.Option(metavar="18|24|36", help="Size of large print, in points.  [default: 18]")
]
Sheets = Annotated[str | None, typer.Option(metavar="NAME,...", help="Print only these sheets.")]
Copies = Annotated[str | None, typer.Option(metavar="NAME=K,...", help="Copies of a sheet's pieces.")]
Practice = Annotated[
    str | None, typer.Option(metavar="K", help="Add K practice questions and a sheet of their answers.")
]
Split = Annotated[
    str | None,
    typer.Option(metavar="stock|sheet", help="A file for each stock or sheet; of pictures, for each page or piece."),
]
Format = Annotated[
    str,
    typer.Option(
        "--format", metavar="pdf|html|text|brf|png|svg", help="Paper, phone, screen reader, braille, or pictures."
    ),
]
Dpi = Annotated[str | None, typer.Option(metavar="N", help="Dots to an inch of --format png.  [default: 150]")]
Output = Annotated[
    str | None,
    typer.Option(metavar="PATH", help="The file, if it ends as the format does; else its folder.  [default: output]"),
]
Pieces = Annotated[
    str | None, typer.Option(metavar="NAME:K,...", help="Only these pieces, together: the 4th of station-card:4.")
]
Since = Annotated[str | None, typer.Option(metavar="FILE", help="Only what changed since this file was printed.")]
Random = Annotated[
    str | None, typer.Option(metavar="N", help="Positions from games at random, the same for the same number.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

"""``tallybook schema``: the JSON Schemas of what authors write."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command(
    "schema",
    short_help="Print the JSON Schema of a file, or write all of them.",
    epilog="Examples: `tallybook schema problem`, `tallybook schema --write schemas`.",
)
@click.argument("name", required=False, metavar="[NAME]")
@click.option(
    "--write",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write all schemas to a folder, over older ones.",
)
def command(name: str | None, folder: Path | None) -> int:
    """Print a schema: `book` and `chapter` are for the YAML files, the others for front matter.

    Without a name, list the names.
    """
    from tallybook.cli.group import UsageFaultError
    from tallybook.cli.output import write_file
    from tallybook.parse.schema import schemas
    from tallybook.scaffold.skeletons import schema_text
    from tallybook.suggest import did_you_mean

    names = tuple(schemas())
    if name and name not in names:
        hint = "".join(did_you_mean(name, names)) or f"the schemas are {', '.join(names)}"
        raise UsageFaultError(f"there is no schema {name!r}: {hint}")
    if folder:
        for each in names:
            write_file(folder / f"{each}.json", schema_text(each), "--write")
    elif name:
        sys.stdout.write(schema_text(name))
    else:
        print("\n".join(names))
    return 0

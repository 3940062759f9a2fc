"""What is printed, and what is kept, of lines that differ."""

import difflib
import os
import pathlib
import re

ROWS = 14


def is_text(data):
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def split(data):
    """Rows of a text; where they are long, as JSON's are, a row for each member."""
    rows = data.decode().splitlines()
    return [part for row in rows for part in (re.split(r"(?<=[,>])", row) if len(row) > 200 else [row])]


def short(rows):
    rows = [row if len(row) <= 300 else row[:300] + " ..." for row in rows]
    return rows if len(rows) <= ROWS else rows[:ROWS] + [f"... {len(rows) - ROWS} rows more"]


def one_place(place, old, new):
    """A few rows on one place that differs."""
    if old is None or new is None:
        return [f"{place}: only {'NEW' if old is None else 'OLD'} has it"]
    if place.endswith("exit"):
        return [f"{place}: {old.decode()} became {new.decode()}"]
    if is_text(old) and is_text(new):
        rows = difflib.unified_diff(
            split(old), split(new), "OLD", "NEW", lineterm="", n=1)
        return [f"{place}:", *("  " + row for row in short(list(rows)[2:]))]
    at = next((at for at, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    return [f"{place}: {len(old)} bytes, {len(new)} bytes; first differing byte {at}"]


class Report:
    """Tells differences; one that several lines have is told once."""

    def __init__(self):
        self.told = {}

    def difference(self, line, verdict):
        rows = [row for place, (old, new) in verdict.places.items() for row in one_place(place, old, new)]
        rows += verdict.notes
        # Where a text's row stands is no difference of its own.
        what = tuple(row for row in rows if not row.startswith("  @@"))
        first = self.told.setdefault(what, line.name)
        if first != line.name:
            return f"DIFFERS {line.name}, as {first}"
        return "\n".join([f"DIFFERS {line.name}", f"  {line}", *(f"  {row}" for row in rows)])


def keep(folder, line, old, new):
    """Writes all that OLD and NEW left into two folders."""
    target = pathlib.Path(folder) / line.name.replace("/", "_")
    for side, result in (("old", old), ("new", new)):
        for place, data in result.places().items():
            path = target / side / place.removeprefix("file ").replace(": ", "-").rstrip("/")
            if not path.is_dir():
                os.makedirs(path.parent, exist_ok=True)
                path.write_bytes(data)
    (target / "command").write_text(f"{line}\n")

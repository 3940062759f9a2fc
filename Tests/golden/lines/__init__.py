"""All lines, an area in each file. A file has `lines(context)`, which yields them."""

import collections
import dataclasses
import pathlib

from . import damage, display, files, filters, formats, gainmaps, graphs, help, kernels, measuring, metadata, options
from . import raw, several, thumbnails, usage, video

AREAS = (help, usage, formats, options, files, damage, raw, filters, graphs, kernels, gainmaps, measuring, metadata,
         display, thumbnails, several, video)


@dataclasses.dataclass
class Context:
    """What lines may be made of: the inputs, and what OLD says of itself."""

    folder: pathlib.Path

    def known(self, name):
        return (self.folder / "known" / name).read_text()

    def inputs(self, pattern):
        return sorted(path.relative_to(self.folder).as_posix() for path in self.folder.glob(pattern) if path.is_file())


def every(context):
    """The lines of all areas; a name stands for one line only."""
    made = [line for area in AREAS for line in area.lines(context)]
    twice = [name for name, count in collections.Counter(line.name for line in made).items() if count > 1]
    if twice:
        raise SystemExit(f"names that several lines have: {twice}")
    return made

"""The list of accepted differences, `differences.md`: rows such as "- `filters/CIBloom*`: why"."""

import pathlib
import re

ENTRY = re.compile(r"- `([^`]+)`: *(\S.*)")
FILE = pathlib.Path(__file__).with_name("differences.md")


def matches(name, pattern):
    """Names may have brackets and question marks of their own: only the star is special."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), name) is not None


class Accepted:
    def __init__(self, text):
        found = (ENTRY.match(line) for line in text.splitlines())
        self.reasons = {match[1]: match[2] for match in found if match}

    def pattern(self, name):
        """The first entry that a line's name matches."""
        return next((each for each in self.reasons if matches(name, each)), None)

    def stale(self, ran, differing):
        """Entries whose lines ran, all of them equal."""
        return [pattern for pattern in self.reasons
                if any(matches(name, pattern) for name in ran) and not any(matches(name,
                                                                                   pattern) for name in differing)]

"""Says whether NEW did what OLD did: by bytes, and where OLD differs from itself, by what stays the same."""

import array
import dataclasses
import re
import subprocess
import sys
import tempfile
import pathlib

# How NEW is equal to OLD, from best to worst: "again" is what OLD did another time.
KINDS = ("equal", "times", "order", "again", "pixels", "different")
TIMES = re.compile(rb'("seconds":)[0-9.e-]+|\d+(?:\.\d+)?(?= (?:s|ms|min|MB/s|MP/s)\b)')


@dataclasses.dataclass
class Verdict:
    """`kind` is one of KINDS; `places` has the differing bytes of OLD and NEW."""

    kind: str
    places: dict
    notes: list


def without_times(data):
    return TIMES.sub(rb"\1#", data)


def in_order(data):
    return sorted(without_times(data).splitlines())


def is_time(*texts):
    """Whether they are the same but for times."""
    return None not in texts and len(set(map(without_times, texts))) == 1


def unequal(olds, news):
    """The places that are not the same in all runs, each with its bytes in OLD's and in NEW's."""
    names = sorted(set().union(*olds, *news))
    pairs = {name: ([run.get(name) for run in olds], [run.get(name) for run in news]) for name in names}
    return {name: pair for name, pair in pairs.items() if len(set(pair[0] + pair[1])) > 1}


def rounds(old, new):
    """How often a place that differs is looked at again: until OLD has had its chance to differ from itself."""
    if any(each and b"no end after" in each for each in old + new):
        return 1
    if None in old or None in new or not is_time(*old):
        return 3
    if is_time(*old, *new) or not is_time(*new):
        return 3 if len(set(old)) > 1 else 12
    # What hangs on the order of a dictionary moves bytes about, and changes how many there are seldom.
    return 6 if len(old[0]) == len(new[0]) else 3


class Comparer:
    def __init__(self, runner, old, new):
        self.runner, self.old, self.new = runner, old, new

    def compare(self, line, before, after):
        olds, news = [before.places()], [after.places()]
        if olds == news:
            hung = any("no end after" in end for end, _, _ in before.steps)
            return Verdict("different" if hung else "equal", {}, ["neither ends in time"] if hung else [])
        while len(olds) <= max(rounds(*seen) for seen in unequal(olds, news).values()):
            olds.append(self.runner.run(self.old, line).places())
            news.append(self.runner.run(self.new, line).places())
        # A line that measures times shows it somewhere, if not in each of its files.
        timed = any(len(set(old + new)) > 1 and is_time(*old, *new) and (len(set(old)) > 1 or len(set(new)) > 1)
                    for old, new in unequal(olds, news).values())
        kinds, places, notes = {"equal"}, {}, []
        for place, (old, new) in unequal(olds, news).items():
            if old[0] == new[0]:
                continue
            kind, note = self.place(place, old, new, timed)
            kinds.add(kind)
            if kind == "different":
                places[place] = (old[0], new[0])
            notes += [f"{place}: {note}"] if note else []
        return Verdict(max(kinds, key=KINDS.index), places, notes)

    def place(self, place, old, new, timed):
        """The kind of one place's difference, and what there is to say of it."""
        if None in old or None in new:
            return "different", ""
        if timed and is_time(old[0], new[0]):
            return "times", ""
        steady = is_time(*old)
        if not steady and in_order(old[0]) == in_order(new[0]):
            return "order", ""
        if steady:
            return "different", self.pictures(place, old[0], new[0]) if is_time(*new) else "NEW differs from itself"
        if new[0] in old:
            return "again", ""
        if place.startswith("file "):
            return self.pixels(place, old, new)
        return "different", "OLD differs from itself"

    def pixels(self, place, old, new):
        """OLD's files differ from each other: their pixels and what info says of them may not differ more."""
        seen = [self.decoded(place, data) for data in (*old, new[0])]
        if None in seen:
            return "different", "OLD differs from itself, and it is no picture"
        *own, fresh = seen
        if fresh in own:
            return "pixels", ""
        spread = max(distance(own[0][1], each[1]) for each in own[1:])
        apart = min(distance(each[1], fresh[1]) for each in own)
        if own[0][0] == fresh[0] and apart <= 2 * spread:
            return "pixels", f"OLD's own pixels differ by {spread:.3g}, NEW's by {apart:.3g}"
        return "different", f"OLD differs from itself, by {spread:.3g} in light; NEW by {apart:.3g}"

    def decoded(self, place, data):
        """What OLD says of a file, and its pixels."""
        with tempfile.TemporaryDirectory() as folder:
            name = "picture" + pathlib.PurePath(place).suffix
            (pathlib.Path(folder) / name).write_bytes(data)
            info = self.ask(folder, "info", "--json", name) + self.ask(folder, "metadata", "--json", name)
            light = self.ask(folder, "pixels", name, "--format", "npy")
        return (info, light) if info and light else None

    def ask(self, folder, *arguments):
        done = subprocess.run(
            [self.old, *arguments], cwd=folder, env=self.runner.environment, capture_output=True, timeout=120)
        return done.stdout if done.returncode == 0 else b""

    def pictures(self, place, old, new):
        """How far apart two pictures are, for the reader of the report."""
        if not place.startswith("file "):
            return ""
        before, after = self.decoded(place, old), self.decoded(place, new)
        if not before or not after:
            return ""
        same = "info says the same" if before[0] == after[0] else "info differs"
        apart = distance(before[1], after[1])
        return f"{same}, pixels are equal" if apart == 0 else f"{same}, light differs by up to {apart:.3g}"


def distance(one, other):
    """The largest difference of two npy files of float32; infinity where their heads differ."""
    starts = [10 + int.from_bytes(data[8:10], "little") for data in (one, other)]
    if one[:starts[0]] != other[:starts[1]]:
        return float("inf")
    values = []
    for data, start in zip((one, other), starts):
        numbers = array.array("f", data[start:])
        if sys.byteorder == "big":
            numbers.byteswap()
        values.append(numbers)
    return max((abs(a - b) if a == a and b == b else float("inf") for a,
                b in zip(*values) if not (a == b or a != a != b != b)), default=0.0)

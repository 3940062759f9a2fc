"""A line of the golden run: what is typed, as data."""

import dataclasses
import re
import shlex

# Names of inputs inside arguments, also behind '=' or 'kernel:'.
INPUT = re.compile(r"in/[\w+.-]+(?:/[\w+.-]+)*")


@dataclasses.dataclass(frozen=True)
class Step:
    """One command: its arguments, the file at its standard input, the file that takes its standard output."""

    arguments: tuple
    stdin: str = ""
    to: str = ""

    def __str__(self):
        text = "headroom " + " ".join(map(shlex.quote, self.arguments))
        return text + (f" < {self.stdin}" if self.stdin else "") + (f" > {self.to}" if self.to else "")


@dataclasses.dataclass(frozen=True)
class Line:
    """Commands that run one after the other in a folder of their own; `inputs` are copied into it first."""

    name: str
    steps: tuple
    inputs: tuple
    environment: tuple = ()

    def __str__(self):
        setting = "".join(f"{key}={value} " for key, value in self.environment)
        return setting + " && ".join(map(str, self.steps))


def step(command, stdin="", to=""):
    """A step from text as a shell splits it, or from a list of arguments."""
    return Step(tuple(shlex.split(command) if isinstance(command, str) else map(str, command)), stdin, to)


def line(name, command, *more, stdin="", to="", needs=(), environment=()):
    """A line; its inputs are those that its arguments name, and what it `needs` beside: a folder there
    stands for all names in it."""
    steps = (step(command, stdin, to), *more)
    words = [word for each in steps for word in (*each.arguments, each.stdin)]
    folders = tuple(f"{need}/" for need in needs)
    found = {each for word in words for each in INPUT.findall(word) if not each.startswith(folders)}
    return Line(" ".join(name.split()), steps, tuple(sorted(found | set(needs))), tuple(environment))

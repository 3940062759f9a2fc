"""Lines of manifests, as far as a driver has to understand them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes


class ManifestError(Exception):
    """A line that is no record."""


@dataclass(frozen=True)
class Record:
    """What became of an input; `input` is its name in bytes."""

    input: bytes
    status: str
    transient: bool

    @staticmethod
    def parse(line: bytes, where: str) -> Record:
        try:
            value: Any = json.loads(line)
            encoded = value.get("inputPercentEncoded")  # Of names that are not UTF-8.
            name = value["input"].encode() if encoded is None else unquote_to_bytes(encoded)
            return Record(name, value["status"], (value.get("error") or {}).get("class") == "transient")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ManifestError(f"{where}: no record of a manifest ({error})") from error


def whole_lines(data: bytes) -> bytes:
    """Without a last line that was cut off in the middle."""
    return data[: data.rfind(b"\n") + 1]


def lines(data: bytes) -> Iterator[bytes]:
    """The lines with their line feeds; nothing else ends one."""
    return (line + b"\n" for line in whole_lines(data).split(b"\n") if line)

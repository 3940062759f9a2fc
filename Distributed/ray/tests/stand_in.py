#!/usr/bin/env python3
"""Stands in for `headroom batch` in tests of the driver's logic alone; Tests/clusters runs the real command.

It understands the arguments that a task gives, and "makes" the outputs of an input by writing its name. What an input's name
says happens: `broken` fails for good, `flaky` fails until it was tried twice, `crash` ends the process, `usage` is
refused.
"""

import argparse
import json
import os
import pathlib
import signal
import sys
from urllib.parse import quote, unquote_to_bytes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("verb", choices=["batch"])
    parser.add_argument("--retry-failed-only", action="store_true")
    parser.add_argument("--dry-run", action="store_true")
    for name in ("plan", "output-directory", "files-from", "manifest", "manifest-in", "jobs", "timeout"):
        parser.add_argument("--" + name)
    parser.add_argument("--null", action="store_true")
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args()
    if options.dry_run:
        return
    known = {}
    for line in pathlib.Path(options.manifest_in).read_text().splitlines():
        record = json.loads(line)
        known[unquote_to_bytes(record.get("inputPercentEncoded", quote(record["input"])))] = record["status"]
    entries = pathlib.Path(options.files_from).read_bytes().split(b"\0" if options.null else b"\n")
    folder = pathlib.Path(options.output_directory)
    statuses = set()
    with open(options.manifest, "a", buffering=1) as manifest:
        for entry in filter(None, entries):
            name = entry.split(b"\t")[0]
            text = name.decode(errors="replace")
            if known.get(name) == "ok":
                continue
            if b"usage" in name:
                print(f"headroom: {text}: refused", file=sys.stderr)
                sys.exit(2)
            if b"crash" in name:
                os.kill(os.getpid(), signal.SIGSEGV)
            failure = failed(name, folder)
            record = {"schema": 1, "input": text}
            if text.encode() != name:
                record["inputPercentEncoded"] = quote(name)
            record.update(status="failed" if failure else "ok", error=failure and {"class": failure})
            with open(folder / "tries", "ab") as tries:
                tries.write(quote(name).encode() + b"\n")
            manifest.write(json.dumps(record, separators=(",", ":")) + "\n")
            statuses.add(failure)
    sys.exit(75 if "transient" in statuses else 1 if "permanent" in statuses else 0)


def failed(name, folder):
    if b"broken" in name:
        return "permanent"
    tries = folder / "tries"
    before = tries.read_text().splitlines().count(quote(name)) if tries.exists() else 0
    return "transient" if b"flaky" in name and before < 2 else None


if __name__ == "__main__":
    main()

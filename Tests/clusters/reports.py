"""What `headroom merge-reports` has to say of records, counted again."""

import collections

COUNTS = ("inputs", "ok", "failed", "skipped", "missing", "duplicates", "bytesIn", "bytesOut")
MEMBERS = {"schema", *COUNTS, "byError", "seconds", "cpuSeconds", "filesPerSecond", "hdr"}


def expected(records, entries):
    """The report of records, the newest last, about the entries of a list."""
    newest = {record["input"]: record for record in records}
    listed = {entry.split("\t")[0] for entry in entries}
    found = newest.values()
    states = collections.Counter(record["status"] for record in found)
    seconds = sum(record["seconds"] for record in found)
    return {
        "schema": 1,
        "inputs": len(listed | set(newest)),
        **{state: states[state] for state in ("ok", "failed", "skipped")},
        "missing": len(listed - set(newest)),
        "duplicates": len(records) - len(newest),
        "byError": dict(collections.Counter(record["error"]["code"] for record in found if record["error"])),
        "bytesIn": sum(record["size"] or 0 for record in found),
        "bytesOut": sum(output["bytes"] for record in found for output in record["outputs"]),
        "seconds": seconds,
        "cpuSeconds": sum(record["cpuSeconds"] for record in found),
        "filesPerSecond": len(newest) / seconds if seconds else 0,
        "hdr": {kind: sum(light(record) == kind for record in found) for kind in ("kept", "made", "sdr", "lost")},
    }


def light(record):
    """What became of an input's light; None where there are no outputs."""
    if record["status"] == "failed" or not record["hdr"]:
        return None
    if record["hdr"]["lost"]:
        return "lost"
    if all(output["hdr"] == "sdr" for output in record["outputs"]):
        return "sdr"
    return "made" if record["hdr"]["in"] == "sdr" else "kept"


def difference(report, counted):
    """Members that are not as counted; sums of times may differ in their last digits."""
    if set(report) != MEMBERS:
        return {"members": sorted(report)}
    times = ("seconds", "cpuSeconds", "filesPerSecond")
    wrong = {name for name in MEMBERS.difference(times) if report[name] != counted[name]}
    wrong |= {name for name in times if abs(report[name] - counted[name]) > 1e-6 * counted[name]}
    return {name: (report[name], counted[name]) for name in wrong}

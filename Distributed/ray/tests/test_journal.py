import contextlib
import json
import unittest
from urllib.parse import quote

from headroom_ray.journal import Journal
from headroom_ray.listing import Chunk
from headroom_ray.records import ManifestError

from .support import scratch


def record(name: bytes, status: str = "ok", **more: object) -> bytes:
    text = name.decode(errors="replace")
    value: dict[str, object] = {"schema": 1, "input": text}
    if text.encode() != name:
        value["inputPercentEncoded"] = quote(name)
    return json.dumps({**value, "status": status, "error": None, **more}, separators=(",", ":")).encode() + b"\n"


class JournalTests(unittest.TestCase):
    def open(self, run, earlier=()):
        return contextlib.closing(Journal(run.manifest, earlier))

    def test_the_newest_record_counts(self):
        with scratch() as run:
            run.manifest.write_bytes(record(b"a", "failed") + record(b"b") + record(b"a"))
            with self.open(run) as journal:
                self.assertEqual(journal.newest(b"a\tstem").status, "ok")
                self.assertEqual(journal.earlier([b"b", b"a", b"c"]), record(b"b") + record(b"a"))

    def test_a_torn_last_line_is_cut_off(self):
        with scratch() as run:
            run.manifest.write_bytes(record(b"a") + record(b"b")[:20])
            with self.open(run):
                self.assertEqual(run.manifest.read_bytes(), record(b"a"))

    def test_another_file_stays_as_it_is(self):
        with scratch() as run:
            for text in (b"shopping list", b"milk\neggs\n"):
                run.manifest.write_bytes(text)
                with self.assertRaises(ManifestError):
                    Journal(run.manifest)
                self.assertEqual(run.manifest.read_bytes(), text)

    def test_attempts_are_gathered_in_their_order_and_removed(self):
        with scratch() as run, self.open(run) as journal:
            key = Chunk((b"a",)).key
            (journal.parts / f"{key}.0002-x.jsonl").write_bytes(record(b"a"))
            (journal.parts / f"{key}.0001-y.jsonl").write_bytes(record(b"a", "failed") + record(b"b")[:9])
            journal.gather(key)
            self.assertEqual(run.manifest.read_bytes(), record(b"a", "failed") + record(b"a"))
            self.assertEqual(list(journal.parts.glob("*.jsonl")), [])
            self.assertEqual(journal.newest(b"a").status, "ok")
            self.assertEqual(journal.earlier([b"a"]), record(b"a"))

    def test_what_a_dead_driver_left_is_taken_over_once(self):
        with scratch() as run:
            with self.open(run) as journal:
                parts = journal.parts
            # It died after it had appended the first record, before it removed the file.
            run.manifest.write_bytes(record(b"a"))
            (parts / "00.0001-x.jsonl").write_bytes(record(b"a") + record(b"b"))
            with self.open(run):
                self.assertEqual(run.manifest.read_bytes(), record(b"a") + record(b"b"))

    def test_names_that_are_not_utf8_are_told_apart(self):
        with scratch() as run:
            run.manifest.write_bytes(record(b"\xff", "failed") + record(b"\xfe"))
            with self.open(run) as journal:
                self.assertEqual(journal.newest(b"\xff").status, "failed")
                self.assertEqual(journal.newest(b"\xfe").status, "ok")

    def test_earlier_manifests_are_read_and_left_alone(self):
        with scratch() as run:
            old = run.folder / "old.jsonl"
            old.write_bytes(record(b"a", "failed") + record(b"b"))
            run.manifest.write_bytes(record(b"a"))
            with self.open(run, [old]) as journal:
                self.assertEqual(journal.earlier([b"a", b"b"]), record(b"a") + record(b"b"))
            self.assertEqual(run.manifest.read_bytes(), record(b"a"))

    def test_two_drivers_do_not_work_on_one_manifest(self):
        with scratch() as run, self.open(run), self.assertRaisesRegex(ManifestError, "another driver"):
            Journal(run.manifest)

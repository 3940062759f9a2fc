import pathlib
import tempfile
import unittest

from headroom_ray.listing import Chunk, chunks, input_of, read_entries


class ListingTests(unittest.TestCase):
    def entries(self, data: bytes, null: bool = False) -> list[bytes]:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "list"
            path.write_bytes(data)
            return read_entries(str(path), null)

    def test_a_line_is_an_entry(self):
        self.assertEqual(self.entries(b"a\n\nb\tstem\r\nc"), [b"a", b"b\tstem", b"c"])

    def test_zero_bytes_leave_line_feeds_in_names(self):
        self.assertEqual(self.entries(b"a\nb\0\xff\r\0", null=True), [b"a\nb", b"\xff\r"])

    def test_the_last_tab_ends_the_name(self):
        self.assertEqual([input_of(entry) for entry in (b"a", b"a\tb", b"a\tb\tc")], [b"a", b"a", b"a\tb"])

    def test_chunks_have_all_entries_in_order(self):
        entries = [b"%d" % number for number in range(7)]
        made = list(chunks(entries, 3))
        self.assertEqual([len(chunk.entries) for chunk in made], [3, 3, 1])
        self.assertEqual([entry for chunk in made for entry in chunk.entries], entries)

    def test_a_key_is_that_of_the_entries(self):
        self.assertEqual(Chunk((b"a", b"b")).key, Chunk((b"a", b"b")).key)
        self.assertNotEqual(Chunk((b"a", b"b")).key, Chunk((b"a\0b",)).key[::-1])
        self.assertNotEqual(Chunk((b"a",)).key, Chunk((b"b",)).key)

    def test_halves_have_all_entries(self):
        one, other = Chunk((b"a", b"b", b"c")).halves()
        self.assertEqual(one.entries + other.entries, (b"a", b"b", b"c"))

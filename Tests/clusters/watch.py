"""How often each file of a folder has come to be, as the kernel tells it (inotify)."""

import collections
import ctypes
import os
import select
import struct
import threading

MOVED_TO, CREATE, OVERFLOW = 0x80, 0x100, 0x4000
HEAD = struct.Struct("iIII")


class Watch:
    """Counts from its making to `close`, in a thread of its own. Hidden names do not count."""

    def __init__(self, folder):
        self.counts = collections.Counter()
        self.missed = False
        libc = ctypes.CDLL(None, use_errno=True)
        self.descriptor = libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        if self.descriptor < 0 or libc.inotify_add_watch(self.descriptor, os.fsencode(folder), MOVED_TO | CREATE) < 0:
            raise OSError(ctypes.get_errno(), "inotify")
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while not self.ended.is_set():
            if select.select([self.descriptor], [], [], 0.1)[0]:
                self._take(os.read(self.descriptor, 1 << 16))

    def _take(self, data):
        offset = 0
        while offset < len(data):
            _, mask, _, length = HEAD.unpack_from(data, offset)
            name = data[offset + HEAD.size : offset + HEAD.size + length].rstrip(b"\0")
            offset += HEAD.size + length
            self.missed |= bool(mask & OVERFLOW)
            if name and not name.startswith(b"."):
                self.counts[os.fsdecode(name)] += 1

    def close(self):
        """The counts."""
        self.ended.set()
        self.thread.join()
        os.close(self.descriptor)
        if self.missed:
            raise AssertionError("the kernel has told of too many files at a time")
        return self.counts

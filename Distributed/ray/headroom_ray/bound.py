"""Becomes a command that dies with the process that started it: `python -m headroom_ray.bound COMMAND...`.

A worker that is killed would leave its command running, beside the one that does its chunk again elsewhere. Linux ends a
process with its parent when it asks for that; the wish survives exec, but not fork, hence this step between the two.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
NOT_FOUND = 127


def main() -> None:
    parent = int(sys.argv[1])
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # It died before the wish was heard.
        os.kill(os.getpid(), signal.SIGKILL)
    try:
        os.execvp(sys.argv[2], sys.argv[2:])
    except OSError as error:
        print(f"{sys.argv[2]} cannot be run: {error.strerror}", file=sys.stderr)
        sys.exit(NOT_FOUND)


if __name__ == "__main__":
    main()

/// The exit status for the shell.
enum ExitStatus: Int32 {
  case success = 0
  /// Some inputs of several failed.
  case someFailed = 1
  case usage = 2
  /// An input is missing, unreadable, unsupported or over the limits.
  case input = 3
  /// An output cannot be written, or exists and may not be replaced.
  case output = 4
  /// HDR or pixels of a kernel would be lost and `--strict` was given.
  case hdrLost = 5
  /// A bug of this program.
  case internalError = 70
  /// Failures of a batch that may pass: run it again. `EX_TEMPFAIL` of sysexits.h.
  case tryAgain = 75
  /// The terminal hung up: 128 and SIGHUP.
  case hungUp = 129
  case interrupted = 130
  /// Standard output has no reader any more: 128 and SIGPIPE, as shells report it for other tools.
  case readerGone = 141
  case terminated = 143
}

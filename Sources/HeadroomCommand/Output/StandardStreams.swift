internal import Glibc
internal import Headroom
internal import HeadroomPictures

/// Standard output and error as plain descriptors: unbuffered writes of whole blocks, so that data and errors come in
/// order and a closed pipe is noticed at once.
enum StandardStreams {
  static let input: Int32 = 0
  static let output: Int32 = 1
  static let error: Int32 = 2

  /// Occupies standard descriptors that are closed, before anything else is opened: otherwise the next file would get
  /// one of them, and warnings would go into it. The placeholders can be neither read (input) nor written (output,
  /// error), so that using them is still an error.
  static func occupyClosed() {
    for descriptor in input...error where fcntl(descriptor, F_GETFD) < 0 {
      let opened = unsafe open("/dev/null", descriptor == input ? O_WRONLY : O_RDONLY)
      // The lowest free number is the missing one.
      if opened >= 0, opened != descriptor {
        dup2(opened, descriptor)
        close(opened)
      }
    }
  }

  /// Makes failing writes return an error instead of ending the process: writes to a pipe without a reader, and beyond
  /// the largest allowed file (`ulimit -f`).
  static func ignoreWriteSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  static func print(_ line: String) throws(PictureError) {
    try write(Array((PrintableText.lines(line) + "\n").utf8), to: output)
  }

  /// Writes errors, warnings and progress, a line each; a failure here cannot be reported anywhere.
  static func note(_ line: String) {
    try? write(Array((PrintableText.line(line) + "\n").utf8), to: error)
  }

  /// Writes text of several lines, such as a place in a file with a mark below it.
  static func note(lines: String) {
    try? write(Array(PrintableText.lines(lines).utf8), to: error)
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(PictureError) {
    let problem = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
    if let problem { throw PictureError(.output, file: "standard output", problem) }
  }

  /// Writes all of a block; returns the system's reason when it cannot.
  ///
  /// If standard output has no reader any more (`headroom info *.jpg | head -1`), the process ends silently, as other
  /// tools do.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> String? {
    var done = 0
    while done < bytes.count {
      let count = unsafe Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE, descriptor == output {
          AtomicFile.removeUnfinished { _exit(ExitStatus.readerGone.rawValue) }
        }
        return unsafe String(cString: strerror(errno))
      }
      done += count
    }
    return nil
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

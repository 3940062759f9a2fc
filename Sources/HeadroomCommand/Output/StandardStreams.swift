internal import Glibc

/// Standard output and error as plain descriptors: unbuffered writes of whole blocks, so that data and errors come in
/// order and a closed pipe is noticed at once.
enum StandardStreams {
  static let input: Int32 = 0
  static let output: Int32 = 1
  static let error: Int32 = 2

  static func print(_ line: String) throws(CommandError) {
    try write(Array((line + "\n").utf8), to: output)
  }

  /// Errors, warnings and progress; there is nobody left to tell when this fails.
  static func note(_ line: String) {
    try? write(Array((line + "\n").utf8), to: error)
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(CommandError) {
    let problem = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
    if let problem { throw CommandError(.output, file: "standard output", problem) }
  }

  /// Writes all of a block; returns the system's reason when it cannot.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> String? {
    var done = 0
    while done < bytes.count {
      let count = unsafe Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count < 0 {
        if errno == EINTR { continue }
        return unsafe String(cString: strerror(errno))
      }
      done += count
    }
    return nil
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

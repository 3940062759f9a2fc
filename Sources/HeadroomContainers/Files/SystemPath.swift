/// File names as strings: the system's names are bytes, and not all of them are UTF-8.
///
/// A byte that is not part of valid UTF-8 is kept as a private-use character, U+10FE80 to U+10FEFF, and becomes that byte
/// again where a file is opened. The same characters in a name that is valid are kept byte by byte too, so every name
/// comes back as it was.
package enum SystemPath {
  /// Where the private characters begin: a byte is this plus its value.
  private static let base: UInt32 = 0x10FE00
  private static let kept: ClosedRange<UInt32> = base + 0x80...base + 0xFF
  /// The first byte of the private characters in UTF-8. Names without it are plain UTF-8, all but a few.
  private static let lead: UInt8 = 0xF4

  /// The byte that a character of a path stands for, when it is not a character of the name.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    kept.contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// A name as the system gives it. Every run of the command begins here, with the concrete type: the generic one would have
  /// the runtime look through all conformances.
  package static func string(_ bytes: UnsafeRawBufferPointer) -> String { unsafe text(bytes) }

  /// A name as the system gives it.
  package static func string(_ bytes: some Collection<UInt8>) -> String { text(bytes) }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    if !bytes.contains(lead), let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while !rest.isEmpty {
      var parser = Unicode.UTF8.ForwardParser()
      var iterator = rest.makeIterator()
      if case .valid(let encoded) = parser.parseScalar(from: &iterator), case let scalar = UTF8.decode(encoded),
        byte(of: scalar) == nil
      {
        text.append(scalar)
        rest = rest.dropFirst(encoded.count)
      } else {
        let byte = rest.removeFirst()
        // Only bytes from 0x80 on are ever wrong in UTF-8.
        text.append(Unicode.Scalar(base + UInt32(byte)) ?? Unicode.Scalar(byte))
      }
    }
    return String(text)
  }

  /// The bytes of a path, without the zero at the end.
  package static func bytes(_ path: String) -> [UInt8] {
    guard path.utf8.contains(lead) else { return Array(path.utf8) }
    return path.unicodeScalars.flatMap { scalar -> [UInt8] in
      byte(of: scalar).map { [$0] } ?? UTF8.encode(scalar).map(Array.init) ?? []
    }
  }

  /// Calls `body` with a path as the system takes it. The pointer must not escape.
  @unsafe
  package static func withCString<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard path.utf8.contains(lead) else { return unsafe path.withCString(body) }
    return unsafe (bytes(path).map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      // Never empty: the zero is there.
      unsafe body(buffer.baseAddress!)
    }
  }
}

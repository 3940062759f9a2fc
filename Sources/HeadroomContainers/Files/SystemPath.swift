/// File names as strings: the system's names are bytes, and not all of them are UTF-8.
///
/// A byte that is not part of valid UTF-8 is kept as a private-use character, U+10FE80 to U+10FEFF, and becomes that
/// byte again where a file is opened. The same characters in a name that is valid are kept byte by byte too, so every
/// name is restored exactly.
package enum SystemPath {
  /// Where the private characters begin: a byte is this plus its value.
  private static let base: UInt32 = 0x10FE00
  private static let kept: ClosedRange<UInt32> = base + 0x80...base + 0xFF
  /// The first byte of the private characters in UTF-8. All but a few names lack it and are plain UTF-8.
  private static let lead: UInt8 = 0xF4

  /// The byte that a character of a path stands for; nil when it is an ordinary character.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    kept.contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// A name from the system's bytes. Every run of the command calls this first. It takes the concrete type, because a
  /// generic one would make the runtime search all conformances.
  package static func string(_ bytes: UnsafeRawBufferPointer) -> String { unsafe text(bytes) }

  /// A name as the system gives it.
  package static func string(_ bytes: some Collection<UInt8>) -> String {
    // Byte by byte through a generic collection takes twenty times as long, which a list of a million names feels.
    bytes.withContiguousStorageIfAvailable { unsafe text(UnsafeRawBufferPointer($0)) } ?? string(Array(bytes))
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    if unsafe !bytes.contains(lead), let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
    return unsafe keeping(Array(bytes))
  }

  /// The name with bytes that are no UTF-8 as private characters.
  private static func keeping(_ bytes: [UInt8]) -> String {
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

  /// Calls `body` with a path in the system's bytes. The pointer must not escape.
  @unsafe
  package static func withCString<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard path.utf8.contains(lead) else { return unsafe path.withCString(body) }
    return unsafe (bytes(path).map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      // Never empty: it has the final zero.
      unsafe body(buffer.baseAddress!)
    }
  }
}

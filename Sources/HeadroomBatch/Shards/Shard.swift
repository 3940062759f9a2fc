internal import HeadroomContainers

/// One of `count` parts of a list of inputs. Which part an input is in follows from its name alone, so that a list with
/// more or fewer names moves none of the others.
package struct Shard: Hashable, Sendable {
  /// From 0.
  package let index: Int
  /// At least 1.
  package let count: Int

  /// - Throws: ``BatchError`` of kind `usage` where the count is 0 or the index not below it.
  package init(index: Int, count: Int) throws(BatchError) {
    guard count > 0 else { throw BatchError(.usage, "there is no shard of \(count): at least one is needed") }
    guard (0..<count).contains(index) else {
      throw BatchError(.usage, "there is no shard \(index) of \(count): they are numbered from 0 to \(count - 1)")
    }
    (self.index, self.count) = (index, count)
  }

  /// Reads `I/N`.
  ///
  /// - Throws: ``BatchError`` of kind `usage`.
  package init(_ text: String) throws(BatchError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Self.number(parts[0]), let count = Self.number(parts[1]) else {
      throw BatchError(.usage, "'\(PrintableText.line(text))' is no shard: 'I/N' as in '0/16', or 'auto'")
    }
    try self.init(index: index, count: count)
  }

  /// Digits alone; a number that no `Int` holds is none.
  static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// Whether an input, as it is listed, is in this shard.
  package func contains(_ input: String) throws(BatchError) -> Bool {
    if count == 1 { return true }
    return try Self.index(of: input, count: count) == index
  }

  /// The shard of an input as it is listed: the first 8 bytes of the SHA-256 of its name's bytes, as a number with the
  /// highest byte first, modulo the count.
  package static func index(of input: String, count: Int) throws(BatchError) -> Int {
    Int(try SHA256.of(SystemPath.bytes(input)).words.first % UInt64(max(count, 1)))
  }
}

extension Shard: CustomStringConvertible {
  /// `I/N`.
  package var description: String { "\(index)/\(count)" }
}

internal import CHeadroomCrypto
internal import Glibc
internal import HeadroomContainers

/// The digest of FIPS 180-4: names recipes, inputs and outputs in manifests, and decides shards.
@safe
package struct SHA256: ~Copyable {
  /// The 32 bytes of a digest, as four numbers of 64 bits, the first bytes being the highest of the first.
  package struct Digest: Hashable, Sendable {
    package let words: InlineWords

    /// Four words in order.
    package struct InlineWords: Hashable, Sendable {
      package let first: UInt64
      package let second: UInt64
      package let third: UInt64
      package let fourth: UInt64
    }

    /// 64 lower case digits.
    package var hexadecimal: String {
      let digits = Array("0123456789abcdef".utf8)
      var text: [UInt8] = []
      text.reserveCapacity(64)
      for word in [words.first, words.second, words.third, words.fourth] {
        for shift in stride(from: 60, through: 0, by: -4) { text.append(digits[Int(word >> UInt64(shift) & 15)]) }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }

  private let state: OpaquePointer

  /// A digest of nothing yet.
  ///
  /// - Throws: ``BatchError`` where libcrypto cannot be used.
  package init() throws(BatchError) {
    guard let made = unsafe hr_sha256_create() else { throw Self.missing }
    unsafe state = made
  }

  deinit { unsafe hr_sha256_destroy(state) }

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) throws(BatchError) {
    guard unsafe hr_sha256_update(state, bytes.baseAddress, bytes.count) == 1 else { throw Self.missing }
  }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) throws(BatchError) {
    guard unsafe bytes.withUnsafeBytes({ unsafe hr_sha256_update(state, $0.baseAddress, $0.count) }) == 1 else {
      throw Self.missing
    }
  }

  /// The digest of all that was added since the last one.
  package mutating func finish() throws(BatchError) -> Digest {
    unsafe try Self.digest { unsafe hr_sha256_finish(state, $0) }
  }

  private static func digest(_ body: (UnsafeMutablePointer<UInt8>?) -> Int32) throws(BatchError) -> Digest {
    var bytes = InlineArray<32, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    let done = unsafe span.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
    guard done == 1 else { throw missing }
    func word(_ start: Int) -> UInt64 { (start..<start + 8).reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
    return Digest(words: .init(first: word(0), second: word(8), third: word(16), fourth: word(24)))
  }

  private static var missing: BatchError {
    let reason = unsafe String(cString: hr_crypto_load_error())
    return BatchError(.internalError, "no SHA-256: \(reason.isEmpty ? "libcrypto refuses" : reason)")
  }
}

extension SHA256 {
  /// The digest of bytes at hand.
  package static func of(_ bytes: UnsafeRawBufferPointer) throws(BatchError) -> Digest {
    unsafe try digest { unsafe hr_sha256_of(bytes.baseAddress, bytes.count, $0) }
  }

  /// The digest of bytes at hand.
  package static func of(_ bytes: [UInt8]) throws(BatchError) -> Digest {
    unsafe try digest { target in unsafe bytes.withUnsafeBytes { unsafe hr_sha256_of($0.baseAddress, $0.count, target) }
    }
  }

  /// The digest of a file's bytes, read in blocks.
  ///
  /// - Throws: ``BatchError`` of kind `input` where it cannot be read, as a folder cannot.
  package static func ofFile(_ path: String) throws(BatchError) -> Digest {
    let descriptor = unsafe SystemPath.withCString(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system(.input, file: path) }
    defer { close(descriptor) }
    var hash = try SHA256()
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return try hash.finish() }
      if count > 0 {
        try hash.update(block, count: count)
      } else if errno != EINTR {
        throw .system(.input, file: path)
      }
    }
  }

  private mutating func update(_ block: [UInt8], count: Int) throws(BatchError) {
    guard unsafe block.withUnsafeBytes({ unsafe hr_sha256_update(state, $0.baseAddress, count) }) == 1 else {
      throw Self.missing
    }
  }
}

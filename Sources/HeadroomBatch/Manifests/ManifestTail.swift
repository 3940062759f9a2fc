internal import Glibc
internal import HeadroomContainers

/// What stands behind the last line feed of a manifest: nothing, or a piece of a record whose writer died.
struct ManifestTail {
  let path: String
  let descriptor: Int32

  /// How every record begins.
  private static let beginning = Array("{\"schema\":\(ManifestRecord.schema),\"input\":\"".utf8)

  /// Cuts the piece off.
  ///
  /// - Throws: ``BatchError``: of kind `usage` where it is no piece of a record, so that the file is no manifest and stays as it is;
  ///   `output` where the system refuses.
  func cut() throws(BatchError) {
    let size = lseek(descriptor, 0, Int32(SEEK_END))
    guard size >= 0 else { throw .system(.output, file: path) }
    let start = try start(size: size)
    if start == size { return }
    guard try isPiece(start..<size) else {
      throw BatchError(.usage, file: path, "its last line is no record of a manifest; the file stays as it is")
    }
    guard ftruncate(descriptor, start) == 0 else { throw .system(.output, file: path) }
  }

  /// Where the last line begins that has no line feed; the size where all have one.
  private func start(size: Int) throws(BatchError) -> Int {
    var end = size
    while end > 0 {
      let start = max(end - 65_536, 0)
      let block = try read(start..<end)
      if let feed = block.lastIndex(of: UInt8(ascii: "\n")) { return start + feed + 1 }
      end = start
    }
    return 0
  }

  /// Whether it can be what is left of a record: its beginning, or zeros of a file whose bytes a power failure took.
  private func isPiece(_ range: Range<Int>) throws(BatchError) -> Bool {
    guard range.count <= ManifestLine.longest else { return false }
    return Self.isPiece(try read(range.lowerBound..<min(range.upperBound, range.lowerBound + Self.beginning.count)))
  }

  /// Whether bytes without a line feed can be what is left of a record, by the first of them.
  static func isPiece(_ bytes: [UInt8]) -> Bool {
    let first = bytes.prefix(beginning.count)
    return first.allSatisfy { $0 == 0 } || beginning.starts(with: first)
  }

  private func read(_ range: Range<Int>) throws(BatchError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { room in
        unsafe pread(descriptor, room.baseAddress.map { unsafe $0 + done }, room.count - done, range.lowerBound + done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw count < 0
          ? .system(.output, file: path) : BatchError(.output, file: path, "became shorter while it was read")
      }
      done += count
    }
    return bytes
  }
}

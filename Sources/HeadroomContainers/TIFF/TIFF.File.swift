extension TIFF {
  /// The header and the chain of directories.
  package struct File: Sendable {
    package let bytes: FileBytes
    package let byteOrder: ByteReader.ByteOrder
    /// Whether offsets have 64 bits.
    package let isBig: Bool
    /// The directories of the chain, in its order.
    package private(set) var directories: [Directory] = []
    /// The irregularities of the chain.
    package private(set) var warnings: [String] = []
    package let limits: DecodeLimits

    /// Bytes of an offset, and of an entry's value.
    var wordSize: Int { isBig ? 8 : 4 }
    /// Bytes of an entry.
    package var entrySize: Int { isBig ? 20 : 12 }
    /// Bytes of the header.
    package var headerSize: Int { isBig ? 16 : 8 }
  }

  /// The byte order and the kind of a file's header; nil when it is not a TIFF header.
  package static func header(_ bytes: FileBytes) -> (byteOrder: ByteReader.ByteOrder, isBig: Bool)? {
    if bytes.hasBytes([0x49, 0x49, 42, 0], at: 0) { return (.little, false) }
    if bytes.hasBytes([0x4D, 0x4D, 0, 42], at: 0) { return (.big, false) }
    if bytes.hasBytes([0x49, 0x49, 43, 0, 8, 0, 0, 0], at: 0) { return (.little, true) }
    if bytes.hasBytes([0x4D, 0x4D, 0, 43, 0, 8, 0, 0], at: 0) { return (.big, true) }
    return nil
  }
}

extension TIFF.File {
  /// Reads the header and follows the chain.
  ///
  /// - Throws: when the first directory cannot be read. Damage further on ends the chain with a warning: the
  ///   pictures before it are intact.
  package init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    guard let header = TIFF.header(bytes) else {
      throw .malformed(part: "header", text: "no TIFF header", offset: 0)
    }
    self.bytes = bytes
    byteOrder = header.byteOrder
    isBig = header.isBig
    self.limits = limits
    guard let first = number(at: isBig ? 8 : 4, size: wordSize) else {
      throw .truncated(part: "header", needed: UInt64(headerSize), available: UInt64(bytes.count), offset: 0)
    }
    try followChain(from: first)
  }

  private mutating func followChain(from first: UInt64) throws(ImageIOError) {
    var visited: Set<UInt64> = []
    // Directories that overlap would let a small file demand any amount of memory and time.
    var budget = bytes.count
    var next = first
    while next != 0 || directories.isEmpty {
      let part = "IFD\(directories.count)"
      do throws(ImageIOError) {
        guard visited.insert(next).inserted else {
          throw .malformed(part: part, text: "the chain of directories leads back to offset \(next)", offset: nil)
        }
        guard directories.count < limits.maxFrames else {
          throw .overLimit(
            part: part, quantity: "directory count", declared: UInt64(directories.count) + 1,
            limit: UInt64(max(limits.maxFrames, 0)), offset: nil)
        }
        let directory = try self.directory(at: next, part: part)
        budget -= directory.byteCount
        guard budget >= 0 else {
          throw .malformed(part: part, text: "the directories overlap", offset: directory.offset)
        }
        directories.append(directory)
        next = directory.next
      } catch {
        guard !directories.isEmpty else { throw error }
        warnings.append("\(error); the directories before are used")
        return
      }
    }
  }

  /// Reads one directory. Entries of types that do not exist are left out.
  package func directory(at offset: UInt64, part: String) throws(ImageIOError) -> TIFF.Directory {
    let countSize = isBig ? 8 : 2
    guard offset >= UInt64(headerSize), offset < UInt64(bytes.count), let start = Int(exactly: offset),
      let count = number(at: start, size: countSize)
    else {
      throw .malformed(
        part: part, text: "a directory at offset \(offset) is outside the file of \(bytes.count) bytes", offset: nil)
    }
    let available = bytes.count - start - countSize
    guard count > 0, count <= UInt64(available / entrySize) else {
      let (needed, overflow) = count.multipliedReportingOverflow(by: UInt64(entrySize))
      if count == 0 { throw .malformed(part: part, text: "the directory is empty", offset: start) }
      throw .truncated(
        part: part, needed: overflow ? .max : needed, available: UInt64(available), offset: start)
    }
    let entries = start + countSize
    let end = entries + Int(count) * entrySize
    let fields = (0..<Int(count)).compactMap { field(at: entries + $0 * entrySize) }
    return TIFF.Directory(
      offset: start, byteCount: end - start + wordSize, fields: fields, next: number(at: end, size: wordSize) ?? 0)
  }

  private func field(at offset: Int) -> TIFF.Field? {
    guard let tag = number(at: offset, size: 2), let type = number(at: offset + 2, size: 2),
      let count = number(at: offset + 4, size: wordSize), let size = TIFF.Field.elementSize(type: UInt16(type))
    else { return nil }
    let place = offset + 4 + wordSize
    let (length, overflow) = count.multipliedReportingOverflow(by: UInt64(size))
    let isInside = !overflow && length <= UInt64(wordSize)
    guard let valueOffset = isInside ? UInt64(place) : number(at: place, size: wordSize) else { return nil }
    return TIFF.Field(
      tag: UInt16(tag), type: UInt16(type), count: count, offset: offset, valueOffset: valueOffset, elementSize: size)
  }

  /// The directories that a field points to, without the unreadable ones.
  package func subdirectories(_ tag: UInt16, of directory: TIFF.Directory, part: String) -> [TIFF.Directory] {
    let offsets = integers(tag, of: directory, limit: UInt64(max(limits.maxFrames, 0))) ?? []
    var budget = bytes.count
    var found: [TIFF.Directory] = []
    for offset in offsets {
      guard let directory = try? self.directory(at: offset, part: part) else { continue }
      budget -= directory.byteCount
      guard budget >= 0 else { break }
      found.append(directory)
    }
    return found
  }
}

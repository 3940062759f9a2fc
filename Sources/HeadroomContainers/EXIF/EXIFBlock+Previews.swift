extension EXIFBlock {
  /// The block in `bytes` without the small pictures it carries: IFD 1, sub-directories, Photoshop's resources, and
  /// JPEG pictures inside maker notes or between fields. They show the picture before it was edited.
  ///
  /// Maker notes hold offsets into the whole block, so nothing moves: bytes are overwritten with zeros, or cut off at
  /// the end. Bytes that are not a block are returned as they are, except for JPEG pictures inside.
  package static func removingPreviews(from bytes: [UInt8]) -> [UInt8] {
    var eraser = PreviewEraser(bytes)
    eraser.eraseDirectories()
    eraser.eraseStreams()
    eraser.cutEnd()
    return eraser.bytes
  }
}

/// Overwrites the previews of one block in place.
private struct PreviewEraser {
  private(set) var bytes: [UInt8]
  private var byteOrder = ByteReader.ByteOrder.big
  /// Overwritten parts of directories that nothing points to any more: those at the end can be removed.
  private var unlinked: [Range<Int>] = []

  /// A field of a directory: the places of its entry and of its value.
  private struct Entry {
    let tag: UInt16
    let place: Int
    let value: Range<Int>
    let elementSize: Int
  }

  /// Offset of a preview, its length in bytes: for JPEG, and for strips.
  private static let places: [(offset: UInt16, length: UInt16)] = [
    (0x0201, 0x0202), (0x0111, 0x0117), (0x0144, 0x0145),
  ]
  private static let subdirectories: UInt16 = 0x014A
  private static let photoshop: UInt16 = 0x8649
  private static let mostDirectories = 32
  private static let headerSize = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Directories

  mutating func eraseDirectories() {
    guard bytes.count >= Self.headerSize, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return }
    byteOrder = bytes[0] == 0x49 ? .little : .big
    guard let first = number(at: 4, size: 4) else { return }
    var pending = [Int]()
    var seen: Set<Int> = [first]
    if let link = link(ofDirectoryAt: first) {
      pending += number(at: link, size: 4).map { [$0] } ?? []
      write(0, size: 4, at: link)
    }
    erasePlaces(of: entries(ofDirectoryAt: first))
    for tag in [Self.subdirectories, Self.photoshop] {
      guard let entry = entries(ofDirectoryAt: first).first(where: { $0.tag == tag }) else { continue }
      if tag == Self.subdirectories { pending += numbers(of: entry) } else { erase(entry.value) }
      remove(entry, fromDirectoryAt: first)
    }
    while let next = pending.popLast(), seen.count < Self.mostDirectories {
      guard next >= Self.headerSize, seen.insert(next).inserted else { continue }
      let fields = entries(ofDirectoryAt: next)
      erasePlaces(of: fields)
      if let deeper = fields.first(where: { $0.tag == Self.subdirectories }) { pending += numbers(of: deeper) }
      if let link = link(ofDirectoryAt: next), let further = number(at: link, size: 4) { pending.append(further) }
    }
  }

  private mutating func erasePlaces(of fields: [Entry]) {
    for (offset, length) in Self.places {
      guard let start = fields.first(where: { $0.tag == offset }), let size = fields.first(where: { $0.tag == length })
      else { continue }
      for (from, count) in zip(numbers(of: start), numbers(of: size)) where from >= Self.headerSize && count > 0 {
        let range = from..<from + min(count, max(bytes.count - from, 0))
        guard from < bytes.count, !range.isEmpty else { continue }
        erase(range)
        unlinked.append(range)
      }
    }
  }

  private func entries(ofDirectoryAt offset: Int) -> [Entry] {
    guard let count = number(at: offset, size: 2) else { return [] }
    return (0..<count).compactMap { index in
      let place = offset + 2 + 12 * index
      guard let tag = number(at: place, size: 2), let type = number(at: place + 2, size: 2),
        let elements = number(at: place + 4, size: 4), let size = TIFFValue.elementSize(typeCode: UInt16(type)),
        let inside = number(at: place + 8, size: 4)
      else { return nil }
      let length = elements * size
      let start = length > 4 ? inside : place + 8
      guard start <= bytes.count, length <= bytes.count - start else { return nil }
      return Entry(tag: UInt16(tag), place: place, value: start..<start + length, elementSize: size)
    }
  }

  /// The place of the offset of the next directory.
  private func link(ofDirectoryAt offset: Int) -> Int? {
    guard let count = number(at: offset, size: 2) else { return nil }
    let place = offset + 2 + 12 * count
    return place + 4 <= bytes.count ? place : nil
  }

  /// The values of SHORT and LONG fields; strips beyond the first thousands belong to no preview.
  private func numbers(of entry: Entry) -> [Int] {
    guard entry.elementSize == 2 || entry.elementSize == 4 else { return [] }
    return stride(from: entry.value.lowerBound, to: entry.value.upperBound, by: entry.elementSize).prefix(4096)
      .compactMap { number(at: $0, size: entry.elementSize) }
  }

  /// Removes a field; those after it, and the link, move up.
  private mutating func remove(_ entry: Entry, fromDirectoryAt offset: Int) {
    guard let count = number(at: offset, size: 2), let link = link(ofDirectoryAt: offset) else { return }
    let end = link + 4
    bytes.replaceSubrange(
      entry.place..<end, with: bytes[(entry.place + 12)..<end] + [UInt8](repeating: 0, count: 12))
    write(count - 1, size: 2, at: offset)
  }

  // MARK: Pictures that no field of TIFF's points to

  /// Overwrites JPEG pictures wherever they lie. Some makers overwrite the first byte, so the search is for the second.
  mutating func eraseStreams() {
    var position = 1
    while position + 4 <= bytes.count {
      guard bytes[position] == JPEGMarker.startOfImage, bytes[position + 1] == 0xFF,
        let end = endOfStream(afterStart: position + 1)
      else {
        position += 1
        continue
      }
      erase(position - 1..<end)
      position = end + 1
    }
  }

  /// The end of a JPEG picture whose first segment starts here; nil where segments do not lead to a scan.
  private func endOfStream(afterStart start: Int) -> Int? {
    var position = start
    for _ in 0..<64 {
      guard position + 4 <= bytes.count, bytes[position] == 0xFF else { return nil }
      let marker = bytes[position + 1]
      guard marker >= 0xC0, marker != JPEGMarker.startOfImage, marker != JPEGMarker.endOfImage else { return nil }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      guard length >= 2 else { return nil }
      position += 2 + length
      if marker == JPEGMarker.startOfScan { break }
    }
    while position + 1 < bytes.count {
      if bytes[position] == 0xFF, bytes[position + 1] == JPEGMarker.endOfImage { return position + 2 }
      position += 1
    }
    return bytes.count
  }

  // MARK: Bytes

  /// Cuts off previews at the end that have become zeros.
  mutating func cutEnd() {
    for range in unlinked.sorted(by: { $0.upperBound > $1.upperBound }) {
      // Makers pad to even lengths.
      guard range.upperBound <= bytes.count, bytes.count - range.upperBound <= 4,
        bytes[range.upperBound...].allSatisfy({ $0 == 0 }), !isReferenced(range)
      else { return }
      bytes.removeSubrange(range.lowerBound...)
    }
  }

  /// Whether a field that stays has its value there.
  private func isReferenced(_ range: Range<Int>) -> Bool {
    guard let first = number(at: 4, size: 4) else { return false }
    var pending = [first]
    var seen: Set<Int> = []
    while let next = pending.popLast(), seen.count < Self.mostDirectories {
      guard seen.insert(next).inserted else { continue }
      for entry in entries(ofDirectoryAt: next) {
        if entry.value.overlaps(range) { return true }
        let directories = [
          EXIFBlock.Tag.exifDirectory, EXIFBlock.Tag.gpsDirectory, EXIFBlock.Tag.interoperabilityDirectory,
        ]
        if directories.contains(entry.tag) { pending += numbers(of: entry) }
      }
    }
    return false
  }

  private mutating func erase(_ range: Range<Int>) {
    for index in range { bytes[index] = 0 }
  }

  private func number(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset + size <= bytes.count else { return nil }
    return (0..<size).reduce(0) { value, index in
      let byte = Int(bytes[offset + (byteOrder == .big ? index : size - 1 - index)])
      return value << 8 | byte
    }
  }

  private mutating func write(_ number: Int, size: Int, at offset: Int) {
    for index in 0..<size {
      let shift = byteOrder == .big ? 8 * (size - 1 - index) : 8 * index
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }
}

extension EXIFBlock {
  /// The block as bytes, with what is unchanged where it was in `bytes`: maker notes, whose offsets count from the
  /// block's start, stay valid. Bytes of fields that are gone become zeros.
  ///
  /// - Parameter bytes: the block from which this one was made; where it is damaged, or its preview is another one, all
  ///   is written anew.
  package func serialized(over bytes: [UInt8]?) -> [UInt8] {
    guard let bytes, let old = try? EXIFBlock(parsing: bytes), old.preview == preview,
      old.previewBytes == previewBytes, var patch = EXIFPatch(bytes, old)
    else { return serialized() }
    let result = patch.result(self)
    guard let result, (try? EXIFBlock(parsing: result)) == self else { return serialized() }
    return result
  }
}

/// Writes changed directories of an EXIF block over the old ones, or behind the last byte where they are longer.
private struct EXIFPatch {
  private typealias Tag = EXIFBlock.Tag

  /// Real blocks have a hundred.
  private static let mostFields = 4096

  private let file: TIFF.File
  private let old: EXIFBlock
  private var bytes: [UInt8]
  /// What is still used, and what no longer is.
  private var kept: [Range<Int>] = [0..<8]
  private var left: [Range<Int>] = []

  init?(_ bytes: [UInt8], _ old: EXIFBlock) {
    guard let file = try? TIFF.File(FileBytes(bytes), limits: .standard), !file.isBig else { return nil }
    self.file = file
    self.old = old
    self.bytes = bytes
  }

  mutating func result(_ new: EXIFBlock) -> [UInt8]? {
    guard let image = file.directories.first, bytes.count < Int(UInt32.max) / 2 else { return nil }
    let fieldCount = [old.image, old.exif, old.gps, old.interoperability, old.preview].reduce(0) { $0 + $1.count }
    guard fieldCount <= Self.mostFields else { return nil }
    // The directory of the preview.
    for directory in file.directories.dropFirst() { keepAll(of: directory) }
    let exif = below(Tag.exifDirectory, image)
    let interoperability = exif.flatMap { below(Tag.interoperabilityDirectory, $0) }
    let gps = below(Tag.gpsDirectory, image)
    let deeper = rewrite(interoperability, old.interoperability, new.interoperability, links: [:])
    let exifPlace = rewrite(exif, old.exif, new.exif, links: [Tag.interoperabilityDirectory: deeper])
    let gpsPlace = rewrite(gps, old.gps, new.gps, links: [:])
    let links = [Tag.exifDirectory: exifPlace, Tag.gpsDirectory: gpsPlace]
    guard let start = rewrite(image, old.image, new.image, links: links, next: Int(clamping: image.next)) else {
      return nil
    }
    store(start, at: 4, size: 4)
    eraseLeft()
    return bytes
  }

  private func below(_ tag: UInt16, _ directory: TIFF.Directory) -> TIFF.Directory? {
    file.subdirectories(tag, of: directory, part: "Exif").first
  }

  private mutating func keepAll(of directory: TIFF.Directory) {
    kept.append(directory.offset..<directory.offset + directory.byteCount)
    kept += directory.fields.compactMap { file.range(of: $0) }
    if let start = file.first(Tag.thumbnailOffset, of: directory),
      let size = file.first(Tag.thumbnailLength, of: directory)
    {
      kept.append(Int(clamping: start)..<Int(clamping: start) + min(Int(clamping: size), bytes.count))
    }
  }

  /// Puts a directory where the old one was, or behind the last byte.
  ///
  /// - Parameter links: the places of directories below it; nil takes the field out.
  /// - Returns: its place; nil for one without fields.
  private mutating func rewrite(
    _ directory: TIFF.Directory?, _ before: EXIFBlock.Directory, _ fields: EXIFBlock.Directory,
    links: [UInt16: Int?], next: Int = 0
  ) -> Int? {
    let area = directory.map { $0.offset..<min($0.offset + $0.byteCount, bytes.count) }
    guard !fields.isEmpty || links.contains(where: { $0.value != nil }) else {
      if let area { left.append(area) }
      left += (directory?.fields ?? []).compactMap { file.range(of: $0) }
      return nil
    }
    var entries: [UInt16: [UInt8]] = [:]
    for field in directory?.fields ?? [] where entries[field.tag] == nil && links[field.tag] == nil {
      // Entries that cannot be read are in neither version.
      guard before[field.tag] == fields[field.tag], fields[field.tag] != nil || before[field.tag] == nil else {
        if let range = file.range(of: field) { left.append(range) }
        continue
      }
      entries[field.tag] = Array(bytes[field.offset..<field.offset + file.entrySize])
      if field.byteCount > 4, let range = file.range(of: field) { kept.append(range) }
    }
    for (tag, value) in fields where entries[tag] == nil { entries[tag] = entry(tag, value) }
    for case (let tag, let place?) in links { entries[tag] = entry(tag, .longs([UInt32(clamping: place)])) }
    return write(entries, over: area, next: next)
  }

  private mutating func write(_ entries: [UInt16: [UInt8]], over area: Range<Int>?, next: Int) -> Int {
    let count = 2 + file.entrySize * entries.count + 4
    var place = area?.lowerBound ?? 0
    if let area, area.count >= count {
      left.append(area.lowerBound + count..<area.upperBound)
    } else {
      if let area { left.append(area) }
      place = appended(count)
    }
    kept.append(place..<place + count)
    store(entries.count, at: place, size: 2)
    var position = place + 2
    for (_, entry) in entries.sorted(by: { $0.key < $1.key }) {
      bytes.replaceSubrange(position..<position + entry.count, with: entry)
      position += entry.count
    }
    store(next, at: position, size: 4)
    return place
  }

  /// The place of new bytes behind the last one; values start on even offsets.
  private mutating func appended(_ count: Int) -> Int {
    let place = bytes.count + bytes.count % 2
    bytes += [UInt8](repeating: 0, count: place - bytes.count + count)
    return place
  }

  /// An entry; a value of more than four bytes goes behind the last one.
  private mutating func entry(_ tag: UInt16, _ value: TIFFValue) -> [UInt8] {
    let (count, encoded) = value.encoded
    var stored = ordered(encoded, value)
    if stored.count > 4 {
      let place = appended(stored.count)
      bytes.replaceSubrange(place..<place + stored.count, with: stored)
      kept.append(place..<place + stored.count)
      stored = number(place, size: 4)
    }
    return number(Int(tag), size: 2) + number(Int(value.typeCode), size: 2) + number(count, size: 4) + stored
      + [UInt8](repeating: 0, count: 4 - stored.count)
  }

  /// Big-endian elements in the block's order.
  private func ordered(_ encoded: [UInt8], _ value: TIFFValue) -> [UInt8] {
    // A fraction is two numbers.
    let isFraction = value.typeCode == 5 || value.typeCode == 10
    let size = isFraction ? 4 : TIFFValue.elementSize(typeCode: value.typeCode) ?? 1
    guard file.byteOrder == .little, size > 1 else { return encoded }
    return stride(from: 0, to: encoded.count, by: size).flatMap { encoded[$0..<$0 + size].reversed() }
  }

  private func number(_ value: Int, size: Int) -> [UInt8] {
    let big = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    return file.byteOrder == .little ? big.reversed() : big
  }

  private mutating func store(_ value: Int, at place: Int, size: Int) {
    bytes.replaceSubrange(place..<place + size, with: number(value, size: size))
  }

  private mutating func eraseLeft() {
    let places = kept.sorted { $0.lowerBound < $1.lowerBound }
    for range in left {
      var position = range.lowerBound
      for place in places where place.lowerBound < range.upperBound && place.upperBound > position {
        for index in position..<max(position, min(place.lowerBound, bytes.count)) { bytes[index] = 0 }
        position = max(position, place.upperBound)
      }
      for index in position..<max(position, min(range.upperBound, bytes.count)) { bytes[index] = 0 }
    }
  }
}

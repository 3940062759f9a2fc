extension TIFF {
  /// An entry of a directory, with the place of its value, which is not read yet.
  package struct Field: Hashable, Sendable {
    package let tag: UInt16
    package let type: UInt16
    package let count: UInt64
    /// Offset of the entry in the file.
    package let offset: Int
    /// Offset of the value in the file, inside the entry where it is short enough.
    package let valueOffset: UInt64
    /// Bytes of one element.
    let elementSize: Int

    /// Bytes of the value as declared.
    package var byteCount: UInt64 {
      let (bytes, overflow) = count.multipliedReportingOverflow(by: UInt64(elementSize))
      return overflow ? .max : bytes
    }

    /// Bytes of one element of a type; nil for types that do not exist.
    static func elementSize(type: UInt16) -> Int? {
      switch type {
      case 16, 17, 18: 8
      default: TIFFValue.elementSize(typeCode: type)
      }
    }
  }

  /// One directory.
  package struct Directory: Hashable, Sendable {
    /// Offset of its count in the file.
    package let offset: Int
    /// Bytes of the count, the entries and the link.
    package let byteCount: Int
    /// Entries in file order; where a tag occurs twice the first one counts.
    package let fields: [Field]
    /// Offset of the next directory, 0 for none.
    package let next: UInt64

    /// The entry with a tag.
    package subscript(tag: UInt16) -> Field? { fields.first { $0.tag == tag } }
  }
}

extension TIFF.File {
  /// Where a value lies; nil when it reaches outside the file.
  package func range(of field: TIFF.Field) -> Range<Int>? {
    let (end, overflow) = field.valueOffset.addingReportingOverflow(field.byteCount)
    guard !overflow, end <= UInt64(bytes.count) else { return nil }
    return Int(field.valueOffset)..<Int(end)
  }

  /// One element of an integer field; nil outside the field or the file.
  package func integer(_ field: TIFF.Field, at index: UInt64) -> UInt64? {
    guard index < field.count, [1, 3, 4, 7, 13, 16, 18].contains(field.type) else { return nil }
    let (skip, overflow) = index.multipliedReportingOverflow(by: UInt64(field.elementSize))
    let (start, startOverflow) = field.valueOffset.addingReportingOverflow(skip)
    guard !overflow, !startOverflow, start < UInt64(bytes.count) else { return nil }
    return number(at: Int(start), size: field.elementSize)
  }

  /// An unsigned number at an offset; nil when the file ends before it.
  package func number(at offset: Int, size: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count, bytes.count - offset >= size else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      let byte = UInt64(bytes[offset + index] ?? 0)
      switch byteOrder {
      case .big: value = value << 8 | byte
      case .little: value |= byte << UInt64(8 * index)
      }
    }
    return value
  }

  /// The first element of an integer field of a directory.
  package func first(_ tag: UInt16, of directory: TIFF.Directory) -> UInt64? {
    directory[tag].flatMap { integer($0, at: 0) }
  }

  /// All elements of a short integer field; nil when it is absent, damaged or longer than `limit`.
  package func integers(_ tag: UInt16, of directory: TIFF.Directory, limit: UInt64) -> [UInt64]? {
    guard let field = directory[tag], field.count <= limit, range(of: field) != nil else { return nil }
    let values = (0..<field.count).compactMap { integer(field, at: $0) }
    return values.count == Int(field.count) ? values : nil
  }

  /// The value in EXIF's terms; nil when it is damaged, longer than `limit` bytes or of one of BigTIFF's types.
  package func value(_ field: TIFF.Field, limit: Int) -> TIFFValue? {
    guard field.byteCount <= UInt64(max(limit, 0)), let range = range(of: field) else { return nil }
    var reader = ByteReader(bytes, range: range, part: TIFF.tagName(field.tag), byteOrder: byteOrder)
    return try? TIFFValue(typeCode: field.type, count: Int(field.count), from: &reader)
  }

  /// The stored bytes of a block such as a profile.
  package func block(_ tag: UInt16, of directory: TIFF.Directory, limit: Int) throws(ImageIOError) -> [UInt8]? {
    guard let field = directory[tag] else { return nil }
    let part = TIFF.tagName(tag)
    guard field.byteCount <= UInt64(max(limit, 0)) else {
      throw .overLimit(
        part: part, quantity: "byte count", declared: field.byteCount, limit: UInt64(max(limit, 0)),
        offset: field.offset)
    }
    guard let range = range(of: field) else {
      throw .truncated(
        part: part, needed: field.byteCount,
        available: UInt64(bytes.count) - min(field.valueOffset, UInt64(bytes.count)), offset: field.offset)
    }
    return bytes.copy(range)
  }
}

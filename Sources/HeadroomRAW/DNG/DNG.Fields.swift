internal import HeadroomContainers

extension DNG {
  /// Fields of one directory, or of several; the first directory that has a field counts.
  struct Fields {
    let file: TIFF.File
    let directories: [TIFF.Directory]

    init(_ file: TIFF.File, _ directories: TIFF.Directory...) {
      self.file = file
      self.directories = directories
    }
  }
}

extension DNG.Fields {
  subscript(tag: UInt16) -> TIFF.Field? {
    for directory in directories { if let field = directory[tag] { return field } }
    return nil
  }

  /// The first element of an integer field.
  func integer(_ tag: UInt16) -> UInt64? { self[tag].flatMap { file.integer($0, at: 0) } }

  func integers(_ tag: UInt16, limit: Int = 1024) -> [UInt64]? {
    for directory in directories where directory[tag] != nil {
      return file.integers(tag, of: directory, limit: UInt64(max(limit, 0)))
    }
    return nil
  }

  /// The most elements of a field that is meant to be short. A hostile one would cost time on every read.
  private static let mostElements = 4096

  /// The elements as numbers; nil where there are more than `most`. A fraction over zero becomes NaN, so that it keeps
  /// its place.
  func numbers(_ tag: UInt16, most: Int = mostElements) -> [Double]? {
    guard let field = self[tag], field.count <= UInt64(max(most, 0)) else { return nil }
    if field.type == 16 { return integers(tag, limit: most)?.map { Double($0) } }
    switch file.value(field, limit: file.limits.maxMetadataBytes) {
    case .rationals(let values): return values.map { Self.quotient(Double($0.numerator), Double($0.denominator)) }
    case .signedRationals(let values): return values.map { Self.quotient(Double($0.numerator), Double($0.denominator)) }
    case .some(let value): return value.numbers
    case nil: return nil
    }
  }

  private static func quotient(_ numerator: Double, _ denominator: Double) -> Double {
    denominator == 0 ? .nan : numerator / denominator
  }

  /// The first `count` of at least that many finite numbers. A field that exists but cannot be used gives a warning.
  func finite(_ tag: UInt16, count: Int, _ warnings: inout [String]) -> [Double]? {
    guard let field = self[tag] else { return nil }
    guard let values = numbers(tag), values.count >= count, values.prefix(count).allSatisfy(\.isFinite) else {
      warnings.append(Self.warning(field, "has no \(count == 1 ? "number" : "\(count) numbers")"))
      return nil
    }
    return Array(values.prefix(count))
  }

  /// One finite number in a range.
  func number(_ tag: UInt16, in range: ClosedRange<Double>, _ warnings: inout [String]) -> Double? {
    guard let value = finite(tag, count: 1, &warnings)?.first, let field = self[tag] else { return nil }
    guard range.contains(value) else {
      warnings.append(Self.warning(field, "is \(value)"))
      return nil
    }
    return value
  }

  /// Text in ASCII, or in UTF-8 as BYTE.
  func text(_ tag: UInt16) -> String? {
    guard let field = self[tag], let value = file.value(field, limit: min(file.limits.maxMetadataBytes, 1 << 16))
    else { return nil }
    return value.text ?? value.opaqueBytes.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// A reader of a field's bytes in the file's byte order; nil where it is absent or outside the file, which is a warning.
  func reader(_ tag: UInt16, _ warnings: inout [String]) -> ByteReader? {
    guard let field = self[tag] else { return nil }
    guard field.byteCount <= UInt64(max(file.limits.maxMetadataBytes, 0)), let range = file.range(of: field) else {
      warnings.append(Self.warning(field, "has \(field.byteCount) bytes, which are not there or too many"))
      return nil
    }
    return ByteReader(file.bytes, range: range, part: DNG.tagName(tag), byteOrder: file.byteOrder)
  }

  /// The warning for a field that is left out.
  static func warning(_ field: TIFF.Field, _ text: String) -> String {
    "\(DNG.tagName(field.tag)): \(text) and is ignored (offset 0x\(String(field.offset, radix: 16)))"
  }
}

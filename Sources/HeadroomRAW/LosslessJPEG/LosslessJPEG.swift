internal import HeadroomContainers

/// Lossless JPEG (ITU-T T.81, annex H): samples predicted from their neighbours, differences in Huffman codes.
///
/// Cameras store mosaics with it, two or more columns side by side as components. The stream may have another shape
/// than the tile, but the samples have the same order.
enum LosslessJPEG {
  /// SOF3.
  static let startOfFrame: UInt8 = 0xC3

  /// The marker of the first frame in a range, whatever kind of JPEG it is.
  static func frameMarker(_ bytes: FileBytes, range: Range<Int>) -> UInt8? {
    var reader = ByteReader(bytes, range: range, part: "JPEG")
    guard (try? reader.skip(2)) != nil else { return nil }
    while let prefix = try? reader.u8(), prefix == 0xFF, let marker = try? reader.u8() {
      if JPEGMarker.startsFrame(marker) { return marker }
      if JPEGMarker.standsAlone(marker) || marker == JPEGMarker.startOfImage { continue }
      guard let length = try? reader.u16(), length >= 2, (try? reader.skip(Int(length) - 2)) != nil else { return nil }
    }
    return nil
  }
}

extension LosslessJPEG {
  /// The contents of the marker segments.
  struct Header {
    var precision = 0
    var width = 0
    var height = 0
    /// The identifiers of the components in the frame's order, then their tables in the same order.
    var components: [UInt8] = []
    var tables: [HuffmanTable] = []
    var predictor = 0
    var pointTransform = 0
    /// The number of rows after which prediction restarts; 0 for never.
    var restartRows = 0
    /// Offset in the file of the first byte of coded data.
    var dataStart = 0

    /// The prediction of the first sample.
    var middle: UInt16 { UInt16(1) << UInt16(precision - pointTransform - 1) }
  }
}

extension LosslessJPEG.Header {
  /// - Parameter hasLongDifferences: whether a difference of category 16 is followed by bits (DNG before 1.1).
  init(_ bytes: FileBytes, range: Range<Int>, part: String, hasLongDifferences: Bool) throws(ImageIOError) {
    var reader = ByteReader(bytes, range: range, part: part)
    guard reader.starts(with: [0xFF, JPEGMarker.startOfImage]) else {
      throw .malformed(part: part, text: "no lossless JPEG stream", offset: range.lowerBound)
    }
    try reader.skip(2)
    var found: [LosslessJPEG.HuffmanTable?] = [nil, nil, nil, nil]
    var restartInterval = 0
    while true {
      let marker = try Self.nextMarker(&reader)
      if JPEGMarker.standsAlone(marker) { continue }
      let name = "\(part)/\(JPEGMarker.name(marker))"
      let length = try reader.u16()
      guard length >= 2 else { throw .malformed(part: name, text: "a length of \(length)", offset: reader.position) }
      var segment = try reader.part(Int(length) - 2, named: name)
      switch marker {
      case LosslessJPEG.startOfFrame: try readFrame(&segment)
      case 0xC4: try Self.readTables(&segment, hasLongDifferences: hasLongDifferences, into: &found)
      case 0xDD: restartInterval = Int(try segment.u16())
      case JPEGMarker.startOfScan:
        try readScan(&segment, tables: found)
        try setRestart(restartInterval, segment)
        dataStart = reader.position
        return
      case let other where JPEGMarker.startsFrame(other):
        throw .unsupported(part: name, text: "not lossless JPEG with Huffman codes")
      default: break
      }
    }
  }

  private static func nextMarker(_ reader: inout ByteReader) throws(ImageIOError) -> UInt8 {
    let prefix = try reader.u8()
    var marker = try reader.u8()
    // Any number of 0xFF bytes may precede a marker.
    while marker == 0xFF { marker = try reader.u8() }
    guard prefix == 0xFF, marker != 0 else {
      throw .malformed(part: reader.part, text: "no marker where one has to be", offset: reader.position - 2)
    }
    return marker
  }

  private mutating func readFrame(_ segment: inout ByteReader) throws(ImageIOError) {
    guard components.isEmpty else {
      throw .malformed(part: segment.part, text: "a second frame", offset: segment.start)
    }
    precision = Int(try segment.u8())
    height = Int(try segment.u16())
    width = Int(try segment.u16())
    let count = try segment.u8()
    guard (2...16).contains(precision), width > 0, (1...4).contains(count) else {
      throw .malformed(
        part: segment.part, text: "\(width)x\(height) with \(count) components of \(precision) bits",
        offset: segment.start)
    }
    guard height > 0 else { throw .unsupported(part: segment.part, text: "the number of lines is not stated in front") }
    for _ in 0..<count {
      components.append(try segment.u8())
      guard try segment.u8() == 0x11 else {
        throw .unsupported(part: segment.part, text: "components of different sizes")
      }
      try segment.skip(1)
    }
  }

  private static func readTables(
    _ segment: inout ByteReader, hasLongDifferences: Bool, into tables: inout [LosslessJPEG.HuffmanTable?]
  ) throws(ImageIOError) {
    while !segment.isAtEnd {
      let place = segment.position
      let number = try segment.u8()
      let counts = try segment.take(16)
      let symbols = try segment.take(counts.reduce(0) { $0 + Int($1) })
      guard number < 4,
        let table = LosslessJPEG.HuffmanTable(
          counts: counts, symbols: symbols, hasLongDifferences: hasLongDifferences)
      else { throw .malformed(part: segment.part, text: "no table of differences", offset: place) }
      tables[Int(number)] = table
    }
  }

  private mutating func readScan(
    _ segment: inout ByteReader, tables found: [LosslessJPEG.HuffmanTable?]
  ) throws(ImageIOError) {
    guard !components.isEmpty else {
      throw .malformed(part: segment.part, text: "no frame in front", offset: segment.start)
    }
    let count = Int(try segment.u8())
    guard count == components.count else {
      throw .unsupported(part: segment.part, text: "\(count) of \(components.count) components in a scan")
    }
    for component in components {
      guard try segment.u8() == component, let table = found[Int(try segment.u8() >> 4) & 3] else {
        throw .malformed(part: segment.part, text: "a component without its table", offset: segment.position)
      }
      tables.append(table)
    }
    predictor = Int(try segment.u8())
    try segment.skip(1)
    pointTransform = Int(try segment.u8() & 15)
    guard (1...7).contains(predictor), pointTransform < precision else {
      throw .malformed(
        part: segment.part, text: "predictor \(predictor), point transform \(pointTransform)", offset: segment.position)
    }
  }

  private mutating func setRestart(_ interval: Int, _ segment: ByteReader) throws(ImageIOError) {
    guard interval % width == 0 else {
      throw .malformed(
        part: segment.part, text: "a restart every \(interval) pixels, inside rows of \(width)", offset: segment.start)
    }
    restartRows = interval / width
  }
}

/// One marker segment.
package struct JPEGSegment: Sendable {
  /// The byte after 0xFF.
  package var marker: UInt8
  /// File offset of the 0xFF.
  package var offset: Int
  /// The bytes after the length field.
  package var payload: Range<Int>
}

/// The contents of a frame header.
package struct JPEGFrame: Hashable, Sendable {
  /// One colour component.
  package struct Component: Hashable, Sendable {
    package var identifier: UInt8
    package var horizontalSampling: Int
    package var verticalSampling: Int
    /// Number of its quantiser table.
    package var quantizer: UInt8
  }

  package var marker: UInt8
  package var precision: Int
  package var width: Int
  package var height: Int
  package var components: [Component]

  package var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) }
  /// Whether libjpeg decodes this process: baseline, extended and progressive, Huffman or arithmetic.
  package var isSupportedProcess: Bool { [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker) }

  /// `444`, `422`, `420`, `440`, `411`, `400` or the factors in words.
  package var chroma: String {
    guard components.count > 1 else { return "400" }
    let horizontal = components.map(\.horizontalSampling)
    let vertical = components.map(\.verticalSampling)
    // Chroma is the second component; black of CMYK shares the factors of the first.
    let ratio = (Double(horizontal[0]) / Double(horizontal[1]), Double(vertical[0]) / Double(vertical[1]))
    switch ratio {
    case (1, 1): return "444"
    case (2, 1): return "422"
    case (2, 2): return "420"
    case (1, 2): return "440"
    case (4, 1): return "411"
    default: return zip(horizontal, vertical).map { "\($0)x\($1)" }.joined(separator: ",")
    }
  }
}

/// The marker structure of one JPEG picture, from its SOI to its EOI.
///
/// ```
/// FFD8 | FF E1 len.. | FF E2 len.. | FF DB len.. | FF C0 len.. | FF DA len.. | entropy-coded data | ... | FFD9
/// ```
package struct JPEGStream: Sendable {
  /// The file.
  package let bytes: FileBytes
  /// File offset of the SOI.
  package let start: Int
  /// File offset after the EOI, or the end of the existing data.
  package private(set) var end: Int
  /// Whether an EOI was found.
  package private(set) var isComplete = false
  /// The segments in file order, scans included.
  package private(set) var segments: [JPEGSegment] = []
  /// The frame header, when one was reached.
  package private(set) var frame: JPEGFrame?
  /// Bytes of entropy-coded data seen.
  package private(set) var entropyByteCount = 0
  /// Number of scans seen.
  package private(set) var scanCount = 0
  /// Where the file ends inside a segment: that segment's name and offset.
  package private(set) var cut: (part: String, offset: Int)?
  /// Whether the entropy-coded data was skipped: ``end`` is then the stated end of the picture, or the file's end, and
  /// further scans are not listed.
  package private(set) var isSkimmed = false

  /// Whether a picture starts at this offset: SOI and the first byte of another marker.
  package static func startsPicture(_ bytes: FileBytes, at offset: Int) -> Bool {
    bytes.hasBytes([0xFF, JPEGMarker.startOfImage, 0xFF], at: offset)
  }

  /// Walks the markers from the SOI at `start`.
  ///
  /// A file that ends early is walked to its end; the decoder decides how to handle it.
  ///
  /// - Parameters:
  ///   - size: the stated size of the picture in bytes, where the file states one.
  ///   - skims: whether to skip the entropy-coded data when there is an EOI where the picture should end: the headers
  ///     of a photo are then found without touching the rest of it.
  /// - Throws: ``ImageIOError`` when there is no SOI, a segment's length is impossible, or a frame header is broken.
  package init(
    _ bytes: FileBytes, at start: Int, size: Int? = nil, skims: Bool = false, limits: DecodeLimits
  ) throws(ImageIOError) {
    self.bytes = bytes
    self.start = start
    self.end = bytes.count
    guard bytes.hasBytes([0xFF, JPEGMarker.startOfImage], at: start) else {
      throw .malformed(part: "SOI", text: "a JPEG picture has to start here", offset: start)
    }
    try walk(limits: limits, statedSize: size, skims: skims)
  }

  /// Ends the walk at a first scan, when the picture ends where the file states.
  private mutating func skim(from data: Int, statedSize: Int?, limits: DecodeLimits) -> Bool {
    let block = payloads(JPEGMarker.app2, JPEGSignature.multiPicture).first
    let listed = block.flatMap { try? MultiPictureFormat(parsing: $0, limits: limits) }?.entries.first?.size
    let stated = statedSize ?? (start == 0 ? listed : nil)
    let candidate = stated.map { start + $0 } ?? bytes.count
    guard candidate <= bytes.count, candidate - 2 > data,
      bytes.hasBytes([0xFF, JPEGMarker.endOfImage], at: candidate - 2)
    else { return false }
    scanCount = 1
    entropyByteCount = candidate - 2 - data
    end = candidate
    isComplete = true
    isSkimmed = true
    return true
  }

  private mutating func walk(limits: DecodeLimits, statedSize: Int?, skims: Bool) throws(ImageIOError) {
    var position = start + 2
    var metadataBytes = 0
    while let found = nextMarker(from: position) {
      let (marker, offset) = found
      position = offset + 2
      if marker == JPEGMarker.endOfImage {
        end = position
        isComplete = true
        return
      }
      if JPEGMarker.standsAlone(marker) { continue }
      if marker == JPEGMarker.startOfImage {
        // A second picture starts where this one should have ended.
        end = offset
        cut = ("EOI", offset)
        return
      }
      guard let payload = try payload(of: marker, at: offset) else { return }
      position = payload.upperBound
      if JPEGMarker.startsFrame(marker) {
        guard frame == nil else {
          throw .malformed(part: JPEGMarker.name(marker), text: "a second frame header", offset: offset)
        }
        frame = try Self.parseFrame(marker, ByteReader(bytes, range: payload, part: JPEGMarker.name(marker)))
      } else if marker >= JPEGMarker.app0 {
        metadataBytes += payload.count
        guard metadataBytes <= limits.maxMetadataBytes else {
          throw .overLimit(
            part: JPEGMarker.name(marker), quantity: "metadata size", declared: UInt64(metadataBytes),
            limit: UInt64(limits.maxMetadataBytes), offset: offset)
        }
      }
      segments.append(JPEGSegment(marker: marker, offset: offset, payload: payload))
      if marker == JPEGMarker.startOfScan {
        if skims, skim(from: payload.upperBound, statedSize: statedSize, limits: limits) { return }
        position = skipEntropyCodedData(from: payload.upperBound)
      }
    }
    if cut == nil { cut = ("EOI", end) }
  }

  /// The next marker at or after `position`; fill bytes and stray bytes between segments are
  /// skipped, as every decoder does.
  private func nextMarker(from position: Int) -> (marker: UInt8, offset: Int)? {
    var position = position
    while let fill = bytes.firstIndex(of: 0xFF, in: position..<end) {
      var offset = fill
      while offset + 1 < end, bytes[offset + 1] == 0xFF { offset += 1 }
      guard offset + 1 < end, let marker = bytes[offset + 1] else { return nil }
      if marker != 0 { return (marker, offset) }
      position = offset + 2
    }
    return nil
  }

  private mutating func payload(of marker: UInt8, at offset: Int) throws(ImageIOError) -> Range<Int>? {
    guard end - offset >= 4, let high = bytes[offset + 2], let low = bytes[offset + 3] else {
      cut = (JPEGMarker.name(marker), offset)
      return nil
    }
    let length = Int(high) << 8 | Int(low)
    guard length >= 2 else {
      throw .malformed(
        part: JPEGMarker.name(marker), text: "segment length \(length) is below its own 2 bytes", offset: offset)
    }
    let payload = offset + 4..<offset + 2 + length
    guard payload.upperBound <= end else {
      cut = (JPEGMarker.name(marker), offset)
      return nil
    }
    return payload
  }

  /// The end of entropy-coded data: the first marker that is neither a stuffed zero nor a restart.
  private mutating func skipEntropyCodedData(from first: Int) -> Int {
    scanCount += 1
    var position = first
    while let found = bytes.firstIndex(of: 0xFF, in: position..<end) {
      guard found + 1 < end, let next = bytes[found + 1] else { break }
      if next == 0 || (0xD0...0xD7).contains(next) {
        position = found + 2
      } else if next == 0xFF {
        position = found + 1
      } else {
        entropyByteCount += found - first
        return found
      }
    }
    entropyByteCount += end - first
    return end
  }

  /// ```
  /// u8 precision | u16 height | u16 width | u8 n | n x (u8 id, u4 horizontal, u4 vertical, u8 table)
  /// ```
  private static func parseFrame(_ marker: UInt8, _ reader: ByteReader) throws(ImageIOError) -> JPEGFrame {
    var reader = reader
    let precision = Int(try reader.u8())
    let height = Int(try reader.u16())
    let width = Int(try reader.u16())
    let count = Int(try reader.u8())
    guard (1...4).contains(count) else {
      throw .malformed(part: reader.part, text: "\(count) colour components", offset: reader.start)
    }
    var components: [JPEGFrame.Component] = []
    for _ in 0..<count {
      let identifier = try reader.u8()
      let sampling = try reader.u8()
      let quantizer = try reader.u8()
      let (horizontal, vertical) = (Int(sampling >> 4), Int(sampling & 15))
      guard (1...4).contains(horizontal), (1...4).contains(vertical) else {
        throw .malformed(
          part: reader.part, text: "sampling factors \(horizontal)x\(vertical)", offset: reader.position - 2)
      }
      components.append(
        JPEGFrame.Component(
          identifier: identifier, horizontalSampling: horizontal, verticalSampling: vertical, quantizer: quantizer))
    }
    return JPEGFrame(marker: marker, precision: precision, width: width, height: height, components: components)
  }
}

extension JPEGStream {
  /// The most scans of a picture; each goes over all of its pixels, however few bytes it has.
  private static let mostScans = 500
  /// The most pixels times scans, a few seconds of work. It does not restrict the pixels of a picture with ten scans.
  private static let mostScannedPixels: UInt64 = 1 << 33

  /// Throws where a picture of several scans would take so long that it must be malicious. It reads
  /// all markers and no pixel.
  package func checkScans(limits: DecodeLimits) throws(ImageIOError) {
    guard let frame else { return }
    let whole = isSkimmed ? try JPEGStream(bytes, at: start, size: end - start, limits: limits) : self
    let scans = UInt64(whole.scanCount)
    guard scans <= UInt64(Self.mostScans) else {
      throw .overLimit(
        part: "SOS", quantity: "scan count", declared: scans, limit: UInt64(Self.mostScans), offset: start)
    }
    let scanned = scans * UInt64(frame.width) * UInt64(frame.height)
    guard scanned <= Self.mostScannedPixels else {
      throw .overLimit(
        part: "SOS", quantity: "pixel count times \(scans) scans", declared: scanned, limit: Self.mostScannedPixels,
        offset: start)
    }
  }

  /// The end of the last complete segment or scan: a decoder of a partial file must not read half a table.
  package var usableEnd: Int {
    guard let cut, cut.part != "EOI" else { return end }
    return cut.offset
  }

  /// The payloads of the segments of one marker whose payload starts with `signature`, without the signature.
  package func payloads(_ marker: UInt8, _ signature: [UInt8]) -> [ByteReader] {
    segments.compactMap { segment in
      guard segment.marker == marker, segment.payload.count >= signature.count,
        bytes.hasBytes(signature, at: segment.payload.lowerBound)
      else { return nil }
      let range = segment.payload.lowerBound + signature.count..<segment.payload.upperBound
      return ByteReader(bytes, range: range, part: JPEGMarker.name(marker))
    }
  }
}

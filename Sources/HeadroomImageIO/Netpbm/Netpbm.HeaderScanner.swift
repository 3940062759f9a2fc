internal import HeadroomContainers

extension Netpbm {
  /// Reads a header: numbers in decimal digits between white space, comments from `#` to the end of the line.
  struct HeaderScanner {
    private let bytes: FileBytes
    private let limits: DecodeLimits
    private let start: Int
    private(set) var position: Int

    /// Digits of the longest number that is read; larger ones cannot be sizes.
    private static let mostDigits = 10

    init(_ bytes: FileBytes, at start: Int, limits: DecodeLimits) {
      self.bytes = bytes
      self.limits = limits
      self.start = start
      position = start
    }

    /// The header, its numbers checked against the limits.
    mutating func header() throws(ImageIOError) -> Header {
      guard let kind = Netpbm.kind(of: bytes, at: start) else {
        throw .malformed(part: "magic", text: "is none of P1 to P7, PF and Pf", offset: start)
      }
      position = start + 2
      var header: Header
      if kind == .anyMap {
        header = try anyMap()
      } else {
        let (width, height) = (try number("width"), try number("height"))
        header = try sized(kind, width, height, channels: UInt64(kind.channels))
        if kind.isFloat {
          try readScale(into: &header)
        } else if !kind.isBitmap {
          header.maximum = try maximum(try number("maxval"))
        }
        try singleSpace()
      }
      header.raster = position
      return header
    }

    private func sized(
      _ kind: Kind, _ width: UInt64, _ height: UInt64, channels: UInt64
    ) throws(ImageIOError) -> Header {
      try limits.check(width: width, height: height, part: "header", offset: start)
      guard (1...4).contains(channels) else {
        throw .unsupported(part: "DEPTH", text: "\(channels) samples in a pixel")
      }
      return Header(
        kind: kind, width: Int(width), height: Int(height), channels: Int(channels), start: start)
    }

    private func maximum(_ value: UInt64) throws(ImageIOError) -> Int {
      guard (1...65_535).contains(value) else {
        throw .malformed(part: "maxval", text: "\(value) is outside 1...65535", offset: position)
      }
      return Int(value)
    }

    /// Reads the number whose sign is the byte order of floats and whose magnitude is their unit.
    private mutating func readScale(into header: inout Header) throws(ImageIOError) {
      let text = try word("scale")
      guard let scale = Float(text), scale.isFinite, scale != 0 else {
        throw .malformed(part: "scale", text: "'\(text)' is no scale", offset: position)
      }
      header.isLittleEndian = scale < 0
      header.scale = abs(scale)
    }

    // MARK: - PAM

    private mutating func anyMap() throws(ImageIOError) -> Header {
      var numbers: [String: UInt64] = [:]
      var tuple: String?
      while true {
        let field = try word("header")
        switch field {
        case "ENDHDR":
          try lineEnd()
          return try anyMap(numbers, tuple: tuple)
        case "WIDTH", "HEIGHT", "DEPTH", "MAXVAL": numbers[field] = try number(field)
        case "TUPLTYPE": tuple = try word("TUPLTYPE")
        default: throw .malformed(part: "header", text: "'\(field)' is no field of a PAM header", offset: position)
        }
      }
    }

    private func anyMap(_ numbers: [String: UInt64], tuple: String?) throws(ImageIOError) -> Header {
      guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"], let depth = numbers["DEPTH"],
        let maximum = numbers["MAXVAL"]
      else {
        throw .malformed(part: "header", text: "WIDTH, HEIGHT, DEPTH or MAXVAL is missing", offset: start)
      }
      var header = try sized(.anyMap, width, height, channels: depth)
      header.maximum = try self.maximum(maximum)
      if let tuple, let wanted = Self.channels[tuple], wanted != header.channels {
        throw .malformed(part: "TUPLTYPE", text: "\(tuple) has \(wanted) samples, not \(depth)", offset: start)
      }
      return header
    }

    /// Samples of the defined tuple types; others are read by their number of samples.
    private static let channels = [
      "BLACKANDWHITE": 1, "GRAYSCALE": 1, "RGB": 3, "BLACKANDWHITE_ALPHA": 2, "GRAYSCALE_ALPHA": 2, "RGB_ALPHA": 4,
    ]

    // MARK: - Words

    private mutating func number(_ name: String) throws(ImageIOError) -> UInt64 {
      let text = try word(name)
      guard text.utf8.count <= Self.mostDigits, text.utf8.allSatisfy({ (48...57).contains($0) }),
        let value = UInt64(text)
      else { throw .malformed(part: name, text: "'\(text)' is no size", offset: position) }
      return value
    }

    /// The next characters up to white space, which is left unread.
    private mutating func word(_ name: String) throws(ImageIOError) -> String {
      try skipSpace()
      let first = position
      while let byte = bytes[position], !Netpbm.isSpace(byte), position - first < 64 { position += 1 }
      guard position > first else {
        throw .truncated(part: name, needed: 1, available: 0, offset: position)
      }
      return String(decoding: bytes.copy(first..<position), as: UTF8.self)
    }

    private mutating func skipSpace() throws(ImageIOError) {
      while let end = Netpbm.endOfSpace(bytes, at: position) {
        position = end
        guard position - start <= limits.maxMetadataBytes else {
          throw .overLimit(
            part: "header", quantity: "header length", declared: UInt64(position - start),
            limit: UInt64(max(limits.maxMetadataBytes, 0)), offset: start)
        }
      }
    }

    /// Exactly one white space separates a header from its raster, whose first byte may look like white space.
    private mutating func singleSpace() throws(ImageIOError) {
      guard let byte = bytes[position] else {
        throw .truncated(part: "header", needed: 1, available: 0, offset: position)
      }
      guard Netpbm.isSpace(byte) else {
        throw .malformed(part: "header", text: "no white space before the raster", offset: position)
      }
      position += 1
    }

    /// The line of ENDHDR ends with a line feed, whatever precedes it.
    private mutating func lineEnd() throws(ImageIOError) {
      guard let end = bytes.firstIndex(of: 10, in: position..<min(position + 64, bytes.count)) else {
        throw .malformed(part: "ENDHDR", text: "the line does not end", offset: position)
      }
      position = end + 1
    }
  }
}

internal import HeadroomContainers

extension OpenEXR {
  /// The facts that both OpenEXR's standard attributes and EXIF fields can state: camera, lens,
  /// exposure, place, time, owner.
  ///
  /// Other EXIF fields have no place in OpenEXR and are not kept.
  enum CameraAttributes {
    /// Text that both hold as it is.
    private static let texts: [(name: String, tag: UInt16, isOfImage: Bool)] = [
      ("cameraMake", EXIFBlock.Tag.make, true), ("cameraModel", EXIFBlock.Tag.model, true),
      ("comments", 0x010E, true), ("capDate", 0x9003, false), ("cameraSerialNumber", 0xA431, false),
      ("lensMake", 0xA433, false), ("lensModel", 0xA434, false), ("lensSerialNumber", 0xA435, false),
    ]
    /// Positive numbers that both hold in the same unit: seconds, f-number, metres, millimetres.
    private static let fractions: [(name: String, tag: UInt16)] = [
      ("expTime", 0x829A), ("aperture", 0x829D), ("focus", 0x9206), ("nominalFocalLength", 0x920A),
    ]
    private static let sensitivity: UInt16 = 0x8827
    private static let copyright: UInt16 = 0x8298
    private static let artist: UInt16 = 0x013B
    private static let offsetOriginal: UInt16 = 0x9011

    // MARK: From a file

    /// An EXIF block with a part's attributes; nil where it has none.
    static func exif(of part: Part) -> [UInt8]? {
      var block = EXIFBlock()
      for text in texts {
        let value = part.strings[text.name].flatMap { $0.isEmpty ? nil : TIFFValue.ascii($0) }
        if text.isOfImage { block.image[text.tag] = value } else { block.exif[text.tag] = value }
      }
      block.image[copyright] = part.strings["owner"].flatMap { $0.isEmpty ? nil : .ascii($0) }
      for number in fractions { block.exif[number.tag] = part.numbers[number.name].flatMap { fraction($0) } }
      if let speed = part.numbers["isoSpeed"], (1...65_535).contains(speed) {
        block.exif[sensitivity] = .shorts([UInt16(speed)])
      }
      if let offset = part.numbers["utcOffset"] { block.exif[offsetOriginal] = zone(seconds: offset) }
      block.gps = place(part.numbers)
      let isEmpty = block.image.isEmpty && block.exif.isEmpty && block.gps.isEmpty
      return isEmpty ? nil : block.serialized()
    }

    /// Micro-units reach from the shortest exposure to more than an hour.
    private static func fraction(_ value: Double) -> TIFFValue? {
      guard value > 0, value < 4000 else { return nil }
      return .rationals([TIFFValue.Fraction(UInt32((value * 1_000_000).rounded()), 1_000_000)])
    }

    /// OpenEXR counts the seconds to add to local time for UTC, EXIF states how far the clock is ahead of it.
    private static func zone(seconds: Double) -> TIFFValue? {
      guard abs(seconds) <= 16 * 3600 else { return nil }
      let minutes = Int((abs(seconds) / 60).rounded())
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return .ascii("\(seconds > 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))")
    }

    private static func place(_ numbers: [String: Double]) -> EXIFBlock.Directory {
      var gps: EXIFBlock.Directory = [:]
      if let degrees = numbers["latitude"], abs(degrees) <= 90 {
        gps[1] = .ascii(degrees < 0 ? "S" : "N")
        gps[2] = angle(abs(degrees))
      }
      if let degrees = numbers["longitude"], abs(degrees) <= 180 {
        gps[3] = .ascii(degrees < 0 ? "W" : "E")
        gps[4] = angle(abs(degrees))
      }
      if let metres = numbers["altitude"], abs(metres) < 1_000_000 {
        gps[5] = .bytes([metres < 0 ? 1 : 0])
        gps[6] = .rationals([TIFFValue.Fraction(UInt32((abs(metres) * 1000).rounded()), 1000)])
      }
      return gps
    }

    /// Degrees, minutes and seconds.
    private static func angle(_ degrees: Double) -> TIFFValue {
      let units = Int((degrees * 36_000_000).rounded())
      func whole(_ number: Int) -> TIFFValue.Fraction { TIFFValue.Fraction(UInt32(number), 1) }
      return .rationals([
        whole(units / 36_000_000), whole(units / 600_000 % 60),
        TIFFValue.Fraction(UInt32(units % 600_000), 10_000),
      ])
    }

    // MARK: Into a file

    static func strings(of block: EXIFBlock) -> [(name: String, value: String)] {
      var result = texts.compactMap { text -> (name: String, value: String)? in
        guard let value = (text.isOfImage ? block.image : block.exif)[text.tag]?.text, !value.isEmpty else {
          return nil
        }
        return (text.name, value)
      }
      if let owner = block.image[copyright]?.text ?? block.image[artist]?.text, !owner.isEmpty {
        result.append(("owner", owner))
      }
      return result
    }

    static func numbers(of block: EXIFBlock) -> [(name: String, value: Float)] {
      var result = (fractions + [("isoSpeed", sensitivity)]).compactMap { name, tag -> (name: String, value: Float)? in
        guard let number = block.exif[tag]?.numbers.first, number.isFinite, number > 0 else { return nil }
        return (name, Float(number))
      }
      if let seconds = zoneSeconds(block.exif[offsetOriginal]?.text) { result.append(("utcOffset", seconds)) }
      if let latitude = degrees(block.gps[2], isNegative: block.gps[1]?.text == "S") {
        result.append(("latitude", latitude))
      }
      if let longitude = degrees(block.gps[4], isNegative: block.gps[3]?.text == "W") {
        result.append(("longitude", longitude))
      }
      if let altitude = block.gps[6]?.numbers.first, altitude.isFinite {
        result.append(("altitude", Float(block.gps[5]?.integers.first == 1 ? -altitude : altitude)))
      }
      return result
    }

    private static func zoneSeconds(_ text: String?) -> Float? {
      guard let text, let sign = text.first, sign == "+" || sign == "-" else { return nil }
      let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
      guard parts.count == 2, (0...15).contains(parts[0]), (0...59).contains(parts[1]) else { return nil }
      return Float((parts[0] * 3600 + parts[1] * 60) * (sign == "-" ? 1 : -1))
    }

    private static func degrees(_ value: TIFFValue?, isNegative: Bool) -> Float? {
      guard let parts = value?.numbers, parts.count == 3, parts.allSatisfy(\.isFinite) else { return nil }
      let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
      return Float(isNegative ? -degrees : degrees)
    }
  }
}

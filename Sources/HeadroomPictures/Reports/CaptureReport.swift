package import HeadroomContainers
package import HeadroomImageIO

/// When, with what and how a picture was taken, from its EXIF block and XMP.
package struct CaptureReport {
  private let block: EXIFBlock
  private let hasPlaceInXMP: Bool

  private enum Tag {
    static let dateTime: UInt16 = 0x0132
    static let exposureTime: UInt16 = 0x829A
    static let aperture: UInt16 = 0x829D
    static let sensitivity: UInt16 = 0x8827
    static let original: UInt16 = 0x9003
    static let digitized: UInt16 = 0x9004
    static let offset: UInt16 = 0x9010
    static let offsetOriginal: UInt16 = 0x9011
    static let offsetDigitized: UInt16 = 0x9012
    static let compensation: UInt16 = 0x9204
    static let focalLength: UInt16 = 0x920A
    static let focalLength35: UInt16 = 0xA405
    static let lensMake: UInt16 = 0xA433
    static let lensModel: UInt16 = 0xA434
    static let latitude: UInt16 = 2
    static let longitude: UInt16 = 4
  }

  private static let exifNamespace = "http://ns.adobe.com/exif/1.0/"

  package init(_ info: StillInfo) {
    block = info.metadata.exif.flatMap { try? EXIFBlock(parsing: $0) } ?? EXIFBlock()
    let packets = [info.metadata.xmp, info.metadata.extendedXMP].compactMap { $0 }
    hasPlaceInXMP = packets.contains { bytes in
      (try? XMPPacket(parsing: bytes))?[Self.exifNamespace, "GPSLatitude"] != nil
    }
  }

  /// Whether the file states where the picture was taken.
  package var hasPlace: Bool { block.gps[Tag.latitude] != nil && block.gps[Tag.longitude] != nil || hasPlaceInXMP }

  /// Maker and model of the lens, without repeating a name.
  package var lens: String? {
    let (make, model) = (text(Tag.lensMake), text(Tag.lensModel))
    guard let make, let model, !model.hasPrefix(make) else { return model ?? make }
    return "\(make) \(model)"
  }

  /// Seconds.
  package var exposureTime: Double? { positive(Tag.exposureTime) }
  /// The f-number.
  package var aperture: Double? { positive(Tag.aperture) }
  package var sensitivity: Int? { block.exif[Tag.sensitivity]?.integers.first.flatMap { $0 > 0 ? $0 : nil } }
  /// Exposure compensation in stops.
  package var compensation: Double? { block.exif[Tag.compensation]?.numbers.first.flatMap { $0.isFinite ? $0 : nil } }
  /// Millimetres.
  package var focalLength: Double? { positive(Tag.focalLength) }
  /// Millimetres of a lens with the same view on 35 mm film.
  package var focalLength35: Double? { positive(Tag.focalLength35) }

  /// When the picture was taken, otherwise digitised, otherwise when the file was written: `2023-08-05T17:16:53`, with
  /// the offset to UTC where the file has it.
  package var date: String? {
    let candidates = [
      (block.exif[Tag.original], Tag.offsetOriginal), (block.exif[Tag.digitized], Tag.offsetDigitized),
      (block.image[Tag.dateTime], Tag.offset),
    ]
    return candidates.lazy.compactMap { value, offset in
      value?.text.flatMap(Self.timestamp).map { $0 + (self.text(offset).flatMap(Self.zone) ?? "") }
    }.first
  }

  private func text(_ tag: UInt16) -> String? { block.exif[tag]?.text.flatMap { $0.isEmpty ? nil : $0 } }

  private func positive(_ tag: UInt16) -> Double? {
    block.exif[tag]?.numbers.first.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// EXIF's `2023:08:05 17:16:53`; nil for the blanks and zeros of clocks that were never set.
  private static func timestamp(_ text: String) -> String? {
    guard let parts = text.wholeMatch(of: /(\d{4})[:\-](\d\d)[:\-](\d\d)[ T](\d\d):(\d\d):(\d\d)/), parts.1 != "0000"
    else {
      return nil
    }
    return "\(parts.1)-\(parts.2)-\(parts.3)T\(parts.4):\(parts.5):\(parts.6)"
  }

  private static func zone(_ text: String) -> String? {
    text.wholeMatch(of: /[+\-]\d\d:\d\d|Z/) == nil ? nil : text
  }
}

extension CaptureReport {
  package var exposureJSON: JSONValue {
    [
      "time": .number(orNull: exposureTime), "aperture": .number(orNull: aperture),
      "iso": sensitivity.map { .integer($0) } ?? .null, "compensation": .number(orNull: compensation),
      "focalLength": .number(orNull: focalLength), "focalLength35": .number(orNull: focalLength35),
    ]
  }

  /// `1/125 s, f/1.8, ISO 100, +0.3 EV, 4.38 mm (27 mm on film)`.
  package var exposureText: String? {
    let parts: [String?] = [
      exposureTime.map { $0 < 0.3 ? "1/\(Int((1 / $0).rounded())) s" : "\(ShortNumber.text($0)) s" },
      aperture.map { "f/\(ShortNumber.text($0))" }, sensitivity.map { "ISO \($0)" },
      compensation.flatMap {
        $0 == 0 ? nil : ($0 > 0 ? "+" : "") + ShortNumber.text(($0 * 100).rounded() / 100) + " EV"
      },
      focalLength.map {
        "\(ShortNumber.text($0)) mm" + (focalLength35.map { " (\(ShortNumber.text($0)) mm on film)" } ?? "")
      },
    ]
    let known = parts.compactMap { $0 }
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }
}

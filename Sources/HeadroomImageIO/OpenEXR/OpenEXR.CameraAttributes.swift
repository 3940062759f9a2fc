extension OpenEXR {
  /// Camera and exposure: the standard attributes of OpenEXR and the EXIF fields that say the same.
  enum CameraAttributes {
    private static let exposureTime: UInt16 = 0x829A
    private static let fNumber: UInt16 = 0x829D
    private static let sensitivity: UInt16 = 0x8827

    /// An EXIF block with what a part says; nil where it says nothing.
    static func exif(of part: Part) -> [UInt8]? {
      var block = EXIFBlock()
      block.image[EXIFBlock.Tag.make] = part.strings["cameraMake"].map { .ascii($0) }
      block.image[EXIFBlock.Tag.model] = part.strings["cameraModel"].map { .ascii($0) }
      block.exif[exposureTime] = part.numbers["expTime"].flatMap { fraction($0) }
      block.exif[fNumber] = part.numbers["aperture"].flatMap { fraction($0) }
      if let speed = part.numbers["isoSpeed"], (1...65_535).contains(speed) {
        block.exif[sensitivity] = .shorts([UInt16(speed)])
      }
      return block.image.isEmpty && block.exif.isEmpty ? nil : block.serialized()
    }

    /// Micro-units reach from the shortest exposure to more than an hour.
    private static func fraction(_ value: Double) -> TIFFValue? {
      guard value > 0, value < 4000 else { return nil }
      return .rationals([TIFFValue.Fraction(UInt32((value * 1_000_000).rounded()), 1_000_000)])
    }

    static func strings(of block: EXIFBlock) -> [(name: String, value: String)] {
      let fields = [("cameraMake", EXIFBlock.Tag.make), ("cameraModel", EXIFBlock.Tag.model)]
      return fields.compactMap { name, tag in block.image[tag]?.text.map { (name, $0) } }
    }

    static func numbers(of block: EXIFBlock) -> [(name: String, value: Float)] {
      let fields = [("expTime", exposureTime), ("aperture", fNumber), ("isoSpeed", sensitivity)]
      return fields.compactMap { name, tag in
        let value = block.exif[tag]
        let number = value?.numbers.first ?? value?.integers.first.map { Double($0) }
        guard let number, number.isFinite, number > 0 else { return nil }
        return (name, Float(number))
      }
    }
  }
}

package import HeadroomColor
package import HeadroomPixels

/// The meaning of a picture's samples where no encoding describes it: inks, and components whose colours only a
/// profile's table defines. They are converted to an encoding's numbers as soon as the codec returns them.
package struct DeviceColor: Sendable {
  /// Kinds of components, and how many there are.
  package enum Model: Int, Sendable {
    case gray = 1
    case rgb = 3
    case cmyk = 4

    package var name: String {
      switch self {
      case .gray: "gray"
      case .rgb: "RGB"
      case .cmyk: "CMYK"
      }
    }

    /// Its name in profiles.
    package var signature: ICCSignature {
      switch self {
      case .gray: "GRAY"
      case .rgb: "RGB "
      case .cmyk: "CMYK"
      }
    }
  }

  /// Samples of a picture, as many rows in each bitmap.
  package struct Samples {
    /// Gray, red, green and blue, or the inks; those of CMYK lie in the four components of RGBA.
    package var colors: PixelBitmap
    /// The black ink, where it is not stored with the others.
    package var black: PixelBitmap?
    /// Alpha, where it is not stored with the colours; not beside ``black``.
    package var alpha: PixelBitmap?
    /// Whether the colours were multiplied by ``alpha``.
    package var isPremultiplied = false

    package init(
      _ colors: PixelBitmap, black: PixelBitmap? = nil, alpha: PixelBitmap? = nil, isPremultiplied: Bool = false
    ) {
      self.colors = colors
      self.black = black
      self.alpha = alpha
      self.isPremultiplied = isPremultiplied
    }
  }

  package let model: Model
  /// Whether samples of CMYK state the light that the ink leaves, not its amount.
  let isInverted: Bool
  /// Nil where inks are converted by the device formula, R' = (1 - C)(1 - K) and so on, for lack of a profile.
  let transform: ICCTransform?
  /// The profile whose table is used.
  package let profile: ICCProfile?

  /// Inks without a profile.
  package static func inks(isInverted: Bool) -> DeviceColor {
    DeviceColor(model: .cmyk, isInverted: isInverted, transform: nil, profile: nil)
  }

  /// Components whose colours are those of a profile's table.
  ///
  /// - Throws: ``ICCError`` where the table cannot be used, or is for other components.
  package static func table(
    of profile: ICCProfile, _ bytes: [UInt8], _ model: Model, isInverted: Bool = false
  ) throws(ICCError) -> DeviceColor {
    let table = try ICCDeviceTable(of: bytes)
    guard table.channels == model.rawValue else {
      throw .unusableTable(reason: "it is for \(table.channels) components, not for \(model.rawValue)")
    }
    return DeviceColor(
      model: model, isInverted: isInverted, transform: try ICCTransform(table), profile: profile)
  }

  /// A human-readable summary: "CMYK, by the table of 'Coated FOGRA39'".
  package var summary: String {
    guard let profile else { return "\(model.name), by the device formula" }
    return "\(model.name), by the table of "
      + (profile.description.isEmpty ? "its profile" : "'\(profile.description)'")
  }

  /// Whether a profile defines the meaning of the samples.
  package var usesTable: Bool { transform != nil }

  /// The encoding of the converted numbers: linear light of BT.2020, because inks and scanners have colours outside
  /// sRGB; sRGB with the device formula.
  package var encoding: ColorEncoding {
    usesTable ? ColorEncoding(primaries: .bt2020, transfer: .linear) : .sRGB
  }

  /// The format of the converted samples. Halves hold the linear light of 8-bit samples to a tenth of a code.
  package func format(of samples: PixelFormat, hasAlpha: Bool) -> PixelFormat {
    let component: PixelFormat.Component
    switch samples.component {
    case .uint8: component = usesTable ? .half : .uint8
    case .uint16, .packed10, .uint10High, .uint10, .uint12: component = usesTable ? .float : .uint16
    case .half, .float: component = .float
    }
    return PixelFormat(component: component, layout: hasAlpha ? .rgba : .rgb) ?? .rgbaFloat
  }
}

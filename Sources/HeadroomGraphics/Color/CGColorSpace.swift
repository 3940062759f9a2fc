package import HeadroomColor

/// The meaning of a colour's numbers: primaries, white, transfer function and range.
///
/// A space is made from one of the names of this class or from an ICC profile, and never changes. Two spaces are equal
/// when they mean the same colours, however they were made.
///
/// ## Extended range
/// Components of a space whose name starts with `extended` may lie below 0 and above 1; its curve continues above 1 and
/// is mirrored below 0. In PQ and HLG spaces, reference white (linear 1.0) is 203 cd/m².
public final class CGColorSpace: Sendable {
  /// The encoding that defines the space.
  package let encoding: ColorEncoding

  /// The profile that the space was made from; nil for spaces made by name.
  package let embeddedProfile: [UInt8]?

  /// Makes a space from its encoding.
  ///
  /// - Parameter iccData: the file's profile of it, kept so that it can be written again unchanged.
  package init(encoding: ColorEncoding, iccData: [UInt8]? = nil) {
    self.encoding = encoding
    embeddedProfile = iccData
  }

  /// Makes the space of a name: one of the constants of this class, such as ``displayP3``, or the constant's Swift
  /// name, such as `"displayP3"`. Nil when no space has that name.
  public convenience init?(name: CFString) {
    guard let encoding = ColorEncoding(name: name) else { return nil }
    self.init(encoding: encoding)
  }

  /// The name constant of the space, nil when it is not one of the named ones.
  public var name: CFString? { ColorSpaceNames.constant(of: encoding) }

  /// The meaning of the components.
  public var model: CGColorSpaceModel {
    switch encoding.model {
    case .rgb: .rgb
    case .monochrome: .monochrome
    case .xyz: .XYZ
    case .lab: .lab
    case .cmyk: .cmyk
    }
  }

  /// How many components a colour of this space has, alpha not counted.
  public var numberOfComponents: Int {
    switch encoding.model {
    case .monochrome: 1
    case .rgb, .xyz, .lab: 3
    case .cmyk: 4
    }
  }
}

extension CGColorSpace: Hashable {
  /// Whether both spaces give the same colour to the same numbers.
  public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
    left === right || left.encoding == right.encoding
  }

  /// Feeds the space's definition into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(encoding)
  }
}

extension CGColorSpace: CustomStringConvertible {
  /// The Swift name of a named space, otherwise its parts.
  public var description: String {
    "CGColorSpace(\(ColorSpaceNames.description(of: encoding)))"
  }
}

/// The space of red, green and blue that are not managed further; treated as sRGB here.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(encoding: .sRGB) }

/// The space of gray that is not managed further; treated as gray with gamma 2.2 here.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(encoding: .genericGrayGamma22) }

/// The space of cyan, magenta, yellow and black that are not managed; see ``CGColorSpace/genericCMYK``.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { CGColorSpace(encoding: .genericCMYK) }

public import Foundation
internal import HeadroomColor
public import HeadroomGraphics

/// The meaning of a colour's components, for AppKit; see `CGColorSpace`.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
open class NSColorSpace: NSObject, @unchecked Sendable {
  // Proof: constant.
  private final let space: CGColorSpace

  /// What components are.
  public enum Model: Int, Hashable, Sendable {
    case unknown = -1
    case gray = 0
    case rgb = 1
    case cmyk = 2
    case lab = 3
    case deviceN = 4
    case indexed = 5
    case patterned = 6
  }

  /// A space of Core Graphics. Never nil here.
  public init?(cgColorSpace: CGColorSpace) { space = cgColorSpace }

  fileprivate init(_ encoding: ColorEncoding) { space = CGColorSpace(encoding: encoding) }

  /// The space of an ICC profile; nil where the bytes are none.
  public convenience init?(iccProfileData iccData: Data) {
    guard let space = CGColorSpace(iccData: iccData) else { return nil }
    self.init(cgColorSpace: space)
  }

  /// The space of Core Graphics.
  open var cgColorSpace: CGColorSpace? { space }

  /// The ICC profile of the space; nil where a profile cannot describe it.
  open var iccProfileData: Data? { space.copyICCData() }

  /// How many components colours have, without alpha.
  open var numberOfColorComponents: Int { space.numberOfComponents }

  /// What components are.
  open var colorSpaceModel: Model {
    switch space.model {
    case .rgb: .rgb
    case .monochrome: .gray
    case .cmyk: .cmyk
    case .lab: .lab
    default: .unknown
    }
  }

  /// The name of the space.
  open var localizedName: String? { space.description }

  open override func isEqual(_ object: Any?) -> Bool { (object as? NSColorSpace)?.space == space }
  open override var hash: Int { space.hashValue }
}

extension NSColorSpace {
  /// sRGB.
  public class var sRGB: NSColorSpace { NSColorSpace(.sRGB) }
  /// sRGB with components outside 0...1.
  public class var extendedSRGB: NSColorSpace { NSColorSpace(.extendedSRGB) }
  /// Display P3.
  public class var displayP3: NSColorSpace { NSColorSpace(.displayP3) }
  /// Adobe RGB (1998).
  public class var adobeRGB1998: NSColorSpace { NSColorSpace(.adobeRGB1998) }
  /// The space of AppKit's calibrated RGB; sRGB here.
  public class var genericRGB: NSColorSpace { NSColorSpace(.sRGB) }
  /// RGB that is not managed further; treated as sRGB, as `CGColorSpaceCreateDeviceRGB()` is.
  public class var deviceRGB: NSColorSpace { NSColorSpace(.sRGB) }
  /// Gray with gamma 2.2.
  public class var genericGamma22Gray: NSColorSpace { NSColorSpace(.genericGrayGamma22) }
  /// Gray with gamma 2.2 with components outside 0...1.
  public class var extendedGenericGamma22Gray: NSColorSpace { NSColorSpace(.extendedGray) }
  /// Gray that is not managed further; treated as gray with gamma 2.2.
  public class var deviceGray: NSColorSpace { NSColorSpace(.genericGrayGamma22) }
  /// Four inks without a profile.
  public class var genericCMYK: NSColorSpace { NSColorSpace(.genericCMYK) }
  /// Four inks without a profile.
  public class var deviceCMYK: NSColorSpace { NSColorSpace(.genericCMYK) }
}

/// The name of a kind of colour space.
public struct NSColorSpaceName: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Gray with gamma 2.2.
  public static let calibratedWhite = NSColorSpaceName(rawValue: "NSCalibratedWhiteColorSpace")
  /// Red, green and blue; sRGB here.
  public static let calibratedRGB = NSColorSpaceName(rawValue: "NSCalibratedRGBColorSpace")
  /// As ``calibratedWhite``.
  public static let deviceWhite = NSColorSpaceName(rawValue: "NSDeviceWhiteColorSpace")
  /// As ``calibratedRGB``.
  public static let deviceRGB = NSColorSpaceName(rawValue: "NSDeviceRGBColorSpace")
  /// Four inks.
  public static let deviceCMYK = NSColorSpaceName(rawValue: "NSDeviceCMYKColorSpace")
  /// A space of its own.
  public static let custom = NSColorSpaceName(rawValue: "NSCustomColorSpace")

  /// The encoding of pixels; nil where pixels cannot have it.
  var encoding: ColorEncoding? {
    switch self {
    case .calibratedRGB, .deviceRGB: .sRGB
    case .calibratedWhite, .deviceWhite: .genericGrayGamma22
    default: nil
    }
  }

  init(_ space: CGColorSpace?) {
    switch space?.encoding {
    case ColorEncoding.sRGB: self = .deviceRGB
    case ColorEncoding.genericGrayGamma22: self = .deviceWhite
    default: self = space?.model == .cmyk ? .deviceCMYK : .custom
    }
  }
}

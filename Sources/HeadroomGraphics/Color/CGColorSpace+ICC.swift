public import Foundation
internal import HeadroomColor

extension CGColorSpace {
  /// Makes a space from an ICC profile, given as `Data`, `[UInt8]` or ``CGDataProvider``.
  ///
  /// PQ and HLG are recognised by the profile's `cicp` tag. Nil when the bytes are not a profile, or
  /// one that has only tables.
  public convenience init?(iccData: CFTypeRef) {
    let bytes: [UInt8]
    switch iccData {
    case let data as Data: bytes = [UInt8](data)
    case let array as [UInt8]: bytes = array
    case let provider as CGDataProvider: bytes = provider.bytes
    default: return nil
    }
    guard let encoding = (try? ICCProfile(parsing: bytes))?.encoding else { return nil }
    self.init(encoding: encoding, iccData: bytes)
  }

  /// The space as an ICC profile: the one it was made from, or a new one.
  ///
  /// Profiles of PQ and HLG spaces are version 4.4 with a `cicp` tag and a tone-mapped table for
  /// readers that do not support it.
  public func copyICCData() -> CFData? {
    if let embeddedProfile { return Data(embeddedProfile) }
    return ICCProfile.data(for: encoding).map { Data($0) }
  }
}

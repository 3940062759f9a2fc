public import Foundation

extension NSValue {
  /// A mapping as an object, for arrays of mappings.
  public convenience init(timeMapping: CMTimeMapping) {
    var mapping = timeMapping
    unsafe self.init(bytes: &mapping, objCType: Self.mappingType)
  }

  /// The mapping of a value that was made of one; invalid for others.
  public var timeMappingValue: CMTimeMapping {
    guard unsafe String(cString: objCType) == Self.mappingType else { return .invalid }
    var mapping = CMTimeMapping.invalid
    unsafe getValue(&mapping)
    return mapping
  }

  /// Twelve words, of which two ranges of 48 bytes consist.
  private static let mappingType = "[12q]"
}

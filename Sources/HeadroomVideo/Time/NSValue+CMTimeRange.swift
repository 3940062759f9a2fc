public import Foundation

extension NSValue {
  /// A range as an object, for arrays of ranges.
  public convenience init(timeRange: CMTimeRange) {
    var range = timeRange
    unsafe self.init(bytes: &range, objCType: Self.rangeType)
  }

  /// The range of a value that was made of one; invalid for others.
  public var timeRangeValue: CMTimeRange {
    guard unsafe String(cString: objCType) == Self.rangeType else { return .invalid }
    var range = CMTimeRange.invalid
    unsafe getValue(&range)
    return range
  }

  /// Six words, of which two times of 24 bytes consist.
  private static let rangeType = "[6q]"
}

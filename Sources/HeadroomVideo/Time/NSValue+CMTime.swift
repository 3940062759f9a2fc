public import Foundation

extension NSValue {
  /// A time as an object, for arrays of times.
  public convenience init(time: CMTime) {
    var time = time
    unsafe self.init(bytes: &time, objCType: Self.timeType)
  }

  /// The time of a value that was made of one; invalid for others.
  public var timeValue: CMTime {
    guard unsafe String(cString: objCType) == Self.timeType else { return .invalid }
    var time = CMTime.invalid
    unsafe getValue(&time)
    return time
  }

  /// Three words, of which a time consists.
  private static let timeType = "[3q]"
}

public import Foundation
public import HeadroomGraphics

/// The time or the rate cannot be.
public let kCMTimebaseError_InvalidParameter: OSStatus = -12749
/// The timebase belongs to an object that moves it.
public let kCMTimebaseError_ReadOnly: OSStatus = -12757

extension CMTimebase {
  /// Why a timebase was not changed, by Core Media's codes.
  public struct Error: Swift.Error, CustomNSError, Hashable, Sendable {
    /// One of the `kCMTimebaseError` codes.
    public let status: OSStatus

    init(_ status: OSStatus) { self.status = status }

    /// The time is no number, or the rate none from 0 on.
    public static let invalidParameter = Error(kCMTimebaseError_InvalidParameter)
    /// It belongs to an object that moves it, such as a player's item.
    public static let readOnly = Error(kCMTimebaseError_ReadOnly)

    public static var errorDomain: String { NSOSStatusErrorDomain }
    public var errorCode: Int { Int(status) }

    /// Whether an error is this one, for `catch`.
    public static func ~= (pattern: Error, error: any Swift.Error) -> Bool { error as? Error == pattern }
  }
}

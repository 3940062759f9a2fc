public import Foundation

/// Seconds.
public typealias CFTimeInterval = TimeInterval

/// Seconds since the first of January 2001, UTC.
public typealias CFAbsoluteTime = CFTimeInterval

/// The present time of the system's clock, which may be set back.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

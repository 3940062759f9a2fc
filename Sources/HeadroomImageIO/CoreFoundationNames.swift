public import Foundation
public import HeadroomGraphics

/// The place of a file; on Linux Foundation's `URL`.
public typealias CFURL = URL

/// An array of any values.
public typealias CFArray = [Any]

/// Bytes that grow; on Linux Foundation's `NSMutableData`.
public typealias CFMutableData = NSMutableData

/// Makes empty data that grows.
///
/// - Parameters:
///   - allocator: always nil.
///   - capacity: a limit on Apple platforms; ignored here.
public func CFDataCreateMutable(_ allocator: CFAllocator?, _ capacity: CFIndex) -> CFMutableData! { NSMutableData() }

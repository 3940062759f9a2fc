public import Foundation

// Core Foundation's types are not visible on Linux. Source written for Apple platforms says `options as CFDictionary`
// and `key as CFString`; with these names such casts are between equal types and cost nothing.

/// A string constant or key; on Linux the Swift string itself.
public typealias CFString = String

/// A dictionary of options or properties keyed by string constants.
public typealias CFDictionary = [String: Any]

/// Bytes; on Linux Foundation's `Data`.
public typealias CFData = Data

/// Any value that Apple's C interfaces take as an object.
public typealias CFTypeRef = Any

/// An index or count in C-style interfaces.
public typealias CFIndex = Int

/// A four-character code, such as a pixel format.
public typealias OSType = UInt32

/// The allocator argument of Apple's C-style creation functions.
///
/// Memory comes from pooled storage on Linux; the argument exists so that calls compile unchanged, and is always `nil`.
public final class CFAllocator: Sendable {
  private init() {}
}

/// The allocator to pass to C-style creation functions.
public let kCFAllocatorDefault: CFAllocator? = nil

/// An error of Apple's C interfaces; on Linux Foundation's `NSError`.
public typealias CFError = NSError

/// The null of property lists; on Linux Foundation's `NSNull`.
public typealias CFNull = NSNull

/// The only null. As a value among a picture's properties it removes the property of its key.
public let kCFNull: CFNull! = NSNull()

public import Foundation

// Core Foundation's types are not visible on Linux. Source written for Apple platforms says `options as CFDictionary`
// and `key as CFString`; with these names such casts are between equal types and cost nothing.

/// A string constant or key; on Linux the Swift string itself.
public typealias CFString = String

/// A dictionary of options or properties keyed by string constants.
public typealias CFDictionary = [String: Any]

/// A dictionary that changes; on Linux Foundation's `NSMutableDictionary`.
public typealias CFMutableDictionary = NSMutableDictionary

/// An array of any values.
public typealias CFArray = [Any]

/// An array that changes; on Linux Foundation's `NSMutableArray`.
public typealias CFMutableArray = NSMutableArray

/// Bytes; on Linux Foundation's `Data`.
public typealias CFData = Data

/// Bytes that grow; on Linux Foundation's `NSMutableData`.
public typealias CFMutableData = NSMutableData

/// The place of a file; on Linux Foundation's `URL`.
public typealias CFURL = URL

/// A moment; on Linux Foundation's `Date`.
public typealias CFDate = Date

/// A number of any kind; on Linux Foundation's `NSNumber`.
public typealias CFNumber = NSNumber

/// A truth; on Linux Foundation's `NSNumber`.
public typealias CFBoolean = NSNumber

/// What went wrong; on Linux Foundation's `NSError`. Functions that report errors take `UnsafeMutablePointer<Unmanaged<CFError>?>?`.
public typealias CFError = NSError

/// The null of property lists; on Linux Foundation's `NSNull`.
public typealias CFNull = NSNull

/// Any value that Apple's C interfaces take as an object.
public typealias CFTypeRef = Any

/// An index or count in C-style interfaces.
public typealias CFIndex = Int

/// A four-character code, such as a pixel format.
public typealias OSType = UInt32

/// Four letters in a number.
public typealias FourCharCode = UInt32

/// The result of a C-style function; 0 is success.
public typealias OSStatus = Int32

/// Done.
public let noErr: OSStatus = 0

/// True, as a value of dictionaries.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// False, as a value of dictionaries.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// The only null. As a value among a picture's properties it removes the property of its key.
public let kCFNull: CFNull! = NSNull()

public import Foundation
internal import Synchronization

/// Makes empty data that grows.
///
/// - Parameters:
///   - allocator: nil or the default.
///   - capacity: a limit on Apple platforms; ignored here.
public func CFDataCreateMutable(_ allocator: CFAllocator?, _ capacity: CFIndex) -> CFMutableData! { NSMutableData() }

/// Makes data of a copy of bytes.
///
/// - Parameters:
///   - allocator: nil or the default.
///   - bytes: at least `length`; nil where there are none.
///   - length: how many are copied.
/// - Returns: nil for a negative length.
public func CFDataCreate(_ allocator: CFAllocator?, _ bytes: UnsafePointer<UInt8>?, _ length: CFIndex) -> CFData! {
  guard length >= 0, let bytes = unsafe bytes else { return length == 0 ? CFData() : nil }
  return unsafe CFData(bytes: bytes, count: length)
}

/// How many bytes there are.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.count ?? 0 }

/// The first of the bytes, which must not be changed; nil where there are none.
///
/// The pointer holds as long as the data. Where the data comes from an image (`CGImage.dataProvider`), it holds as long
/// as the image, whose bytes are not copied. Fewer than 16 bytes have no place of their own: they are copied to one
/// that is never freed, the same for the same bytes.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  guard let data = theData, !data.isEmpty else { return nil }
  if data.count < 16 { return unsafe ShortBytes.place(of: data) }
  return unsafe data.withUnsafeBytes { unsafe $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

/// Data that Foundation keeps inside of the value, where no pointer can lead.
private enum ShortBytes {
  // Sendable: the bytes never change.
  @safe private struct Place: @unchecked Sendable {
    let start: UnsafePointer<UInt8>
  }

  private static let places = Mutex<[Data: Place]>([:])

  static func place(of data: Data) -> UnsafePointer<UInt8> {
    let place = places.withLock { places -> Place in
      if let known = places[data] { return known }
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: data.count)
      for (offset, byte) in data.enumerated() { unsafe copy[offset] = byte }
      let place = unsafe Place(start: UnsafePointer(copy))
      places[data] = place
      return place
    }
    return unsafe place.start
  }
}

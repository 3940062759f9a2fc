internal import Glibc
internal import HeadroomPixels

/// Memory from the heap that doubles as it fills, freed unless it is taken.
@safe
struct GrowingMemory: ~Copyable {
  private var base: UnsafeMutableRawPointer?
  private var capacity: Int
  /// Counts the memory; the caller of ``take()`` keeps it together with the memory.
  private(set) var reservation: MemoryReservation
  /// Bytes that are filled.
  package var count = 0

  package init(capacity: Int) throws(ImageIOError) {
    let reservation = try Self.reserve(capacity)
    guard let base = unsafe malloc(capacity) else { throw .outOfMemory(bytes: UInt64(capacity)) }
    unsafe self.base = base
    self.capacity = capacity
    self.reservation = reservation
  }

  deinit { unsafe free(base) }

  private static func reserve(_ capacity: Int) throws(ImageIOError) -> MemoryReservation {
    do throws(PixelError) {
      return try MemoryReservation(capacity)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// The unfilled rest, at least one byte.
  @unsafe
  package mutating func room() throws(ImageIOError) -> UnsafeMutableRawBufferPointer {
    if count == capacity {
      reservation = try Self.reserve(capacity * 2)
      guard let larger = unsafe realloc(base, capacity * 2) else { throw .outOfMemory(bytes: UInt64(capacity * 2)) }
      unsafe base = larger
      capacity *= 2
    }
    return unsafe UnsafeMutableRawBufferPointer(start: base.map { unsafe $0 + count }, count: capacity - count)
  }

  /// The first bytes.
  package func prefix(_ length: Int) -> [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: min(length, count)))
  }

  /// The end of the data from a pipe, if its container states one and all of it has arrived.
  ///
  /// - Throws: ``ImageIOError/unreadable(path:reason:)`` when more data has arrived than may be read from a pipe.
  func end(_ ending: inout StreamEnd, path: String, limit: Int) throws(ImageIOError) -> Int? {
    unsafe ending.advance(over: UnsafeRawBufferPointer(start: base, count: count))
    if let end = ending.end, end <= count { return end }
    guard count < limit else {
      let most = ByteAmount.text(limit)
      throw .unreadable(path: path, reason: "\(most) and more came through a pipe; larger pictures have to be files")
    }
    return nil
  }

  /// Hands the memory over, which the caller frees.
  @unsafe
  package mutating func take() -> UnsafeMutableRawPointer {
    guard let taken = unsafe base.take() else { preconditionFailure("memory is taken once") }
    return unsafe taken
  }
}

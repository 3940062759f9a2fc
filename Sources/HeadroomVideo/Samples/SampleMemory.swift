internal import Glibc
internal import Synchronization

/// A block of memory of block buffers, which lives as long as one of them refers to it.
// Sendable: the address is behind a lock, and clients order their accesses to the bytes.
@safe final class SampleMemory: @unchecked Sendable {
  @safe private struct State: @unchecked Sendable {
    var base: UnsafeMutableRawPointer?
  }

  /// Gives memory back.
  typealias Release = @Sendable (UnsafeMutableRawPointer, Int) -> Void
  /// Memory of so many bytes; nil where there is none.
  typealias Allocate = @Sendable (Int) -> UnsafeMutableRawPointer?

  /// Leaves memory as it is.
  static let keeps: Release = { _, _ in }

  let count: Int
  private let state: Mutex<State>
  private let allocate: Allocate
  private let release: Release

  /// Memory that is allocated when it is first needed.
  init(count: Int, allocate: Allocate? = nil, release: Release? = nil) {
    self.count = count
    state = unsafe Mutex(State(base: nil))
    unsafe self.allocate = unsafe allocate ?? { unsafe malloc(max($0, 1)) }
    unsafe self.release = unsafe release ?? { base, _ in unsafe free(base) }
  }

  /// Memory that exists.
  ///
  /// - Parameter release: nil is `free`.
  init(_ base: UnsafeMutableRawPointer, count: Int, release: Release? = nil) {
    self.count = count
    state = unsafe Mutex(State(base: base))
    unsafe allocate = { _ in nil }
    unsafe self.release = unsafe release ?? { base, _ in unsafe free(base) }
  }

  /// Memory that is only read, and kept by an object.
  init(reading base: UnsafeRawPointer, count: Int, owner: any AnyObject & Sendable) {
    self.count = count
    state = unsafe Mutex(State(base: UnsafeMutableRawPointer(mutating: base)))
    unsafe allocate = { _ in nil }
    unsafe release = { _, _ in withExtendedLifetime(owner) {} }
  }

  deinit {
    let (base, count, release) = unsafe (state.withLock { unsafe $0.base }, count, release)
    if let base = unsafe base { unsafe release(base, count) }
  }

  /// The first byte; nil where nothing was allocated yet.
  var base: UnsafeMutableRawPointer? { unsafe state.withLock { unsafe $0.base } }

  /// Allocates, where nobody did yet.
  func assure() throws(CMBlockBuffer.Error) {
    let isThere = state.withLock { state in
      if unsafe state.base == nil { unsafe state.base = unsafe allocate(count) }
      return unsafe state.base != nil
    }
    guard isThere else { throw .blockAllocationFailed }
  }
}

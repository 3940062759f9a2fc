import Glibc
import HeadroomPixels
import Synchronization

/// Counts the objects (instances, arrays, closures) that the Swift runtime makes on threads that work for something: by its hook
/// for instruments. Other tests may run beside.
enum ObjectCount {
  private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  private static let count = Atomic(0)
  private static let counted = Atomic(0)
  // Proof: written once, before the hook is in place.
  nonisolated(unsafe) private static var original: Allocate?

  /// Whether there is such a hook here.
  static let isAvailable: Bool = {
    guard let place = unsafe dlsym(nil, "_swift_allocObject"),
      let flag = unsafe dlsym(nil, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")
    else { return false }
    let hook = unsafe place.assumingMemoryBound(to: Allocate?.self)
    unsafe original = unsafe hook.pointee
    unsafe hook.pointee = { metadata, size, mask in
      unsafe ObjectCount.note()
      return unsafe ObjectCount.original?(metadata, size, mask)
    }
    unsafe flag.assumingMemoryBound(to: Bool.self).pointee = true
    return true
  }()

  private static func address(_ work: Work) -> Int { Int(bitPattern: ObjectIdentifier(work)) }

  private static func note() {
    let wanted = counted.load(ordering: .relaxed)
    if wanted != 0, let work = Work.current, address(work) == wanted { count.add(1, ordering: .relaxed) }
  }

  /// The objects that some work makes, on all its threads. One caller at a time.
  static func objects(madeBy body: () throws -> Void) rethrows -> Int {
    guard isAvailable else { return 0 }
    let work = Work()
    count.store(0, ordering: .relaxed)
    return try work.bound {
      counted.store(address(work), ordering: .relaxed)
      defer { counted.store(0, ordering: .relaxed) }
      try body()
      return count.load(ordering: .relaxed)
    }
  }
}

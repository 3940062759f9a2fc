/// The allocator argument of Apple's C-style creation functions.
///
/// Memory comes from pooled storage on Linux; the argument exists so that calls compile unchanged.
public final class CFAllocator: Sendable {
  fileprivate init() {}
}

/// The allocator to pass to C-style creation functions.
public let kCFAllocatorDefault: CFAllocator? = nil

/// The allocator of memory that nobody frees: what a block buffer is made of stays with its owner.
public let kCFAllocatorNull: CFAllocator? = CFAllocator()

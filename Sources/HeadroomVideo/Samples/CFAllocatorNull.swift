public import HeadroomGraphics

/// The allocator of memory that nobody frees: what a block buffer is made of stays with its owner.
///
/// It is told apart by identity alone, as `CFAllocator` has no contents.
public let kCFAllocatorNull: CFAllocator? = unsafe unsafeBitCast(NoAllocator(), to: CFAllocator.self)

/// As empty as `CFAllocator`, which only its own module can make.
private final class NoAllocator: Sendable {}

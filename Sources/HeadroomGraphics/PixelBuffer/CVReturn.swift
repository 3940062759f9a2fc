/// The result of a C-style pixel buffer function; 0 is success.
public typealias CVReturn = Int32

/// Option bits of C-style pixel buffer functions.
public typealias CVOptionFlags = UInt64

/// Done.
public let kCVReturnSuccess: CVReturn = 0
/// Something failed that no other code describes.
public let kCVReturnError: CVReturn = -6660
/// An argument is out of range.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is no memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The function is not offered for this kind of buffer.
public let kCVReturnUnsupported: CVReturn = -6663
/// The pixel format is not known.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// Width or height is below 1 or too large to address.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The attributes contradict one another.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// A pool's attributes lack a size or pixel format.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
/// A pool has the most buffers outstanding that it may allow.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689

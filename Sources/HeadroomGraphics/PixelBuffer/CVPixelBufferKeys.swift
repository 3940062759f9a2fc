// Keys of the attributes that a pixel buffer is made with.

/// The pixel format, a number.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The width in pixels.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The height in pixels.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The number of which the bytes per row are a multiple; 64 unless larger.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// Its presence, even as an empty dictionary, makes the memory an ``IOSurface`` that can be
/// shared with other processes.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// Accepted and without effect: there is no Metal here.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// Accepted and without effect: every buffer is compatible.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Accepted and without effect: every buffer is compatible.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Attachments that a new buffer starts with and that are copied to derived buffers.
public let kCVBufferPropagatedAttachmentsKey: CFString = "PropagatedAttachments"
/// Attachments that a new buffer starts with and that are not copied to derived buffers.
public let kCVBufferNonPropagatedAttachmentsKey: CFString = "NonPropagatedAttachments"

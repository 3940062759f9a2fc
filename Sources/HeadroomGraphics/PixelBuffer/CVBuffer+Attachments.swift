internal import Synchronization

/// Attaches a value to a buffer, in place of one with the same key.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  buffer.setAttachment(value, forKey: key, mode: attachmentMode)
}

/// Attaches several values to a buffer.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  for (key, value) in theAttachments { buffer.setAttachment(value, forKey: key, mode: attachmentMode) }
}

/// The value attached under a key, nil where there is none.
///
/// The last argument takes the attachment's mode; it may be nil.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let (value, mode) = buffer.attachment(forKey: key) else { return nil }
  if let attachmentMode = unsafe attachmentMode { unsafe attachmentMode.pointee = mode }
  return value
}

/// A value that a C-style function lends, in the form that such code takes it apart.
public struct CVLentValue<Value> {
  fileprivate let value: Value

  /// The value.
  public func takeUnretainedValue() -> Value { value }

  @available(*, unavailable, message: "the buffer keeps the value: takeUnretainedValue()")
  public func takeRetainedValue() -> Value { value }
}

/// As ``CVBufferCopyAttachment(_:_:_:)``, in the form of older code: `CVBufferGetAttachment(...)?.takeUnretainedValue()`.
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CVLentValue<CFTypeRef>? {
  unsafe CVBufferCopyAttachment(buffer, key, attachmentMode).map { CVLentValue(value: $0) }
}

/// As ``CVBufferCopyAttachments(_:_:)``, under its older name.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Whether a value is attached under a key.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool { buffer.attachment(forKey: key) != nil }

/// The attachments of one mode, nil where there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  let values = buffer.attachments.withLock { $0 }.values(mode: attachmentMode)
  return values.isEmpty ? nil : values
}

/// Removes the value attached under a key.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.setAttachment(nil, forKey: key, mode: .shouldNotPropagate)
}

/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  buffer.attachments.withLock { $0.removeAll() }
}

/// Copies the attachments that propagate to another buffer, in place of those with the same keys.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  guard let values = CVBufferCopyAttachments(sourceBuffer, .shouldPropagate) else { return }
  CVBufferSetAttachments(destinationBuffer, values, .shouldPropagate)
}

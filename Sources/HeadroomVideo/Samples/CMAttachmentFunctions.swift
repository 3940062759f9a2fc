public import HeadroomGraphics

/// Attaches a value to an object, in place of one with the same key; nil removes it.
///
/// - Parameter attachmentMode: ``kCMAttachmentMode_ShouldPropagate`` or ``kCMAttachmentMode_ShouldNotPropagate``.
public func CMSetAttachment(
  _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
  target.attachments[key] = value.map { CMAttachmentBearerAttachments.Value($0, attachmentMode) }
}

/// The value under a key; nil where there is none.
///
/// - Parameter attachmentModeOut: takes its mode.
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
  guard let value = target.attachments[key] else { return nil }
  unsafe attachmentModeOut?.pointee = value.code
  return value.value
}

/// Removes the value under a key.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) { target.attachments[key] = nil }

/// Removes all values.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) { target.attachments.removeAll() }

/// Attaches several values.
public func CMSetAttachments(
  _ target: CMAttachmentBearer, attachments theAttachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
  for (key, value) in theAttachments {
    CMSetAttachment(target, key: key, value: value, attachmentMode: attachmentMode)
  }
}

/// The values of one mode; nil where there are none.
///
/// - Parameter allocator: nil.
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  let all = target.attachments
  let values = attachmentMode == kCMAttachmentMode_ShouldPropagate ? all.propagated : all.nonPropagated
  return values.isEmpty ? nil : values
}

/// Copies the values that propagate to another object, in place of those with the same keys.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
  destination.attachments.merge(source.attachments.propagated, mode: .shouldPropagate)
}

extension CMAttachmentBearerAttachments.Value {
  fileprivate init(_ value: Any, _ mode: CMAttachmentMode) {
    self = mode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
  }

  fileprivate var code: CMAttachmentMode {
    mode == .shouldPropagate ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
  }
}

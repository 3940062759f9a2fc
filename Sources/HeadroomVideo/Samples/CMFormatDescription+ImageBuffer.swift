internal import Foundation
public import HeadroomGraphics

extension CMFormatDescription {
  /// What a picture in memory is: its pixel format, size, and what is attached to it of colour and shape.
  ///
  /// - Throws: ``AVError`` for sizes that no description has.
  public convenience init(imageBuffer: CVImageBuffer) throws {
    try self.init(
      videoCodecType: MediaSubType(rawValue: CVPixelBufferGetPixelFormatType(imageBuffer)),
      width: CVPixelBufferGetWidth(imageBuffer), height: CVPixelBufferGetHeight(imageBuffer),
      extensions: Extensions(attachmentsOf: imageBuffer))
  }
}

extension CMFormatDescription.Extensions {
  /// Attachments of a buffer that describe all of its kind.
  fileprivate static let described = [
    kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey, kCVImageBufferYCbCrMatrixKey,
    kCVImageBufferGammaLevelKey, kCVImageBufferMasteringDisplayColorVolumeKey, kCVImageBufferContentLightLevelInfoKey,
    kCVImageBufferAmbientViewingEnvironmentKey, kCVImageBufferChromaLocationTopFieldKey,
    kCVImageBufferChromaLocationBottomFieldKey, kCVImageBufferCleanApertureKey, kCVImageBufferPixelAspectRatioKey,
  ]

  fileprivate init(attachmentsOf buffer: CVImageBuffer) {
    self.init()
    for name in Self.described {
      let value = CVBufferCopyAttachment(buffer, name, nil)
      self[Key(rawValue: name)] = value.flatMap { Value(propertyList: $0) }
    }
  }

  /// Values of property lists by key; what is no property list is left out.
  init(propertyList: CFDictionary) {
    self.init()
    for (key, value) in propertyList { self[Key(rawValue: key)] = Value(propertyList: value) }
  }
}

extension CMFormatDescription.Extensions.Value {
  /// Nil for what is neither text, number, truth, bytes nor a dictionary of these.
  init?(propertyList: Any) {
    if let text = OptionValues.text(propertyList) {
      self = .string(text)
    } else if let flag = propertyList as? Bool {
      self = .flag(flag)
    } else if let number = OptionValues.number(propertyList) {
      self = .number(number)
    } else if let bytes = OptionValues.bytes(propertyList) {
      self = .data(Data(bytes))
    } else if let values = propertyList as? CFDictionary {
      self = .dictionary(values.compactMapValues { Self(propertyList: $0) })
    } else {
      return nil
    }
  }
}

/// Describes a picture in memory; see `CMVideoFormatDescription(imageBuffer:)`.
///
/// `formatDescriptionOut`: takes the description.
/// - Returns: `noErr`, or an error code.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  unsafe formatDescriptionOut.pointee = try? CMFormatDescription(imageBuffer: imageBuffer)
  return unsafe formatDescriptionOut.pointee == nil ? kCMFormatDescriptionError_InvalidParameter : noErr
}

extension CMFormatDescription {
  /// The keys that descriptions have for attachments of pictures in memory.
  public static var extensionKeysCommonWithImageBuffers: [Extensions.Key] {
    Extensions.described.map(Extensions.Key.init)
  }

  /// Whether this is the description of a picture in memory: pixel format, size, and what is attached to it.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    guard let own = try? CMFormatDescription(imageBuffer: imageBuffer) else { return false }
    guard mediaType == .video, mediaSubType == own.mediaSubType, dimensions == own.dimensions else { return false }
    return own.extensions.keys.allSatisfy { extensions[$0] == own.extensions[$0] }
  }
}

/// See ``CMFormatDescription/matchesImageBuffer(_:)``.
public func CMVideoFormatDescriptionMatchesImageBuffer(
  _ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
  desc.matchesImageBuffer(imageBuffer)
}

/// See ``CMFormatDescription/extensionKeysCommonWithImageBuffers``.
public func CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() -> CFArray {
  CMFormatDescription.extensionKeysCommonWithImageBuffers.map(\.rawValue)
}

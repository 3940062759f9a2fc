public import Foundation
internal import HeadroomGraphics

extension CMFormatDescription {
  /// The part of the coded picture that is meant to be seen, in pixels; all of it where nothing is said.
  ///
  /// - Parameter originIsAtTopLeft: otherwise it is at the bottom left.
  public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
    let (width, height) = (Double(dimensions.width), Double(dimensions.height))
    let stated = side(.cleanAperture, kCVImageBufferCleanApertureWidthKey, kCVImageBufferCleanApertureHeightKey)
    guard let (across, down) = stated else { return CGRect(x: 0, y: 0, width: width, height: height) }
    let right = number(.cleanAperture, kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0
    let below = number(.cleanAperture, kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0
    let left = (width - across) / 2 + right
    let start = (height - down) / 2 + (originIsAtTopLeft ? below : -below)
    return CGRect(x: left, y: start, width: across, height: down)
  }

  /// The size at which pictures are meant to be seen.
  ///
  /// - Parameters:
  ///   - usePixelAspectRatio: whether pixels that are not square change the width.
  ///   - useCleanAperture: whether only the clean aperture counts.
  public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
    var size = CGSize(width: Double(dimensions.width), height: Double(dimensions.height))
    if useCleanAperture { size = cleanAperture(originIsAtTopLeft: true).size }
    let shape = side(
      .pixelAspectRatio, kCVImageBufferPixelAspectRatioHorizontalSpacingKey,
      kCVImageBufferPixelAspectRatioVerticalSpacingKey)
    if usePixelAspectRatio, let (across, down) = shape { size.width *= across / down }
    return size
  }

  /// Whether both say the same beside some keys.
  ///
  /// - Parameters:
  ///   - otherFormatDescription: what is compared.
  ///   - extensionKeysToIgnore: keys that do not count.
  ///   - sampleDescriptionExtensionAtomKeysToIgnore: boxes of ``Extensions/Key/sampleDescriptionExtensionAtoms`` that do not
  ///     count.
  public func equalTo(
    _ otherFormatDescription: CMFormatDescription, extensionKeysToIgnore: [Extensions.Key] = [],
    sampleDescriptionExtensionAtomKeysToIgnore: [String] = []
  ) -> Bool {
    func counted(_ description: CMFormatDescription) -> CMFormatDescription {
      var extensions = description.extensions
      for key in extensionKeysToIgnore { extensions[key] = nil }
      if let atoms = extensions[.sampleDescriptionExtensionAtoms]?.values {
        let rest = atoms.filter { !sampleDescriptionExtensionAtomKeysToIgnore.contains($0.key) }
        extensions[.sampleDescriptionExtensionAtoms] = rest.isEmpty ? nil : .dictionary(rest)
      }
      return CMFormatDescription(
        mediaType: description.mediaType, mediaSubType: description.mediaSubType, dimensions: description.dimensions,
        extensions: extensions, audio: description.audioStreamBasicDescription,
        audioChannelLayout: description.audioChannelLayout, magicCookie: description.magicCookie)
    }
    return counted(self) == counted(otherFormatDescription)
  }

  /// Two sides above 0; nil where one is missing.
  private func side(_ key: Extensions.Key, _ width: CFString, _ height: CFString) -> (Double, Double)? {
    guard let across = number(key, width), let down = number(key, height), across > 0, down > 0 else { return nil }
    return (across, down)
  }

  private func number(_ key: Extensions.Key, _ name: CFString) -> Double? {
    let values = OptionValues.dictionary(extensions[key]?.propertyListRepresentation)
    guard let number = OptionValues.number(values?[name]), number.isFinite else { return nil }
    return number
  }
}

/// See ``CMFormatDescription/cleanAperture(originIsAtTopLeft:)``.
public func CMVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
  videoDesc.cleanAperture(originIsAtTopLeft: originIsAtTopLeft)
}

/// See ``CMFormatDescription/presentationDimensions(usePixelAspectRatio:useCleanAperture:)``.
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  videoDesc.presentationDimensions(usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
}

/// Whether two descriptions say the same.
public func CMFormatDescriptionEqual(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
  formatDescription == otherFormatDescription
}

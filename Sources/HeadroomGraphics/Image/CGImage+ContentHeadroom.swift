internal import HeadroomColor

/// The headroom assumed for PQ and HLG content where nothing else is known: 1000 cd/m² over 203 cd/m².
public let kCGDefaultHDRImageContentHeadroom = Float(ReferenceWhite.defaultHeadroom)

extension CGImage {
  /// The linear ratio of the brightest content to reference white.
  ///
  /// 0 when unknown, 1 for SDR, more than 1 for HDR. Where none was given, images in PQ and HLG spaces have
  /// ``kCGDefaultHDRImageContentHeadroom``, images in extended-range spaces are unknown, and all others are SDR.
  public var contentHeadroom: Float {
    if headroomGiven > 0 { return headroomGiven }
    return Float(colorSpace?.encoding.contentHeadroomDefault ?? 1)
  }

  /// The mean light of the picture relative to reference white, 0 when unknown.
  public var contentAverageLightLevel: Float { averageLightLevelGiven }

  /// Whether drawing into a destination of less headroom tone maps the image.
  public var shouldToneMap: Bool { contentHeadroom > 1 && canExceedWhite }

  /// Whether the image carries its own tone mapping, such as a gain map; images of this module never do.
  public var containsImageSpecificToneMappingMetadata: Bool { false }

  /// A copy with another headroom; nil for values that ``CGImageCreateCopyWithContentHeadroom(_:_:)`` rejects.
  public func copy(contentHeadroom headroom: Float) -> CGImage? {
    guard headroom.isContentHeadroom else { return nil }
    return copy(colorSpace: colorSpace, headroom: headroom, averageLightLevel: averageLightLevelGiven)
  }

  /// A copy with another average light level; values of 0 and less mean unknown.
  public func copy(contentAverageLightLevel level: Float) -> CGImage? {
    guard level.isFinite else { return nil }
    return copy(colorSpace: colorSpace, headroom: headroomGiven, averageLightLevel: max(level, 0))
  }

  /// Whether the numbers can represent light above reference white.
  var canExceedWhite: Bool { colorSpace?.isHDR() ?? false }
}

/// A copy of an image with another headroom.
///
/// - Parameters:
///   - headroom: 0 for unknown, 1 for SDR, more than 1 for HDR; other values give nil. An image in a PQ or HLG space
///     whose
///     headroom is unknown reports ``kCGDefaultHDRImageContentHeadroom``.
///   - image: the image, whose pixels are shared.
public func CGImageCreateCopyWithContentHeadroom(_ headroom: Float, _ image: CGImage) -> CGImage? {
  image.copy(contentHeadroom: headroom)
}

/// The headroom of an image; see ``CGImage/contentHeadroom``.
public func CGImageGetContentHeadroom(_ image: CGImage) -> Float { image.contentHeadroom }

/// Whether drawing an image into a destination of less headroom tone maps it; see ``CGImage/shouldToneMap``.
public func CGImageShouldToneMap(_ image: CGImage) -> Bool { image.shouldToneMap }

/// Whether an image carries its own tone mapping; see ``CGImage/containsImageSpecificToneMappingMetadata``.
public func CGImageContainsImageSpecificToneMappingMetadata(_ image: CGImage) -> Bool {
  image.containsImageSpecificToneMappingMetadata
}

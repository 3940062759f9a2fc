// Names and strings are those of Image I/O.
public import HeadroomGraphics

/// A guess at the type identifier of the data. Formats are recognised by their first bytes here, so it changes nothing.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether floating-point pixels may be returned: a Boolean. Pictures that need them always have them.
public let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// Whether decoded pixels should be kept by the source: a Boolean. An image keeps its own pixels, the source none.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether to decode at once: a Boolean. Images are always decoded when they are made.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// How many times smaller to decode: 2, 4 or 8. The result has at least the size divided by it.
public let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"

/// Whether to make a thumbnail from the picture when the file has none: a Boolean, false unless given.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether to make the thumbnail from the picture even when the file has one: a Boolean, false unless given.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// The longest side of a thumbnail in pixels; without it a thumbnail is as large as the picture.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Whether to turn a thumbnail upright: a Boolean, false unless given.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"

/// Which rendition to decode: ``kCGImageSourceDecodeToHDR`` or ``kCGImageSourceDecodeToSDR``; without it, the base
/// picture as it is stored.
public let kCGImageSourceDecodeRequest: CFString = "kCGImageSourceDecodeRequest"
/// The HDR rendition: for a file with a gain map, half floats in an extended linear space with the map applied in full;
/// for a PQ or HLG file, the file's own pixels. An SDR file gives its picture.
public let kCGImageSourceDecodeToHDR: CFString = "kCGImageSourceDecodeToHDR"
/// The SDR rendition: the SDR picture of a file with a gain map, the tone mapped picture of a PQ or HLG file.
public let kCGImageSourceDecodeToSDR: CFString = "kCGImageSourceDecodeToSDR"
/// More about the request: a dictionary with ``kCGComputeHDRStats``.
public let kCGImageSourceDecodeRequestOptions: CFString = "kCGImageSourceDecodeRequestOptions"
/// Whether to measure the decoded picture and give its headroom and average light level to the image: a Boolean.
public let kCGComputeHDRStats: CFString = "kCGComputeHDRStats"

/// An Apple gain map: an auxiliary picture read with Apple's formula of 2020.
public let kCGImageAuxiliaryDataTypeHDRGainMap: CFString = "kCGImageAuxiliaryDataTypeHDRGainMap"
/// A gain map that ISO 21496-1 describes, or Ultra HDR metadata, which is expressed in its terms.
public let kCGImageAuxiliaryDataTypeISOGainMap: CFString = "kCGImageAuxiliaryDataTypeISOGainMap"

/// Distances from the camera: an auxiliary picture.
public let kCGImageAuxiliaryDataTypeDepth: CFString = "kCGImageAuxiliaryDataTypeDepth"
/// Inverse distances from the camera: an auxiliary picture.
public let kCGImageAuxiliaryDataTypeDisparity: CFString = "kCGImageAuxiliaryDataTypeDisparity"
/// Where a portrait shows the person: an auxiliary picture.
public let kCGImageAuxiliaryDataTypePortraitEffectsMatte: CFString = "kCGImageAuxiliaryDataTypePortraitEffectsMatte"
/// Where there is skin: an auxiliary picture.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte"
/// Where there is hair: an auxiliary picture.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte"
/// Where there are teeth: an auxiliary picture.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte"
/// Where there are glasses: an auxiliary picture.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte"
/// Where there is sky: an auxiliary picture.
public let kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte"

/// The samples of an auxiliary picture: `Data`, rows from the top.
public let kCGImageAuxiliaryDataInfoData: CFString = "kCGImageAuxiliaryDataInfoData"
/// The layout of the samples: a dictionary with ``kCGImagePropertyWidth``, ``kCGImagePropertyHeight``,
/// ``kCGImagePropertyBytesPerRow``, ``kCGImagePropertyPixelFormat`` and ``kCGImagePropertyOrientation``.
public let kCGImageAuxiliaryDataInfoDataDescription: CFString = "kCGImageAuxiliaryDataInfoDataDescription"
/// The meaning of the samples: a ``CGImageMetadata`` with the paths of the `HDRToneMap` or `HDRGainMap` namespace;
/// of depth and mattes the file's own XMP, where it has one.
public let kCGImageAuxiliaryDataInfoMetadata: CFString = "kCGImageAuxiliaryDataInfoMetadata"
/// The colour space of the alternate rendition, when the file states it: a `CGColorSpace`.
public let kCGImageAuxiliaryDataInfoColorSpace: CFString = "kCGImageAuxiliaryDataInfoColorSpace"

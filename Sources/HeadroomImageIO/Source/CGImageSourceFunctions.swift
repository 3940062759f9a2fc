public import Foundation
internal import HeadroomContainers
public import HeadroomGraphics

/// The number by which Core Foundation tells sources from other objects.
public func CGImageSourceGetTypeID() -> UInt { ImageIOTypeID.source.rawValue }

/// Makes a source of a file.
///
/// - Parameters:
///   - url: a file's URL.
///   - options: may hold ``kCGImageSourceTypeIdentifierHint``; no option is required.
/// - Returns: nil when the file cannot be read; ``CGImageSource/init(url:limits:)`` throws the reason. A file of an
///   unknown format gives a source without pictures.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  SourceOptions.noteUnknownKeys(options)
  return try? CGImageSource(url: url)
}

/// Makes a source of data in memory.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  SourceOptions.noteUnknownKeys(options)
  return CGImageSource(data: data)
}

/// Makes a source of a data provider's bytes.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider, _ options: CFDictionary?
) -> CGImageSource? {
  SourceOptions.noteUnknownKeys(options)
  return CGImageSource(bytes: FileBytes(provider.bytes))
}

/// Makes a source of data that is still to come; see ``CGImageSourceUpdateData(_:_:_:)``.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
  SourceOptions.noteUnknownKeys(options)
  return CGImageSource()
}

/// Gives an incremental source all data so far, from the first byte on.
///
/// - Parameters:
///   - isrc: the source.
///   - data: all data so far, not only the new part.
///   - final: whether no more data will follow.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
  isrc.update(data, isFinal: final)
}

/// Gives an incremental source all data so far, from the first byte on.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
  isrc.update(Data(provider.bytes), isFinal: final)
}

/// The uniform type identifier of the source's format; nil when it is unknown.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.typeIdentifier }

/// The type identifiers of the formats that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
  ImageFormats.all.filter { $0.abilities.contains(.reading) }.map { $0.uti }
}

/// How many pictures the source has; 0 while that is not known.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.count }

/// The index of the picture to show first.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// How far the reading of the source has come.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.status }

/// How far the reading of a picture has come.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
  isrc.status(at: index)
}

/// The properties of the file: its size and the number of pictures.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  isrc.count > 0 ? isrc.properties : nil
}

/// The properties of a picture; nil when its headers cannot be read.
///
/// The keys are the `kCGImageProperty` constants. ``CGImageSource/properties(at:)`` throws the reason.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  try? isrc.properties(at: index)
}

/// The metadata of a picture as tags, see ``CGImageSource/metadata(at:)``; nil when it has none.
public func CGImageSourceCopyMetadataAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImageMetadata? {
  guard let metadata = try? isrc.metadata(at: index), !metadata.tree.nodes.isEmpty else { return nil }
  return metadata
}

/// Decodes a picture; nil when it cannot be.
///
/// The orientation is not applied. While data is still to come the picture holds the part so far.
/// ``CGImageSource/image(at:_:)`` throws the reason, and has an option to accept cut files.
///
/// - Parameters:
///   - isrc: the source.
///   - index: which picture, from 0.
///   - options: ``kCGImageSourceDecodeRequest`` chooses the rendition, ``kCGImageSourceSubsampleFactor`` the size.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  let request = CGImageSource.ImageRequest(options: options)
  guard let image = try? isrc.image(at: index, request) else { return nil }
  return wantsStatistics(options) ? image.withMeasuredLight() : image
}

/// A smaller version of a picture; nil when none is available.
///
/// - Parameters:
///   - isrc: the source.
///   - index: which picture, from 0.
///   - options: the `Thumbnail` keys. Without ``kCGImageSourceCreateThumbnailFromImageAlways`` or
///     ``kCGImageSourceCreateThumbnailFromImageIfAbsent`` only a preview in the file is given.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard let image = try? isrc.thumbnail(at: index, CGImageSource.ThumbnailRequest(options: options)) else {
    return nil
  }
  return wantsStatistics(options) ? image.withMeasuredLight() : image
}

/// Does nothing: a source keeps no decoded pixels that could be removed.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {}

/// An auxiliary picture and its metadata; nil when the file has none of this type.
///
/// - Parameters:
///   - isrc: the source.
///   - index: which picture, from 0.
///   - auxiliaryImageDataType: ``kCGImageAuxiliaryDataTypeISOGainMap`` for maps that ISO 21496-1 or Ultra HDR metadata
///     describes, ``kCGImageAuxiliaryDataTypeHDRGainMap`` for those read with Apple's formula; HEIF files also have
///     the types of depth and mattes.
/// - Returns: a dictionary with the `kCGImageAuxiliaryDataInfo` keys.
public func CGImageSourceCopyAuxiliaryDataInfoAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ auxiliaryImageDataType: CFString
) -> CFDictionary? {
  isrc.auxiliaryDataInfo(at: index, type: auxiliaryImageDataType)
}

private func wantsStatistics(_ options: CFDictionary?) -> Bool {
  let more = OptionValues.dictionary(options?[kCGImageSourceDecodeRequestOptions])
  return OptionValues.flag(more?[kCGComputeHDRStats] ?? options?[kCGComputeHDRStats]) ?? false
}

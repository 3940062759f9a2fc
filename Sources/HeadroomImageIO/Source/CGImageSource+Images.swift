internal import Foundation
internal import HeadroomColor
public import HeadroomContainers
public import HeadroomGraphics
internal import HeadroomPixels

extension CGImageSource {
  /// Which rendition of a picture to decode.
  public enum DynamicRange: Hashable, Sendable {
    /// The base picture as it is stored.
    case asStored
    /// The HDR rendition for a display with this linear headroom; infinity for the full rendition.
    case high(displayHeadroom: Double)
    /// The SDR rendition.
    case standard
  }

  /// What to decode.
  public struct ImageRequest: Hashable, Sendable {
    /// The rendition. Default: as stored.
    public var dynamicRange = DynamicRange.asStored
    /// Whether a file that is cut inside its picture data gives the existing part instead of an error. Default false.
    public var allowsPartial = false
    /// The factor by which the picture may be decoded smaller: 1, 2, 4 or 8. Default 1.
    public var subsampleFactor = 1

    /// A request for the whole base picture.
    public init() {}
  }

  /// Decodes a picture. The orientation is not applied.
  ///
  /// - Parameters:
  ///   - index: which picture, from 0.
  ///   - request: which rendition, and how much of it.
  /// - Throws: why it cannot be decoded.
  public func image(at index: Int, _ request: ImageRequest = ImageRequest()) throws(ImageIOError) -> CGImage {
    let still = try still(at: index, request)
    return try RenditionMaker(still).image(request.dynamicRange).decoded(from: typeIdentifier)
  }

  /// Decodes a picture with its gain map, as stored.
  package func still(
    at index: Int, _ request: ImageRequest = ImageRequest()
  ) throws(ImageIOError) -> StillImage {
    let info = try info(at: index)
    var decoding = DecodeRequest(
      index: index, includesGainMap: request.dynamicRange != .asStored,
      allowPartial: request.allowsPartial || !isFinal, scaleDenominator: max(request.subsampleFactor, 1),
      limits: limits)
    let reader = try reader()
    decoding.matchGainMap(info.gainMap, toBaseOf: reader)
    try reader.checkMemory(decoding)
    return try reader.bytes.reading { () throws(ImageIOError) in try reader.decode(decoding) }
  }

  /// The headers' information on a picture.
  ///
  /// - Throws: why they cannot be read; `ImageIOError/unsupported(part:text:)` when there are fewer pictures.
  package func info(at index: Int) throws(ImageIOError) -> StillInfo {
    let reader = try reader()
    guard index >= 0, index < reader.info.frameCount else {
      throw .noPicture(at: index, of: reader.info.frameCount)
    }
    return try reader.info(at: index)
  }

  /// The properties of a picture: size, colour, orientation, and the `{Exif}`, `{TIFF}`, `{GPS}` and container parts.
  ///
  /// - Throws: why the headers cannot be read.
  public func properties(at index: Int) throws(ImageIOError) -> CFDictionary {
    let info = try info(at: index)
    let reader = try reader()
    var result = ImageProperties(info, container: reader as? any ContainerProperties).dictionary
    if let (key, values) = (reader as? any FrameProperties)?.frameProperties(at: index) {
      let own = result[key] as? CFDictionary ?? [:]
      result[key] = own.merging(values) { _, frame in frame }
    }
    return result
  }

  /// The metadata of a picture as tags: its XMP, and what only EXIF and IPTC state. Empty where the file has none.
  ///
  /// - Throws: why the headers cannot be read. XMP that is damaged is left out.
  public func metadata(at index: Int) throws(ImageIOError) -> CGImageMetadata {
    CGImageMetadata(try info(at: index).metadata.tags)
  }

  /// The properties of the file: size in bytes, number of pictures, and what each has beside it.
  public var properties: CFDictionary {
    var result: CFDictionary = [
      kCGImagePropertyFileSize: byteCount, kCGImagePropertyImageCount: count, kCGImagePropertyPrimaryImage: 0,
      kCGImagePropertyFileContentsDictionary: FileContents(self).dictionary,
    ]
    if let (key, values) = (try? reader() as? any ContainerProperties)?.fileProperties { result[key] = values }
    return result
  }

  /// The progress of reading a picture; for a complete file, whether its picture data is complete.
  public func status(at index: Int) -> CGImageSourceStatus {
    do throws(ImageIOError) {
      guard index >= 0, index < (try reader().info.frameCount) else { return .statusUnknownType }
      guard isFinal else { return .statusIncomplete }
      return try info(at: index).isPictureCut ? .statusUnexpectedEOF : .statusComplete
    } catch {
      return status(of: error)
    }
  }
}

extension CGImageSource.ImageRequest {
  /// The request of an options dictionary.
  init(options: CFDictionary?) {
    guard let options else { return }
    SourceOptions.noteUnknownKeys(options)
    if let value = OptionValues.present(options[kCGImageSourceDecodeRequest]) {
      switch OptionValues.text(value) {
      case kCGImageSourceDecodeToHDR: dynamicRange = .high(displayHeadroom: .infinity)
      case kCGImageSourceDecodeToSDR: dynamicRange = .standard
      default: SourceOptions.noteUnused(value, for: kCGImageSourceDecodeRequest)
      }
    }
    if let value = OptionValues.present(options[kCGImageSourceSubsampleFactor]) {
      switch OptionValues.integer(value) {
      case .some(let factor) where [2, 4, 8].contains(factor): subsampleFactor = factor
      case 1: break
      default: SourceOptions.noteUnused(value, for: kCGImageSourceSubsampleFactor)
      }
    }
  }
}

public import Foundation
internal import HeadroomColor
public import HeadroomContainers
internal import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomImage
public import HeadroomImageIO
internal import HeadroomPixels

/// A file, or data in memory, that pictures are written to.
///
/// Nothing is written before ``finalize()``; a file then appears whole or not at all. On failure the C-style functions
/// return nil or false; the members of this class throw an `ImageIOError` with the reason.
///
/// A destination belongs to one thread.
public final class CGImageDestination {
  private enum Place {
    case file(String)
    case data(CFMutableData)
  }

  /// Formats with Apple's own gain maps.
  private static let appleFormats = ["jpeg", "heic"]

  private let target: Place
  private let format: any ImageFormat.Type
  private var sharedProperties: CFDictionary = [:]
  private var picture: (still: StillImage, properties: CFDictionary)?
  private var auxiliary: [GainMapImage] = []
  private var problem: ImageIOError?
  private var isFinished = false
  private let report = EncodingReport()

  /// A destination that writes a file.
  ///
  /// - Parameters:
  ///   - url: the file's place; an existing file is replaced when the new one is complete.
  ///   - type: the uniform type identifier of the format, such as `public.jpeg`.
  /// - Throws: `ImageIOError/notEncodable(format:text:)` for a type that is not written, `ImageIOError/unwritable(path:reason:)`
  ///   for a URL that is not a file's.
  public convenience init(url: URL, type: CFString) throws(ImageIOError) {
    guard url.isFileURL else { throw .unwritable(path: url.absoluteString, reason: "is not a file") }
    try self.init(.file(url.path(percentEncoded: false)), type: type)
  }

  /// A destination that writes into a data consumer.
  public convenience init(consumer: CGDataConsumer, type: CFString) throws(ImageIOError) {
    switch consumer.target {
    case .data(let data): try self.init(data: data, type: type)
    case .file(let url): try self.init(url: url, type: type)
    }
  }

  /// A destination that appends to data in memory.
  public convenience init(data: CFMutableData, type: CFString) throws(ImageIOError) {
    try self.init(.data(data), type: type)
  }

  private init(_ target: Place, type: CFString) throws(ImageIOError) {
    guard let format = ImageFormats.all.first(where: { $0.uti == type }), format.abilities.contains(.writing) else {
      throw .notEncodable(format: type, text: "is not written")
    }
    self.target = target
    self.format = format
  }

  /// Sets properties for every picture; those given with a picture win.
  public func setProperties(_ properties: CFDictionary?) { sharedProperties = properties ?? [:] }

  /// Adds an image.
  ///
  /// - Parameters:
  ///   - image: the image. Its colour space and headroom decide what is written unless an encode request does.
  ///   - metadata: tags for the file: they become its XMP, those of the `exif` and `tiff` schemas also become EXIF
  ///     fields, and `tiff:Orientation` the picture's orientation. `properties` take precedence.
  ///   - properties: `kCGImageDestination` and `kCGImageProperty` keys.
  /// - Throws: when the format holds only one picture and has it.
  public func add(
    _ image: CGImage, metadata: CGImageMetadata? = nil, properties: CFDictionary? = nil
  ) throws(ImageIOError) {
    let space = image.colorSpace
    var still = StillImage(
      base: image.bitmap, encoding: space?.encoding ?? .sRGB, iccProfile: space?.embeddedProfile,
      contentHeadroom: Double(image.contentHeadroom))
    still.contentHeadroomSource = image.contentHeadroom > 1 ? .explicit : .unknown
    // Every PQ and HLG image has a headroom; it was measured if there is an average level too.
    if image.contentHeadroom > 1, image.contentAverageLightLevel > 0 {
      still.hdr.lightLevel = ContentLightLevel(
        maxCLL: Double(image.contentHeadroom) * ReferenceWhite.nits,
        maxFALL: Double(image.contentAverageLightLevel) * ReferenceWhite.nits)
    }
    if let metadata { still.apply(metadata) }
    try set(still, properties)
  }

  /// Adds a picture of a source with its metadata, orientation and gain map.
  ///
  /// - Throws: when it cannot be decoded, or the format holds only one picture and has it.
  public func add(
    from source: CGImageSource, index: Int, properties: CFDictionary? = nil
  ) throws(ImageIOError) {
    var request = CGImageSource.ImageRequest()
    request.dynamicRange = .high(displayHeadroom: .infinity)
    try set(try source.still(at: index, request), properties)
  }

  private func set(_ still: StillImage, _ properties: CFDictionary?) throws(ImageIOError) {
    guard picture == nil else { throw .notEncodable(format: format.name, text: "holds one picture") }
    picture = (still, properties ?? [:])
  }

  /// Adds a gain map to the picture added last.
  ///
  /// - Parameters:
  ///   - type: `kCGImageAuxiliaryDataTypeISOGainMap` or `kCGImageAuxiliaryDataTypeHDRGainMap`.
  ///   - info: a dictionary like those of `CGImageSourceCopyAuxiliaryDataInfoAtIndex(_:_:_:)`.
  /// - Throws: when the dictionary is incomplete or the format holds no gain map.
  public func addAuxiliaryData(_ info: CFDictionary, type: CFString) throws(ImageIOError) {
    guard format.abilities.contains(.gainMap) else {
      throw .notEncodable(format: format.name, text: "cannot hold a gain map")
    }
    auxiliary.append(try AuxiliaryData.gainMap(info, type: type))
  }

  /// The changes that were made for the file, in sentences; filled by ``finalize()``.
  ///
  /// NaN is written as 0, infinity as 65504, and samples beyond the range of the format or its codec's arithmetic as
  /// the largest value. They are counted here, as are those that become 0 in half floats. Formats that store floats as
  /// they are (TIFF, OpenEXR, PFM, JPEG XL without loss) keep them all.
  public var warnings: [String] { report.warnings }

  /// Records the error of a function that cannot throw, so that finalizing fails.
  func fail(_ error: ImageIOError) { problem = problem ?? error }

  /// Writes the file or the data.
  ///
  /// - Throws: the reason for a failure; the target is then unchanged.
  public func finalize() throws(ImageIOError) {
    if let problem { throw problem }
    guard !isFinished else { throw .notEncodable(format: format.name, text: "the destination is finished") }
    guard var (still, properties) = picture else {
      throw .notEncodable(format: format.name, text: "no picture was added")
    }
    properties.merge(sharedProperties) { own, _ in own }
    var options = try DestinationOptions(properties)
    options.encode.report = report
    if let (map, kinds) = AuxiliaryData.combined(auxiliary) {
      still.gainMap = map
      // Other containers cannot state it and encode the map anew.
      if kinds.contains(.apple), Self.appleFormats.contains(format.name) { options.encode.gainMapKinds = kinds }
    }
    try write(try encoded(still, options))
  }

  private func write(_ bytes: [UInt8]) throws(ImageIOError) {
    switch target {
    case .file(let path): try AtomicFile.write(bytes, to: path)
    case .data(let data): data.append(Data(bytes))
    }
    isFinished = true
  }

  /// The name of the written format.
  var formatName: String { format.name }

  /// Writes a whole file if nothing was added.
  package func finish(with bytes: [UInt8]) throws(ImageIOError) {
    if let problem { throw problem }
    guard !isFinished, picture == nil, auxiliary.isEmpty else {
      throw .notEncodable(format: format.name, text: "a source is copied into a destination that has nothing else")
    }
    try write(bytes)
  }

  private func encoded(_ still: StillImage, _ options: DestinationOptions) throws(ImageIOError) -> [UInt8] {
    do {
      return try PictureEncoder(format: format, options: options).encode(still)
    } catch let error as ImageIOError {
      throw error
    } catch RenderError.decoding(let error, _) {
      throw error
    } catch RenderError.outOfMemory(let byteCount) {
      throw .outOfMemory(bytes: UInt64(byteCount))
    } catch RenderError.memoryLimit(let needed, let limit) {
      throw .overMemory(needed: UInt64(needed), limit: UInt64(limit))
    } catch {
      throw .notEncodable(format: format.name, text: "\(error)")
    }
  }
}

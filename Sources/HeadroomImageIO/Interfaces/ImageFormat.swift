package import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

/// The picture to decode, and the part and size of it.
package struct DecodeRequest: Hashable, Sendable {
  /// Which picture of the file.
  package var index: Int
  /// Whether to decode the gain map too, when there is one.
  package var includesGainMap: Bool
  /// Whether a file cut inside its picture data gives the existing part (``StillImage/isPartial``) instead of an error.
  package var allowPartial: Bool
  /// The base picture may be made this many times smaller while decoding: 1, 2, 4 or 8. A container that cannot do so
  /// ignores it; the size of the result shows it.
  package var scaleDenominator: Int
  /// As ``scaleDenominator`` for the gain map.
  package var gainMapScaleDenominator: Int
  /// The part of the base picture whose pixels are wanted, in pixels of the decoded picture; nil means all. The
  /// corresponding part of the gain map is wanted too, with a few more pixels for interpolation. The result keeps
  /// its size; pixels outside are undefined where ``StillImage/decodedRegion`` states a part. A container that
  /// cannot save work ignores it.
  package var region: PixelRect?
  /// The shown layer of a picture that consists of layers, one of ``StillInfo/layers``; nil shows the first of those. A
  /// container without layers has no names.
  package var layer: String?
  /// Limits for this decode.
  package var limits: DecodeLimits

  package init(
    index: Int = 0, includesGainMap: Bool = true, allowPartial: Bool = false, scaleDenominator: Int = 1,
    gainMapScaleDenominator: Int = 1, region: PixelRect? = nil, limits: DecodeLimits = .standard
  ) {
    self.index = index
    self.includesGainMap = includesGainMap
    self.allowPartial = allowPartial
    self.scaleDenominator = scaleDenominator
    self.gainMapScaleDenominator = gainMapScaleDenominator
    self.region = region
    self.limits = limits
  }
}

/// Options for writing a picture. A container uses those that apply to it.
package struct EncodeOptions: Hashable, Sendable {
  /// Chroma resolution of a Y'CbCr container.
  package enum Chroma: String, CaseIterable, Hashable, Sendable {
    case full = "444"
    case half = "422"
    case quarter = "420"
  }

  /// Quality of the base picture, 0...100. Default 95.
  package var quality: Double
  /// Quality of the gain map, 0...100; nil chooses one that suits the base's quality and the map's size.
  package var gainMapQuality: Double?
  /// Chroma resolution of the base picture. Default 4:2:0 below quality 90, else 4:4:4; in HEIC 4:2:0 at every quality,
  /// which its readers accept.
  package var chroma: Chroma?
  /// Whether a JPEG is progressive. Default false.
  package var isProgressive: Bool
  /// Whether to store without loss, where the container can.
  package var isLossless: Bool
  /// Bits of one component, where the container has a choice; nil means the bitmap's.
  package var bitDepth: Int?
  /// Effort: 0 slowest and smallest, 10 fastest; nil takes the codec's default.
  package var speed: Int?
  /// Whether to leave out EXIF and XMP (the orientation is kept).
  package var stripsMetadata: Bool
  /// The descriptions of the gain map; nil chooses the container's usual ones. A description that the container does
  /// not support is left out.
  package var gainMapKinds: Set<GainMapDescription.Kind>?
  /// Whether to leave out parts for readers that do not support code points, such as the profile beside them, because
  /// every byte counts. Default false.
  package var omitsFallbacks = false
  /// Whether floats are stored as halves; see ``SampleRange/half``. Default false.
  package var storesHalf = false
  /// Whether the decoded result of a lossy PQ or HLG file is compared with the written picture. Default
  /// false: it takes a decode.
  package var checksLight = false
  /// Collects what the encoder had to change for the file; nil discards it.
  package var report: EncodingReport?

  package init(
    quality: Double = 95, gainMapQuality: Double? = nil, chroma: Chroma? = nil, isProgressive: Bool = false,
    isLossless: Bool = false, bitDepth: Int? = nil, speed: Int? = nil, stripsMetadata: Bool = false,
    gainMapKinds: Set<GainMapDescription.Kind>? = nil, report: EncodingReport? = nil
  ) {
    self.quality = quality
    self.gainMapQuality = gainMapQuality
    self.chroma = chroma
    self.isProgressive = isProgressive
    self.isLossless = isLossless
    self.bitDepth = bitDepth
    self.speed = speed
    self.stripsMetadata = stripsMetadata
    self.gainMapKinds = gainMapKinds
    self.report = report
  }
}

extension EncodeOptions {
  /// The quality of a gain map whose codes come from a file.
  var keptMapQuality: Double { gainMapQuality ?? Self.gainMapQuality(forQuality: quality) }

  /// The step in codes of a map that was computed; nil where a quality is requested, or codes are to be kept.
  func gainMapStep(of map: GainMapImage) -> Double? {
    gainMapQuality == nil ? map.codingStep(forQuality: quality) : nil
  }

  /// The quality of a gain map that suits a base of `quality`, 0...100.
  ///
  /// The map corrects the base's losses, so at high quality both have to be good; at low quality, bytes help more in
  /// the base. Found by PU21-PSNR at equal file size on photos.
  package static func gainMapQuality(forQuality quality: Double) -> Double {
    max(quality - min(max(5 + (95 - quality) * 0.8, 3), 16), 1)
  }
}

/// Storage of one component, as `--depth` names it.
package enum SampleDepth: String, CaseIterable, Hashable, Sendable {
  case bits8 = "8"
  case bits10 = "10"
  case bits12 = "12"
  case bits16 = "16"
  case half
  case float

  /// Bits of an integer component; nil for floating point.
  package var integerBits: Int? { Int(rawValue) }
}

/// The abilities of a container.
package struct ImageFormatAbilities: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Files can be read.
  package static let reading = ImageFormatAbilities(rawValue: 1 << 0)
  /// Files can be written.
  package static let writing = ImageFormatAbilities(rawValue: 1 << 1)
  /// PQ and HLG pictures fit in.
  package static let isoHDR = ImageFormatAbilities(rawValue: 1 << 2)
  /// A gain map fits in.
  package static let gainMap = ImageFormatAbilities(rawValue: 1 << 3)
  /// More than 8 bits fit in.
  package static let deepColor = ImageFormatAbilities(rawValue: 1 << 4)
  /// Transparency fits in.
  package static let alpha = ImageFormatAbilities(rawValue: 1 << 5)
  /// Numbers are stored exactly.
  package static let lossless = ImageFormatAbilities(rawValue: 1 << 6)
  /// Floating point numbers fit in.
  package static let float = ImageFormatAbilities(rawValue: 1 << 7)
  /// Pictures can be stored with losses: a quality has a meaning.
  package static let lossy = ImageFormatAbilities(rawValue: 1 << 8)
  /// Chroma can be stored at less resolution than luma.
  package static let chromaSubsampling = ImageFormatAbilities(rawValue: 1 << 9)
  /// The container states the picture's orientation, and its readers apply it.
  package static let orientation = ImageFormatAbilities(rawValue: 1 << 10)
  /// Colours are stored multiplied by their alpha: light without alpha, such as glows, can be stored.
  package static let premultipliedAlpha = ImageFormatAbilities(rawValue: 1 << 11)
}

/// A file whose headers have been read.
package protocol ImageReader: Sendable {
  /// The file.
  var bytes: FileBytes { get }
  /// The headers' information on the picture that is shown first.
  var info: StillInfo { get }
  /// The headers' information on a picture, from 0 to ``StillInfo/frameCount``.
  func info(at index: Int) throws(ImageIOError) -> StillInfo
  /// The headers' information on the picture and layer of a request.
  func info(of request: DecodeRequest) throws(ImageIOError) -> StillInfo
  /// The boxes, markers, chunks or fields of the file, in file order, with their places.
  func structure() -> [FilePart]
  /// The file's violations of its container's rules, beyond those that prevent reading it.
  func conformanceFindings() -> [ConformanceFinding]
  /// Decodes a picture.
  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage
  /// The size that ``decode(_:)`` will give the base picture, as stored: smaller than the file's where the container
  /// honours ``DecodeRequest/scaleDenominator``.
  func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int)
  /// Starts decoding a picture row by row, with the pixels of ``decode(_:)``; nil where the file's form needs the whole
  /// picture in memory (interlaced, progressive, ...) or the container has no such decoder.
  func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)?
  /// Whether ``decode(_:)`` takes memory only for ``DecodeRequest/region``, not for the whole picture.
  var decodesRegions: Bool { get }
  /// Whether ``decode(_:)`` needs the pages of a mapped file until it is done; decoders that work row by row
  /// release pages that are done.
  var holdsFileWhileDecoding: Bool { get }
  /// The memory that the codec takes while it decodes, beside the picture: in bytes per pixel, for
  /// ``DecodeLimits/maxMemoryBytes``.
  var codecBytesPerPixel: Int { get }
  /// The bytes taken while a picture is decoded, beside its pixels and with its gain map: by the codec, as
  /// far as they are counted.
  func decodingByteCount(_ request: DecodeRequest) -> Int
  /// The same while rows are read from ``rows(_:)``; nil where the picture can only be decoded whole.
  func rowDecodingByteCount(_ request: DecodeRequest) -> Int?
  /// Decodes only the gain map; nil where the picture has none.
  func gainMap(_ request: DecodeRequest) throws(ImageIOError) -> GainMapImage?
  /// Decodes the small version of a picture that the container itself carries, in the picture's stored orientation; nil
  /// when there is none. Previews inside EXIF blocks are not included.
  func preview(at index: Int, limits: DecodeLimits) throws(ImageIOError) -> StillImage?
}

extension ImageReader {
  package var decodesRegions: Bool { false }
  package var holdsFileWhileDecoding: Bool { true }
  package var codecBytesPerPixel: Int { 0 }
  package func rowDecodingByteCount(_ request: DecodeRequest) -> Int? { nil }

  package func decodingByteCount(_ request: DecodeRequest) -> Int {
    let (width, height) = decodedSize(request)
    return width * height * codecBytesPerPixel
  }

  package func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? { nil }
  package func preview(at index: Int, limits: DecodeLimits) throws(ImageIOError) -> StillImage? { nil }

  package func gainMap(_ request: DecodeRequest) throws(ImageIOError) -> GainMapImage? { try decode(request).gainMap }

  package func info(at index: Int) throws(ImageIOError) -> StillInfo {
    guard index == 0 else {
      throw .noPicture(at: index, of: 1)
    }
    return info
  }

  package func info(of request: DecodeRequest) throws(ImageIOError) -> StillInfo {
    let info = try info(at: request.index)
    if let layer = request.layer { throw .noLayer(layer, of: info.layers) }
    return info
  }

  package func structure() -> [FilePart] { [] }
  package func conformanceFindings() -> [ConformanceFinding] { [] }

  package func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int) {
    let picture = (try? info(at: request.index)) ?? info
    return (picture.width, picture.height)
  }
}

/// Turns a picture into a file's bytes.
///
/// The bytes depend only on the arguments: not on time, random numbers or worker counts.
package protocol ImageWriter: Sendable {
  /// The floating-point samples that it can write; ``ImageFormat/writer`` first brings others into the range.
  func sampleRange(_ format: PixelFormat, _ encoding: ColorEncoding, _ options: EncodeOptions) -> SampleRange

  /// Writes `picture`. Its orientation goes into the metadata; pixels are not turned.
  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8]

  /// Writes `picture` with a gain map that is made from the base as readers will decode it, losses included.
  ///
  /// - Parameter makeGainMap: called once with that base.
  /// - Throws: `ImageIOError/notEncodable(format:text:)` where the container holds no gain map.
  func encode(
    _ picture: StillImage, options: EncodeOptions,
    gainMap makeGainMap: (PixelBitmap) throws(ImageIOError) -> GainMapImage
  ) throws(ImageIOError) -> [UInt8]

  /// The bytes taken while a picture is coded, beside its pixels, by the codec as far as they are counted.
  func encodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int
  /// The same where its rows come one after the other.
  func rowEncodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int

  /// Starts a file whose rows arrive in order. Readers get the pixels and metadata of ``encode(_:options:)``; nil where
  /// the container or the options need the whole picture first.
  func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)?

  /// Starts a file with a gain map whose pictures arrive row by row; nil where the container, the options or the kind
  /// of map need whole pictures.
  func adaptiveRowSink(
    for header: StillHeader, alternate: AlternateHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any AdaptiveRowSink)?
}

extension ImageWriter {
  /// Integers are made of numbers of any size.
  package func sampleRange(
    _ format: PixelFormat, _ encoding: ColorEncoding, _ options: EncodeOptions
  ) -> SampleRange { .finite }

  package func encodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int { 0 }

  package func rowEncodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    encodingByteCount(of: header, options: options)
  }

  package func adaptiveRowSink(
    for header: StillHeader, alternate: AlternateHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any AdaptiveRowSink)? { nil }

  package func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? { nil }

  /// For containers without loss: readers decode the base as it is.
  package func encode(
    _ picture: StillImage, options: EncodeOptions,
    gainMap makeGainMap: (PixelBitmap) throws(ImageIOError) -> GainMapImage
  ) throws(ImageIOError) -> [UInt8] {
    var complete = picture
    complete.gainMap = try makeGainMap(picture.base)
    return try encode(complete, options: options)
  }
}

/// One container: a row of ``ImageFormats``.
package protocol ImageFormat: Sendable {
  /// Short name, as `--format` takes it.
  static var name: String { get }
  /// Uniform type identifier.
  static var uti: String { get }
  /// File name extensions in lower case, the usual one first.
  static var extensions: [String] { get }
  /// Media type.
  static var mimeType: String { get }
  /// Its abilities.
  static var abilities: ImageFormatAbilities { get }
  /// The possible storage of one component.
  static var writableDepths: [SampleDepth] { get }
  /// The single colour space of its numbers, where files do not state one; nil where they do.
  static var onlyEncoding: ColorEncoding? { get }
  /// Whether the first bytes are this container's.
  static func recognizes(_ bytes: FileBytes) -> Bool
  /// Reads the headers.
  static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader
  /// The encoder for this container, when there is one. Callers use ``writer``.
  static var encoder: (any ImageWriter)? { get }
  /// The writers for file extensions that mean one form of the container: nil for forms that are not written.
  static var encodersOfForms: [String: (any ImageWriter)?] { get }
}

extension ImageFormat {
  package static var onlyEncoding: ColorEncoding? { nil }
  package static var encodersOfForms: [String: (any ImageWriter)?] { [:] }
}

extension ImageIOError {
  /// The error of a request for a missing picture. Indices come from the caller and may be anything.
  static func noPicture(at index: Int, of count: Int) -> ImageIOError {
    let pictures = count == 1 ? "one picture" : "\(count) pictures"
    return .unsupported(part: "index", text: "the file has \(pictures), none of index \(index)")
  }

  /// The error of a request for a missing layer.
  static func noLayer(_ name: String, of names: [String]) -> ImageIOError {
    let known = names.isEmpty ? "no layers" : "the layers \(names.joined(separator: ", "))"
    return .unsupported(part: "layer", text: "the picture has \(known), none of the name '\(name)'")
  }
}

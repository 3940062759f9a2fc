internal import Foundation
package import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

extension CMFormatDescription {
  /// What a file says of a track.
  package convenience init(_ facts: TrackFacts) {
    let subType = MediaSubType(rawValue: CodecTag.code(of: facts))
    let mediaType = MediaType(rawValue: FourCharCode(letters: facts.kind.mediaType.rawValue) ?? 0)
    guard let video = facts.video else {
      self.init(
        mediaType: mediaType, mediaSubType: subType,
        audio: facts.audio.map { AudioStreamBasicDescription($0, codec: subType.rawValue) },
        magicCookie: facts.configuration.isEmpty ? nil : Data(facts.configuration))
      return
    }
    let size = CMVideoDimensions(width: Int32(clamping: video.width), height: Int32(clamping: video.height))
    self.init(
      mediaType: mediaType, mediaSubType: subType, dimensions: size,
      extensions: Extensions(video, configuration: facts.configurationBox))
  }

  /// The codes of the colour that it states; nil where primaries, curve or matrix are missing or have no code.
  package var cicp: CICP? {
    guard let transfer = transferCode else { return nil }
    let codes = CICP(
      primaries: code(.colorPrimaries, in: ImageBufferColor.primaries), transfer: transfer,
      matrix: code(.yCbCrMatrix, in: ImageBufferColor.matrices), fullRange: extensions[.fullRangeVideo]?.truth ?? false)
    return [codes.primaries, codes.transfer, codes.matrix].contains(CICP.unspecified) ? nil : codes
  }

  private var transferCode: UInt8? {
    let name = extensions[.transferFunction]?.text
    guard name == kCMFormatDescriptionTransferFunction_UseGamma else {
      return code(.transferFunction, in: ImageBufferColor.transfers)
    }
    guard let level = extensions[.gammaLevel], let exponent = level.amount else { return nil }
    return TransferFunction.gamma(exponent).cicpCode
  }

  private func code(_ key: Extensions.Key, in table: [(name: String, code: UInt8)]) -> UInt8 {
    extensions[key]?.text.map { ImageBufferColor.code(of: $0, in: table) } ?? CICP.unspecified
  }
}

extension CMFormatDescription.Extensions {
  /// What nobody states is left out, assumed colour too.
  ///
  /// - Parameter configuration: the codec's parameters, in the box of this name.
  init(_ video: VideoFacts, configuration: (name: String, bytes: [UInt8])? = nil) {
    self.init()
    self[.bitsPerComponent] = .number(video.bitDepth)
    self[.fieldCount] = .number(video.fieldOrder == .progressive ? 1 : 2)
    if video.hasAlpha { self[.containsAlphaChannel] = .flag(true) }
    setColor(of: video)
    setGeometry(of: video)
    setMetadata(of: video, configuration)
  }

  private mutating func setColor(of video: VideoFacts) {
    if video.chroma == .quarter || video.chroma == .half,
      let location = ImageBufferColor.location(of: video.siting)
    {
      self[.chromaLocationTopField] = .string(location)
      self[.chromaLocationBottomField] = .string(location)
    }
    self[.fullRangeVideo] = .flag(video.cicp.fullRange)
    guard video.colorSource != .assumed else { return }
    self[.colorPrimaries] = Self.name(of: video.cicp.primaries, in: ImageBufferColor.primaries)
    self[.yCbCrMatrix] = Self.name(of: video.cicp.matrix, in: ImageBufferColor.matrices)
    self[.transferFunction] = Self.name(of: video.cicp.transfer, in: ImageBufferColor.transfers)
    if case .gamma(let exponent)? = HeadroomColor.TransferFunction(cicpCode: video.cicp.transfer) {
      self[.transferFunction] = .transferFunction(.useGamma)
      self[.gammaLevel] = .number(exponent)
    }
  }

  private static func name(of code: UInt8, in table: [(name: String, code: UInt8)]) -> Value? {
    ImageBufferColor.name(of: code, in: table).map { .string($0) }
  }

  private mutating func setGeometry(of video: VideoFacts) {
    if let aperture = video.cleanAperture {
      self[.cleanAperture] = .dictionary([
        kCVImageBufferCleanApertureWidthKey: .number(aperture.width),
        kCVImageBufferCleanApertureHeightKey: .number(aperture.height),
        kCVImageBufferCleanApertureHorizontalOffsetKey: .number(aperture.horizontalOffset),
        kCVImageBufferCleanApertureVerticalOffsetKey: .number(aperture.verticalOffset),
      ])
    }
    if video.pixelAspectRatio != (1, 1) {
      self[.pixelAspectRatio] = .dictionary([
        kCVImageBufferPixelAspectRatioHorizontalSpacingKey: .number(video.pixelAspectRatio.width),
        kCVImageBufferPixelAspectRatioVerticalSpacingKey: .number(video.pixelAspectRatio.height),
      ])
    }
  }

  private mutating func setMetadata(of video: VideoFacts, _ configuration: (name: String, bytes: [UInt8])?) {
    self[.masteringDisplayColorVolume] = (video.hdr.mastering?.seiBytes).map { .data(Data($0)) }
    self[.contentLightLevelInfo] = (video.hdr.lightLevel?.seiBytes).map { .data(Data($0)) }
    self[.ambientViewingEnvironment] = (video.hdr.ambient?.seiBytes).map { .data(Data($0)) }
    var boxes: [String: Value] = [:]
    if let (name, bytes) = configuration { boxes[name] = .data(Data(bytes)) }
    if let ambient = video.hdr.ambient { boxes["amve"] = .data(Data(ambient.seiBytes)) }
    if let dolby = video.dolbyVision { boxes[dolby.boxName] = .data(Data(dolby.record)) }
    if !boxes.isEmpty { self[.sampleDescriptionExtensionAtoms] = .dictionary(boxes) }
  }
}

extension AudioStreamBasicDescription {
  init(_ facts: AudioFacts, codec: FourCharCode) {
    self.init()
    mSampleRate = Double(facts.sampleRate)
    mFormatID = codec
    mChannelsPerFrame = UInt32(clamping: facts.channels)
  }
}

extension DolbyVisionConfiguration {
  /// Dolby names the box by the profile.
  var boxName: String { profile <= 7 ? "dvcC" : profile <= 10 ? "dvvC" : "dvwC" }

  /// The 24 bytes of the box:
  ///
  ///     version 1.0, 2 bytes | profile 7 bits, level 6, RPU 1, enhancement layer 1, base layer 1 | compatibility 4 bits | 0
  var record: [UInt8] {
    let flags = (hasRPU ? 4 : 0) | (hasEnhancementLayer ? 2 : 0) | (hasBaseLayer ? 1 : 0)
    let bits = (profile & 0x7f) << 9 | (level & 0x3f) << 3 | flags
    let head = [1, 0, UInt8(bits >> 8), UInt8(bits & 0xff), UInt8(compatibility & 0xf) << 4]
    return head + [UInt8](repeating: 0, count: 24 - head.count)
  }
}

extension TrackFacts {
  /// The codec's parameters and the box that holds them in ISO files; nil where they have another form or are none.
  fileprivate var configurationBox: (name: String, bytes: [UInt8])? {
    // Parameter sets with start codes are no record.
    guard let name = ["hevc": "hvcC", "h264": "avcC", "av1": "av1C"][codec], configuration.first == 1 || codec == "av1",
      !configuration.isEmpty
    else { return nil }
    return (name, configuration)
  }
}

extension TrackFacts.Kind {
  package var mediaType: AVMediaType {
    switch self {
    case .video: .video
    case .audio: .audio
    case .metadata: .metadata
    case .timecode: .timecode
    case .subtitle: .subtitle
    }
  }
}

internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The coding of the base picture: depth, chroma and code points, from the picture and the options.
struct BaseCoding: Hashable, Sendable {
  let bitDepth: Int
  let subsampling: PlanarPicture.Subsampling
  let settings: CodingSettings

  /// - Throws: `ImageIOError/notEncodable(format:text:)` for pictures that the container cannot hold.
  init<Codec: StillPictureCodec>(
    _: Codec.Type, _ picture: StillHeader, _ options: EncodeOptions, defaultChroma: EncodeOptions.Chroma
  ) throws(ImageIOError) {
    let encoding = picture.encoding.standardRange
    guard encoding.model == .rgb || encoding.model == .monochrome else {
      throw .notEncodable(format: Codec.format, text: "holds RGB and gray, not \(encoding.model.rawValue)")
    }
    let isGray = picture.format.isGray
    bitDepth = try Self.bitDepth(Codec.self, picture, options)
    subsampling = Self.subsampling(
      picture.format, isLossless: options.isLossless, chroma: options.chroma ?? defaultChroma)
    var cicp = Self.codePoints(of: encoding)
    // Without loss, only the components themselves are restored exactly.
    if options.isLossless, !isGray { cicp.matrix = 0 }
    let quality = options.quality.isNaN ? 0 : min(max(options.quality, 0), 100)
    settings = CodingSettings(
      quality: quality, isLossless: options.isLossless, speed: options.speed, cicp: cicp, light: encoding)
  }

  private static func bitDepth<Codec: StillPictureCodec>(
    _: Codec.Type, _ picture: StillHeader, _ options: EncodeOptions
  ) throws(ImageIOError) -> Int {
    let isHDR = picture.encoding.transfer.isHDR
    guard let wanted = options.bitDepth else {
      let isDeep = picture.format.component != .uint8
      return isDeep && options.isLossless ? 12 : isDeep || isHDR ? 10 : 8
    }
    guard Codec.bitDepths.contains(wanted) else {
      let depths = Codec.bitDepths.map(String.init).joined(separator: ", ")
      throw .notEncodable(format: Codec.format, text: "has \(depths) bits, not \(wanted)")
    }
    guard !isHDR || wanted > 8 else {
      throw .notEncodable(format: Codec.format, text: "8 bits cannot hold PQ or HLG; 10 can")
    }
    return wanted
  }

  private static func subsampling(
    _ format: PixelFormat, isLossless: Bool, chroma: EncodeOptions.Chroma
  ) -> PlanarPicture.Subsampling {
    if format.isGray { return .monochrome }
    if isLossless { return .full }
    return switch chroma {
    case .full: .full
    case .half: .half
    case .quarter: .quarter
    }
  }

  /// The code points of coded pictures of an encoding; primaries and transfer are 2 where only
  /// a profile can state them.
  ///
  /// Full range. The matrix is BT.2020's for its primaries, else BT.601's, which is MIAF's default and
  /// the one that phones write.
  static func codePoints(of encoding: ColorEncoding) -> CICP {
    var described = encoding
    described.model = .rgb
    var cicp =
      CICP(encoding: described) ?? CICP(primaries: CICP.unspecified, transfer: CICP.unspecified)
    cicp.matrix = cicp.primaries == 9 ? 9 : 6
    return cicp
  }
}

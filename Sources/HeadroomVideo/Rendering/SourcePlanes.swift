internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// How the planes of a source become pixels.
enum SourcePlanes: Hashable, Sendable {
  /// Luma and chroma: read where they lie.
  case ycbcr(YCbCrEncoding)
  /// Green, blue and red: written into pixels first.
  case components(isFullRange: Bool)

  /// - Throws: for matrices that are not read.
  init(_ cicp: CICP, _ facts: VideoFacts) throws(MediaError) {
    if let matrix = cicp.matrixCoefficients?.lumaMatrix {
      self = .ycbcr(YCbCrEncoding(matrix: matrix, isFullRange: cicp.fullRange, siting: facts.siting))
      return
    }
    guard cicp.matrix == 0, facts.chroma == .full else {
      throw MediaError(
        .unsupported("the colour \(cicp.primaries)/\(cicp.transfer)/\(cicp.matrix) is not read"))
    }
    guard !facts.hasAlpha else {
      throw MediaError(.unsupported("planes of green, blue and red with alpha are not composed"))
    }
    self = .components(isFullRange: cicp.fullRange)
  }

  /// - Throws: `PlanarBitmapError`, `PlanarError`, `PixelError`.
  func bitmap(_ picture: PlanarPicture) throws -> PixelBitmap {
    switch self {
    case .ycbcr(let encoding): return try PixelBitmap(planar: picture, ycbcr: encoding)
    case .components(let isFullRange):
      let coding = PlanarPicture.Coding(matrix: 0, isFullRange: isFullRange, siting: .center)
      let format = YCbCrConverter.format(
        bitDepth: picture.bitDepth, subsampling: picture.subsampling, hasAlpha: false)
      let bitmap = try PixelBitmap(width: picture.width, height: picture.height, format: format, alpha: .opaque)
      let converter = try YCbCrConverter(coding, bitDepth: picture.bitDepth, subsampling: picture.subsampling)
      converter.convert(picture, into: bitmap, isConcurrent: true)
      return bitmap
    }
  }

  /// A picture whose chroma lies where the source's does.
  func meaning(of picture: PlanarPicture) -> PlanarPicture {
    guard case .ycbcr(let encoding) = self else { return picture }
    var picture = picture
    picture.coding.siting = encoding.siting
    return picture
  }

  /// The same for pictures whose chroma lies elsewhere.
  func sited(_ siting: YCbCrEncoding.Siting) -> SourcePlanes {
    guard case .ycbcr(var encoding) = self else { return self }
    encoding.siting = siting
    return .ycbcr(encoding)
  }
}

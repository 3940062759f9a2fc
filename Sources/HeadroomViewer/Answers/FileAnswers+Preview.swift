internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures

extension FileAnswers {
  /// Longest side of a preview: some files carry one of their full size.
  private static let previewSide = 512

  /// The file's embedded preview, upright; empty where it has none. The picture itself is never decoded.
  func preview() throws -> ViewerResponse {
    var wanted = CGImageSource.ThumbnailRequest()
    wanted.origin = .embedded
    wanted.maxPixelSize = Self.previewSide
    let source = CGImageSource(bytes: file.reader.bytes)
    guard let preview = try? source.thumbnail(at: 0, wanted) else { return ViewerResponse(status: 204) }
    let image = CIImage(cgImage: preview).toneMapped(to: 1)
    let encoding = preview.colorSpace?.encoding.ordinarySpace ?? .sRGB
    return ViewerResponse("image/jpeg", try renderer.file(ShownFile.sdr(image, encoding, quality: 80)))
  }
}

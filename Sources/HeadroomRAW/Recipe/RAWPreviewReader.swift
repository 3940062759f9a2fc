package import HeadroomContainers
package import HeadroomImageIO

/// A small picture beside a sensor's, with its orientation and metadata: the camera's own development.
package struct RAWPreviewReader: ImageReader {
  private let preview: any ImageReader
  private let file: StillInfo

  /// Uses the smallest one that is large enough and shows all of the picture; nil where there is none.
  ///
  /// - Parameter side: the fewest pixels of its longer side.
  package init?(_ file: RAWReader, longerSide side: Int, limits: DecodeLimits) {
    let info = file.info
    for preview in file.picture.header.previews.reversed() {
      guard let reader = try? ImageFormats.open(preview.bytes, limits: limits),
        max(reader.info.width, reader.info.height) >= side, Self.isSameShape(reader.info, info)
      else { continue }
      (self.preview, self.file) = (reader, info)
      return
    }
    return nil
  }

  /// Cameras round the sizes of previews, and crop a few pixels more or less than in the raw picture.
  private static func isSameShape(_ preview: StillInfo, _ picture: StillInfo) -> Bool {
    let (a, b) = (Double(preview.width) * Double(picture.height), Double(preview.height) * Double(picture.width))
    return b > 0 && abs(a / b - 1) < 0.02
  }

  package var bytes: FileBytes { preview.bytes }

  package var info: StillInfo {
    var info = preview.info
    (info.orientation, info.metadata) = (file.orientation, file.metadata)
    (info.cameraMake, info.cameraModel) = (file.cameraMake, file.cameraModel)
    return info
  }

  package func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int) { preview.decodedSize(request) }
  package var decodesRegions: Bool { preview.decodesRegions }
  package var codecBytesPerPixel: Int { preview.codecBytesPerPixel }
  package func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? {
    try preview.rows(request)
  }

  package func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    var still = try preview.decode(request)
    (still.orientation, still.metadata) = (file.orientation, file.metadata)
    return still
  }
}

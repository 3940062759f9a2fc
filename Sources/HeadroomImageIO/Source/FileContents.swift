internal import HeadroomContainers
internal import HeadroomGraphics

/// What a file holds, as the `{FileContents}` part of its properties.
struct FileContents {
  private let source: CGImageSource

  init(_ source: CGImageSource) { self.source = source }

  var dictionary: CFDictionary {
    [
      kCGImagePropertyImageCount: source.count, kCGImagePropertyPrimaryImage: 0,
      kCGImagePropertyImages: (0..<source.count).map { picture(at: $0) } as CFArray,
    ]
  }

  private func picture(at index: Int) -> CFDictionary {
    var result: CFDictionary = [kCGImagePropertyImageIndex: index]
    guard let info = try? source.info(at: index) else { return result }
    result[kCGImagePropertyWidth] = info.width
    result[kCGImagePropertyHeight] = info.height
    if let name = CGColorSpace(encoding: info.encoding).name { result[kCGImagePropertyNamedColorSpace] = name }
    let auxiliary = source.auxiliaryTypes(at: index).map { found -> CFDictionary in
      [
        kCGImagePropertyAuxiliaryDataType: found.type, kCGImagePropertyWidth: found.width,
        kCGImagePropertyHeight: found.height,
      ]
    }
    if !auxiliary.isEmpty { result[kCGImagePropertyAuxiliaryData] = auxiliary as CFArray }
    if let (width, height) = preview(info) {
      let size: CFDictionary = [kCGImagePropertyWidth: width, kCGImagePropertyHeight: height]
      result[kCGImagePropertyThumbnailImages] = [size] as CFArray
    }
    return result
  }

  /// The size of EXIF's preview.
  private func preview(_ info: StillInfo) -> (width: Int, height: Int)? {
    guard let exif = info.metadata.exif, let bytes = (try? EXIFBlock(parsing: exif))?.previewBytes,
      let small = try? ImageFormats.open(FileBytes(bytes), limits: source.limits).info
    else { return nil }
    return (small.width, small.height)
  }
}

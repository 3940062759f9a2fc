/// The planes of a bitmap, without an array: bitmaps are copied for every row that is read.
struct PixelPlanes: Hashable, Sendable {
  /// Pixels, or luma.
  let first: PixelPlane
  /// Cb, Cr pairs of a biplanar format, Cb of a planar one.
  let chroma: PixelPlane?
  /// Cr of a planar format.
  let red: PixelPlane?
  /// Alpha of a planar format.
  let alpha: PixelPlane?

  /// - Parameter planes: as many as the format has.
  init(_ planes: [PixelPlane], _ format: PixelFormat) {
    let alphaIndex = format.alphaPlaneIndex
    let colors = alphaIndex ?? planes.count
    first = planes[0]
    chroma = colors > 1 ? planes[1] : nil
    red = colors > 2 ? planes[2] : nil
    alpha = alphaIndex.map { planes[$0] }
  }

  /// In the order of the format's plane numbers.
  var all: [PixelPlane] { [first, chroma, red, alpha].compactMap(\.self) }

  /// The planes from a pixel on that lies on a sample of chroma.
  func moved(x: Int, y: Int, _ format: PixelFormat) -> PixelPlanes {
    let (across, down) = format.subsampling
    var index = -1
    let planes = all.map { plane in
      index += 1
      let isReduced = index > 0 && index != format.alphaPlaneIndex
      let (column, row) = isReduced ? (x / across, y / down) : (x, y)
      let start = plane.offset + row * plane.rowBytes + column * format.bytesPerElement(plane: index)
      return PixelPlane(offset: start, rowBytes: plane.rowBytes)
    }
    return PixelPlanes(planes, format)
  }
}

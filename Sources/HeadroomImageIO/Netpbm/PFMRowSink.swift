internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A PFM file whose rows arrive in order. The file begins with the bottom row, so its space is reserved first and rows
/// are written to their places.
final class PFMRowSink: StillRowSink {
  private let picture: StillHeader
  private let output: any ByteSink
  private let rowBytes: Int
  /// Where the raster begins.
  private let raster: Int
  private var written = 0

  private static let paddingBytes = 1 << 20

  init(_ picture: StillHeader, _ output: any ByteSink) throws(ImageIOError) {
    self.picture = picture
    self.output = output
    let channels = picture.format.isGray ? 1 : 3
    rowBytes = picture.width * channels * MemoryLayout<Float>.stride
    try output.append(Array("\(channels == 1 ? "Pf" : "PF")\n\(picture.width) \(picture.height)\n-1.0\n".utf8))
    raster = output.count
    let padding = [UInt8](repeating: 0, count: Self.paddingBytes)
    var missing = rowBytes * picture.height
    while missing > 0 {
      try TaskContext.check()
      try output.append(missing < padding.count ? [UInt8](repeating: 0, count: missing) : padding)
      missing -= padding.count
    }
  }

  /// A few mebibytes.
  var rowGroup: Int { max((4 << 20) / rowBytes, 1) }

  func write(_ band: PixelBitmap) throws(ImageIOError) {
    precondition(band.width == picture.width && band.format == picture.format)
    precondition(band.height <= picture.height - written, "more rows than the picture has")
    let light = try StillImage(base: band, encoding: picture.encoding)
      .linearBase(primaries: .bt709, keepsAlpha: false, component: .float)
    for first in stride(from: 0, to: band.height, by: rowGroup) {
      try TaskContext.check()
      try put(light, first..<min(first + rowGroup, band.height))
    }
  }

  private func put(_ light: PixelBitmap, _ rows: Range<Int>) throws(ImageIOError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rowBytes * rows.count)
    for row in rows.reversed() {
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: light.rowAddress(row), count: rowBytes))
    }
    written += rows.count
    try output.replace(at: raster + (picture.height - written) * rowBytes, with: bytes)
  }

  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError) {
    guard written == picture.height else {
      throw .internalError("\(written) of \(picture.height) rows were written")
    }
  }
}

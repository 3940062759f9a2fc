internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A picture as video codecs take and give it: a plane of luma, and two of chroma unless it is monochrome.
///
/// Samples of up to 8 bits are bytes; deeper ones are 16-bit words, little-endian, with the value in the low bits.
/// With the matrix code 0 (identity) the planes are green, blue and red.
struct YCbCrPlanes: Sendable {
  /// How many chroma samples there are for the luma's.
  enum Subsampling: String, CaseIterable, Hashable, Sendable {
    case monochrome = "400"
    case quarter = "420"
    case half = "422"
    case full = "444"

    /// Luma samples for one of chroma along a row.
    var horizontal: Int { self == .quarter || self == .half ? 2 : 1 }
    /// Luma samples for one of chroma along a column.
    var vertical: Int { self == .quarter ? 2 : 1 }
  }

  /// What the samples stand for.
  struct Coding: Hashable, Sendable {
    /// Matrix coefficients of H.273: 0 identity, 1, 5, 6, 8, 9, 10, ...
    var matrix: UInt8
    /// Whether every code is used.
    var isFullRange: Bool
    /// Where chroma samples lie.
    var siting: YCbCrEncoding.Siting
    /// From signals to light; matters to matrices 10, 13 and 14, and where planes are made that keep light.
    var curve = TransferFunction.bt709
    /// What the signals are of; matters to matrices 12 and 13, and where planes are made that keep light.
    var primaries = ColorPrimaries.bt709
  }

  /// Width of the luma plane.
  let width: Int
  /// Height of the luma plane.
  let height: Int
  /// Bits of a sample, 8 to 16.
  let bitDepth: Int
  let subsampling: Subsampling
  var coding: Coding
  /// The memory of all planes.
  let storage: PixelStorage
  /// Luma, Cb, Cr; luma alone for monochrome.
  let planes: [PixelPlane]

  /// Planes with undefined samples. Rows start on multiples of 64 bytes.
  ///
  /// The caller has checked the size against ``DecodeLimits``.
  init(
    width: Int, height: Int, bitDepth: Int, subsampling: Subsampling, coding: Coding, pool: StoragePool = .shared
  ) throws(ImageIOError) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.subsampling = subsampling
    self.coding = coding
    var planes: [PixelPlane] = []
    var end = 0
    for index in 0..<(subsampling == .monochrome ? 1 : 3) {
      let size = Self.planeSize(index, width: width, height: height, subsampling)
      let rowBytes = (size.width * (bitDepth > 8 ? 2 : 1) + 63) & ~63
      planes.append(PixelPlane(offset: end, rowBytes: rowBytes))
      end += rowBytes * size.height
    }
    self.planes = planes
    do throws(PixelError) {
      storage = try pool.storage(byteCount: end)
    } catch {
      throw ImageIOError(error)
    }
  }

  private init(_ whole: YCbCrPlanes, width: Int, height: Int, planes: [PixelPlane]) {
    self.width = width
    self.height = height
    self.planes = planes
    bitDepth = whole.bitDepth
    subsampling = whole.subsampling
    coding = whole.coding
    storage = whole.storage
  }

  /// A part of the picture, in the same memory. It lies inside and begins on a sample of chroma.
  func part(x: Int, y: Int, width: Int, height: Int) -> YCbCrPlanes {
    precondition(x % subsampling.horizontal == 0 && y % subsampling.vertical == 0, "begins between samples of chroma")
    precondition(x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height, "reaches outside")
    let moved = planes.enumerated().map { index, plane in
      let (across, down) = index == 0 ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
      let start = plane.offset + y / down * plane.rowBytes + x / across * bytesPerSample
      return PixelPlane(offset: start, rowBytes: plane.rowBytes)
    }
    return YCbCrPlanes(self, width: width, height: height, planes: moved)
  }

  /// Bytes of one sample.
  var bytesPerSample: Int { layout.size }
  /// How samples lie in the rows of each plane.
  var layout: SampleLayout { .planar(bitDepth: bitDepth) }

  /// The size of a plane in samples.
  func size(ofPlane index: Int) -> (width: Int, height: Int) {
    Self.planeSize(index, width: width, height: height, subsampling)
  }

  /// The first sample of a row of a plane.
  func rowAddress(_ row: Int, plane index: Int) -> UnsafeMutableRawPointer {
    unsafe storage.base + planes[index].offset + row * planes[index].rowBytes
  }

  /// Bytes of all planes.
  static func byteCount(width: Int, height: Int, bitDepth: Int, _ subsampling: Subsampling) -> Int {
    (0..<(subsampling == .monochrome ? 1 : 3)).reduce(0) { sum, index in
      let size = planeSize(index, width: width, height: height, subsampling)
      return sum + ((size.width * (bitDepth > 8 ? 2 : 1) + 63) & ~63) * size.height
    }
  }

  private static func planeSize(
    _ index: Int, width: Int, height: Int, _ subsampling: Subsampling
  ) -> (width: Int, height: Int) {
    guard index > 0 else { return (width, height) }
    let (across, down) = (subsampling.horizontal, subsampling.vertical)
    return ((width + across - 1) / across, (height + down - 1) / down)
  }
}

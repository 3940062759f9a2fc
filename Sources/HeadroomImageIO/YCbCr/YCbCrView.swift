internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Planes in somebody else's memory: a codec's picture, or ``YCbCrPlanes``. Valid as long as that memory is.
@safe
struct YCbCrView {
  /// The samples of one plane.
  @safe
  struct Plane {
    let base: UnsafeRawPointer
    let rowBytes: Int
    let width: Int
    let height: Int

    /// The first sample of a row.
    func row(_ index: Int) -> UnsafeRawPointer { unsafe base + index * rowBytes }
  }

  /// Size of the luma plane.
  let width: Int
  let height: Int
  /// Bits of a sample; one byte each up to 8, else two.
  let bitDepth: Int
  let subsampling: YCbCrPlanes.Subsampling
  let coding: YCbCrPlanes.Coding
  /// Luma, Cb, Cr; luma alone for monochrome.
  let planes: [Plane]

  /// - Throws: when a plane is not there or smaller than the picture needs.
  init(
    width: Int, height: Int, bitDepth: Int, subsampling: YCbCrPlanes.Subsampling, coding: YCbCrPlanes.Coding,
    planes: [Plane]
  ) throws(ImageIOError) {
    let bytesPerSample = bitDepth > 8 ? 2 : 1
    let count = subsampling == .monochrome ? 1 : 3
    guard width > 0, height > 0, (8...16).contains(bitDepth), planes.count >= count else {
      throw .malformed(part: "planes", text: "\(width)x\(height) with \(bitDepth) bits is no picture", offset: nil)
    }
    for index in 0..<count {
      let plane = planes[index]
      let across = index == 0 ? 1 : subsampling.horizontal
      let down = index == 0 ? 1 : subsampling.vertical
      guard plane.width >= (width + across - 1) / across, plane.height >= (height + down - 1) / down,
        plane.rowBytes >= plane.width * bytesPerSample
      else { throw .malformed(part: "planes", text: "plane \(index) is too small for the picture", offset: nil) }
    }
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.subsampling = subsampling
    self.coding = coding
    self.planes = Array(planes.prefix(count))
  }

  /// The picture of planes; they must outlive the view.
  init(_ planes: YCbCrPlanes) {
    width = planes.width
    height = planes.height
    bitDepth = planes.bitDepth
    subsampling = planes.subsampling
    coding = planes.coding
    self.planes = planes.planes.indices.map { index in
      let size = planes.size(ofPlane: index)
      return unsafe Plane(
        base: UnsafeRawPointer(planes.rowAddress(0, plane: index)), rowBytes: planes.planes[index].rowBytes,
        width: size.width, height: size.height)
    }
  }

  /// Bytes of one sample.
  var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }
}

package import HeadroomColor

/// A picture in the form that video codecs take and return: a plane of luma, two of chroma unless it is monochrome,
/// and perhaps one of alpha.
///
/// Codes have 8 to 16 bits, in bytes or in 16-bit little-endian words, at the lower or the upper end. With the
/// matrix code 0 (identity) the planes are green, blue and red. The planes lie in their own memory or in
/// foreign memory: a codec's, or a bitmap's; a biplanar one's Cb and Cr alternate in one plane. A copy refers to
/// the same samples. Sendable: the samples follow the rule of bitmaps. They are written by their one owner and
/// only read once they are shared.
@safe
package struct PlanarPicture: @unchecked Sendable {
  /// How many chroma samples there are for the luma's.
  package enum Subsampling: String, CaseIterable, Hashable, Sendable {
    case monochrome = "400"
    case quarter = "420"
    case half = "422"
    case full = "444"

    /// Luma samples for one of chroma along a row.
    package var horizontal: Int { self == .quarter || self == .half ? 2 : 1 }
    /// Luma samples for one of chroma along a column.
    package var vertical: Int { self == .quarter ? 2 : 1 }
  }

  /// The meaning of the samples.
  package struct Coding: Hashable, Sendable {
    /// Matrix coefficients of H.273: 0 identity, 1, 5, 6, 8, 9, 10, ...
    package var matrix: UInt8
    /// Whether every code is used.
    package var isFullRange: Bool
    /// Where chroma samples lie.
    package var siting: YCbCrEncoding.Siting
    /// The curve from signals to light; it matters for matrices 10, 13 and 14, and for planes
    /// that are made to keep light.
    package var curve = TransferFunction.bt709
    /// The primaries of the signals; they matter for matrices 12 and 13, and for planes that are made to keep light.
    package var primaries = ColorPrimaries.bt709

    package init(matrix: UInt8, isFullRange: Bool, siting: YCbCrEncoding.Siting) {
      self.matrix = matrix
      self.isFullRange = isFullRange
      self.siting = siting
    }
  }

  /// The samples of one component.
  @safe
  package struct Plane {
    package let base: UnsafeMutableRawPointer
    /// Bytes from one row to the next.
    package let rowBytes: Int
    /// Samples of a row, and rows: a codec's planes may have more than the picture.
    package let width: Int
    package let height: Int

    package init(base: UnsafeMutableRawPointer, rowBytes: Int, width: Int, height: Int) {
      unsafe self.base = unsafe base
      self.rowBytes = rowBytes
      self.width = width
      self.height = height
    }

    /// Samples that are only read.
    package init(reading base: UnsafeRawPointer, rowBytes: Int, width: Int, height: Int) {
      unsafe self.init(
        base: UnsafeMutableRawPointer(mutating: base), rowBytes: rowBytes, width: width, height: height)
    }

    /// The first sample of a row.
    package func row(_ index: Int) -> UnsafeMutableRawPointer { unsafe base + index * rowBytes }

    /// A rectangle of the same samples.
    fileprivate func part(x: Int, y: Int, width: Int, height: Int, stride: Int) -> Plane {
      unsafe Plane(base: base + y * rowBytes + x * stride, rowBytes: rowBytes, width: width, height: height)
    }
  }

  /// Size of the picture, which is that of luma.
  package let width: Int
  package let height: Int
  /// Bits of a code, 8 to 16.
  package let bitDepth: Int
  package let subsampling: Subsampling
  package var coding: Coding
  /// How samples of luma and alpha lie in their rows.
  package let layout: SampleLayout
  /// How samples of chroma lie in theirs.
  package let chromaLayout: SampleLayout
  package let luma: Plane
  /// Cb and Cr; nil for monochrome. Where they alternate in one plane, the two begin one sample apart.
  package let chroma: (blue: Plane, red: Plane)?
  /// The opacity of the picture, as large as luma; nil where it is opaque.
  package let alpha: Plane?
  /// The object that keeps the memory alive.
  private let owner: AnyObject?

  /// Luma, Cb, Cr; luma alone for monochrome.
  package var planes: [Plane] { chroma.map { [luma, $0.blue, $0.red] } ?? [luma] }
  /// Bytes of one sample.
  package var bytesPerSample: Int { layout.size }

  // MARK: - Memory of its own

  /// A picture with undefined samples. Rows start on multiples of 64 bytes.
  ///
  /// The caller has checked the size.
  ///
  /// - Parameter layout: of the samples; nil puts codes into the low bits, of bytes where these suffice.
  package init(
    width: Int, height: Int, bitDepth: Int, subsampling: Subsampling, coding: Coding, layout: SampleLayout? = nil,
    hasAlpha: Bool = false, pool: StoragePool = .shared
  ) throws(PixelError) {
    guard width > 0, height > 0 else { throw .invalidSize(width: width, height: height) }
    let layout = layout ?? .planar(bitDepth: bitDepth)
    let sizes = Self.planeSizes(width: width, height: height, subsampling, hasAlpha: hasAlpha)
    let rowBytes = sizes.map { Self.rowBytes($0.width, layout) }
    let storage = try pool.storage(byteCount: zip(sizes, rowBytes).reduce(0) { $0 + $1.0.height * $1.1 })
    var end = 0
    var planes: [Plane] = []
    for (size, rowBytes) in zip(sizes, rowBytes) {
      unsafe planes.append(
        Plane(base: storage.base + end, rowBytes: rowBytes, width: size.width, height: size.height))
      end += rowBytes * size.height
    }
    let alpha = hasAlpha ? planes.removeLast() : nil
    self.init(
      width: width, height: height, bitDepth: bitDepth, subsampling: subsampling, coding: coding, layout: layout,
      chromaLayout: layout, planes[0], planes.count > 1 ? (planes[1], planes[2]) : nil, alpha, storage)
  }

  /// Bytes of all planes of a picture with its own memory.
  package static func byteCount(width: Int, height: Int, bitDepth: Int, _ subsampling: Subsampling) -> Int {
    planeSizes(width: width, height: height, subsampling, hasAlpha: false)
      .reduce(0) { $0 + rowBytes($1.width, .planar(bitDepth: bitDepth)) * $1.height }
  }

  private static func rowBytes(_ width: Int, _ layout: SampleLayout) -> Int {
    (width * layout.stride + MemoryBlock.alignment - 1) & ~(MemoryBlock.alignment - 1)
  }

  /// Luma, Cb, Cr, alpha, as far as there are such.
  private static func planeSizes(
    width: Int, height: Int, _ subsampling: Subsampling, hasAlpha: Bool
  ) -> [(width: Int, height: Int)] {
    let (across, down) = (subsampling.horizontal, subsampling.vertical)
    let chroma = ((width + across - 1) / across, (height + down - 1) / down)
    let colors = subsampling == .monochrome ? [] : [chroma, chroma]
    return [(width, height)] + colors + (hasAlpha ? [(width, height)] : [])
  }

  // MARK: - Somebody else's memory

  /// A picture over existing planes.
  ///
  /// - Parameters:
  ///   - planes: luma, Cb and Cr; luma alone for monochrome.
  ///   - alpha: as large as luma.
  ///   - layout: of luma and alpha; nil has codes in the low bits, of bytes where these suffice.
  ///   - chromaLayout: of Cb and Cr; nil is as luma's.
  ///   - owner: the object that keeps the memory alive; nil where the caller does.
  /// - Throws: when a plane is missing or smaller than the picture needs.
  package init(
    width: Int, height: Int, bitDepth: Int, subsampling: Subsampling, coding: Coding, planes: [Plane],
    alpha: Plane? = nil, layout: SampleLayout? = nil, chromaLayout: SampleLayout? = nil, owner: AnyObject? = nil
  ) throws(PixelError) {
    guard width > 0, height > 0 else { throw .invalidSize(width: width, height: height) }
    let layout = layout ?? .planar(bitDepth: bitDepth)
    let chromaLayout = chromaLayout ?? layout
    let sizes = Self.planeSizes(width: width, height: height, subsampling, hasAlpha: alpha != nil)
    let count = sizes.count - (alpha == nil ? 0 : 1)
    guard planes.count >= count else { throw .wrongPlaneCount(given: planes.count, needed: count) }
    let all = planes.prefix(count) + (alpha.map { [$0] } ?? [])
    for (index, (plane, size)) in zip(all, sizes).enumerated() {
      let needed = plane.width * (index == 0 || index == count ? layout : chromaLayout).stride
      guard plane.width >= size.width, plane.height >= size.height else {
        throw .storageTooSmall(plane: index, needed: size.width * size.height, available: plane.width * plane.height)
      }
      guard plane.rowBytes >= needed else {
        throw .rowBytesTooSmall(plane: index, rowBytes: plane.rowBytes, needed: needed)
      }
    }
    self.init(
      width: width, height: height, bitDepth: bitDepth, subsampling: subsampling, coding: coding, layout: layout,
      chromaLayout: chromaLayout, planes[0], count > 1 ? (planes[1], planes[2]) : nil, alpha, owner)
  }

  /// Planes that are known to be large enough.
  init(
    width: Int, height: Int, bitDepth: Int, subsampling: Subsampling, coding: Coding, layout: SampleLayout,
    chromaLayout: SampleLayout, _ luma: Plane, _ chroma: (blue: Plane, red: Plane)?, _ alpha: Plane?,
    _ owner: AnyObject?
  ) {
    precondition((8...8 * layout.size).contains(bitDepth), "codes do not fit their samples")
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.subsampling = subsampling
    self.coding = coding
    self.layout = layout
    self.chromaLayout = chromaLayout
    self.luma = luma
    self.chroma = chroma
    self.alpha = alpha
    self.owner = owner
  }

  /// The same samples, with an owner that keeps their memory alive.
  package func kept(by owner: AnyObject) -> PlanarPicture { PlanarPicture(self, owner: owner) }

  private init(_ other: PlanarPicture, owner: AnyObject) {
    self.init(
      width: other.width, height: other.height, bitDepth: other.bitDepth, subsampling: other.subsampling,
      coding: other.coding, layout: other.layout, chromaLayout: other.chromaLayout, other.luma, other.chroma,
      other.alpha, owner)
  }

  // MARK: - Parts

  /// A part of the picture, in the same memory. It lies inside and begins on a sample of chroma.
  package func part(x: Int, y: Int, width: Int, height: Int) -> PlanarPicture {
    let (across, down) = (subsampling.horizontal, subsampling.vertical)
    precondition(x % across == 0 && y % down == 0, "begins between samples of chroma")
    precondition(x >= 0 && y >= 0 && x + width <= self.width && y + height <= self.height, "reaches outside")
    func full(_ plane: Plane) -> Plane { plane.part(x: x, y: y, width: width, height: height, stride: layout.stride) }
    func reduced(_ plane: Plane) -> Plane {
      plane.part(
        x: x / across, y: y / down, width: (width + across - 1) / across, height: (height + down - 1) / down,
        stride: chromaLayout.stride)
    }
    return PlanarPicture(
      width: width, height: height, bitDepth: bitDepth, subsampling: subsampling, coding: coding, layout: layout,
      chromaLayout: chromaLayout, full(luma), chroma.map { (reduced($0.blue), reduced($0.red)) }, alpha.map(full),
      owner)
  }

  /// The size of a plane in samples: 0 luma, 1 Cb, 2 Cr.
  package func size(ofPlane index: Int) -> (width: Int, height: Int) {
    let plane = plane(index)
    return (plane.width, plane.height)
  }

  /// The first sample of a row of a plane: 0 luma, 1 Cb, 2 Cr.
  package func rowAddress(_ row: Int, plane index: Int) -> UnsafeMutableRawPointer { unsafe plane(index).row(row) }

  private func plane(_ index: Int) -> Plane {
    guard index > 0 else { return luma }
    guard let chroma else { preconditionFailure("no plane \(index) in a monochrome picture") }
    return index == 1 ? chroma.blue : chroma.red
  }
}

extension PlanarPicture {
  /// Weights, range and siting of Y'CbCr; nil where the planes are green, blue and red, or a matrix mixes light and signals.
  package var ycbcr: YCbCrEncoding? {
    guard case .ycbcr(let matrix)? = MatrixCoefficients(cicpCode: coding.matrix, primaries: coding.primaries) else {
      return nil
    }
    return YCbCrEncoding(matrix: matrix, isFullRange: coding.isFullRange, siting: coding.siting)
  }
}

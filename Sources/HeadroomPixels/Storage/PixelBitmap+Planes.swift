internal import HeadroomColor

extension PixelBitmap {
  /// The planes of a bitmap in Y'CbCr, in place; its ``ycbcr`` states the weights by which they represent colour.
  package var planar: PlanarPicture { PlanarPicture(self) }

  /// A codec's planes as a bitmap, in place; its storage keeps the picture and its owner.
  ///
  /// - Parameters:
  ///   - picture: planes of luma and chroma in the low bits of 8, 10, 12 or 16, or a biplanar bitmap's.
  ///   - alpha: the meaning of its alpha plane, where it has one.
  ///   - ycbcr: how luma and chroma represent colour; nil is as ``PlanarPicture/coding`` states.
  package init(
    planar picture: PlanarPicture, alpha: AlphaMode = .straight, ycbcr: YCbCrEncoding? = nil
  ) throws(PlanarBitmapError) {
    guard let format = picture.bitmapFormat else {
      throw .undescribedSamples(
        bitDepth: picture.bitDepth, picture.chroma == nil ? picture.layout : picture.chromaLayout)
    }
    guard let ycbcr = ycbcr ?? picture.ycbcr else { throw .matrix(picture.coding.matrix) }
    let (storage, planes) = picture.storage(format)
    do throws(PixelError) {
      try self.init(
        storage: storage, planes: planes, width: picture.width, height: picture.height, format: format, alpha: alpha,
        ycbcr: ycbcr)
    } catch {
      throw .planes(error)
    }
  }
}

/// Why a codec's planes are no bitmap.
package enum PlanarBitmapError: Error, Hashable, Sendable {
  /// Codes of a depth, or in a place of their samples, that no format describes.
  case undescribedSamples(bitDepth: Int, SampleLayout)
  /// Matrix coefficients of H.273 that are no weights of red, green and blue.
  case matrix(UInt8)
  /// Planes or rows in places where a bitmap's cannot lie.
  case planes(PixelError)
}

extension PixelFormat {
  /// The format of planes with codes in the low bits: 8, 10, 12 or 16; nil for other depths.
  package init?(planar subsampling: PlanarPicture.Subsampling, bitDepth: Int, hasAlpha: Bool = false) {
    let components: [Int: Component] = [8: .uint8, 10: .uint10, 12: .uint12, 16: .uint16]
    guard let component = components[bitDepth] else { return nil }
    let layout: Layout =
      switch subsampling {
      case .monochrome: hasAlpha ? .planarAlpha400 : .planar400
      case .quarter: hasAlpha ? .planarAlpha420 : .planar420
      case .half: hasAlpha ? .planarAlpha422 : .planar422
      case .full: hasAlpha ? .planarAlpha444 : .planar444
      }
    self.init(component: component, layout: layout)
  }

  /// How many chroma samples there are for the luma's; without meaning for RGB.
  package var chromaSubsampling: PlanarPicture.Subsampling {
    switch layout {
    case .planar400, .planarAlpha400: .monochrome
    default: subsampling.vertical == 2 ? .quarter : subsampling.horizontal == 2 ? .half : .full
    }
  }
}

extension PlanarPicture {
  /// The format of a bitmap over these planes; nil where none describes them.
  package var bitmapFormat: PixelFormat? {
    let low = SampleLayout.planar(bitDepth: bitDepth)
    if layout == low, chroma == nil || chromaLayout == low {
      return PixelFormat(planar: subsampling, bitDepth: bitDepth, hasAlpha: alpha != nil)
    }
    return biplanarFormat
  }

  /// The format where Cb and Cr alternate, and codes lie in the high bits.
  private var biplanarFormat: PixelFormat? {
    let high = SampleLayout.planar(bitDepth: bitDepth, isHighAligned: true)
    guard let (blue, red) = chroma, alpha == nil, layout == high,
      chromaLayout == SampleLayout(size: high.size, step: 2, shift: high.shift),
      unsafe red.base == blue.base + high.size, red.rowBytes == blue.rowBytes
    else { return nil }
    let layout: PixelFormat.Layout =
      subsampling == .quarter ? .biplanar420 : subsampling == .half ? .biplanar422 : .biplanar444
    switch bitDepth {
    case 8: return PixelFormat(component: .uint8, layout: layout)
    case 10: return PixelFormat(component: .uint10High, layout: layout)
    default: return nil
    }
  }

  /// The memory from the first plane to the end of the last. Codecs allocate planes one by one: what lies between is not
  /// touched.
  fileprivate func storage(_ format: PixelFormat) -> (PixelStorage, [PixelPlane]) {
    var planes = format.isBiplanar ? [luma, chroma?.blue].compactMap(\.self) : self.planes
    if let alpha { planes.append(alpha) }
    let starts = planes.map { unsafe Int(bitPattern: $0.base) }
    let ends = planes.indices.map { index in
      let plane = planes[index]
      let bytes = plane.width * format.bytesPerElement(plane: index)
      return starts[index] + plane.rowBytes * (plane.height - 1) + bytes
    }
    let (start, end) = (starts.min() ?? 0, ends.max() ?? 0)
    guard let base = unsafe UnsafeMutableRawPointer(bitPattern: start) else {
      preconditionFailure("planes at no address")
    }
    let storage = unsafe PixelStorage(foreign: base, byteCount: end - start) { withExtendedLifetime(self) {} }
    return (storage, zip(planes, starts).map { PixelPlane(offset: $1 - start, rowBytes: $0.rowBytes) })
  }

  fileprivate init(_ bitmap: PixelBitmap) {
    let format = bitmap.format
    precondition(format.isYCbCr, "\(format) has no planes of luma and chroma")
    let size = format.bytesPerComponent
    // Biplanar words of 10 bits have their codes at the top.
    let shift = format.isBiplanar ? 8 * size - format.bitsPerComponent : 0
    let coding = Coding(
      matrix: CICP.unspecified, isFullRange: bitmap.ycbcr.isFullRange, siting: bitmap.ycbcr.siting)
    func plane(_ place: PixelPlane, _ index: Int, offset: Int = 0) -> Plane {
      let (columns, rows) = format.planeSize(index, width: bitmap.width, height: bitmap.height)
      return unsafe Plane(
        base: bitmap.storage.base + place.offset + offset, rowBytes: place.rowBytes, width: columns, height: rows)
    }
    let places = bitmap.layout
    let blue = places.chroma.map { plane($0, 1) }
    let red = format.isBiplanar ? places.chroma.map { plane($0, 1, offset: size) } : places.red.map { plane($0, 2) }
    let alphaIndex = format.alphaPlaneIndex
    self.init(
      width: bitmap.width, height: bitmap.height, bitDepth: format.bitsPerComponent,
      subsampling: format.chromaSubsampling, coding: coding, layout: SampleLayout(size: size, step: 1, shift: shift),
      chromaLayout: SampleLayout(size: size, step: format.isBiplanar ? 2 : 1, shift: shift), plane(places.first, 0),
      blue.flatMap { blue in red.map { (blue, $0) } },
      places.alpha.flatMap { place in alphaIndex.map { plane(place, $0) } }, bitmap.storage)
  }
}

extension PixelFormat {
  /// Bytes of one component; for ``Component/packed10`` those of the whole word.
  public var bytesPerComponent: Int {
    switch component {
    case .uint8: 1
    case .uint16, .half, .uint10High, .uint10, .uint12: 2
    case .float, .packed10: 4
    }
  }

  /// Bytes from one pixel to the next in the first plane.
  public var bytesPerPixel: Int {
    if component == .packed10 { return 4 }
    return layout.isYCbCr ? bytesPerComponent : bytesPerComponent * channelCount
  }

  /// Meaningful bits of a colour component.
  public var bitsPerComponent: Int {
    switch component {
    case .uint8: 8
    case .uint16, .half: 16
    case .float: 32
    case .packed10, .uint10High, .uint10: 10
    case .uint12: 12
    }
  }

  /// Components of one pixel, an ignored one included.
  public var channelCount: Int {
    switch layout {
    case .rgba, .bgra, .argb, .abgr, .rgbx, .planarAlpha420, .planarAlpha422, .planarAlpha444: 4
    case .rgb, .bgr, .biplanar420, .biplanar422, .biplanar444, .planar420, .planar422, .planar444: 3
    case .grayAlpha, .redGreen, .planarAlpha400: 2
    case .gray, .alpha, .red, .planar400: 1
    }
  }

  /// Whether the pixels carry an alpha component.
  public var hasAlpha: Bool {
    switch layout {
    case .rgba, .bgra, .argb, .abgr, .grayAlpha, .alpha: true
    case .planarAlpha400, .planarAlpha420, .planarAlpha422, .planarAlpha444: true
    default: false
    }
  }

  /// Whether components are floating point and so hold values below 0 and above 1.
  public var isFloatingPoint: Bool { component == .half || component == .float }

  /// Whether colour is one gray component. Luma is not: it is a sum of colours by the weights of a matrix.
  public var isGray: Bool { layout == .gray || layout == .grayAlpha }

  /// Whether the pixels are Y'CbCr in two planes.
  public var isBiplanar: Bool { layout.isBiplanar }

  /// Whether the pixels are Y'CbCr in a plane for each component, as video codecs take and give them.
  public var isPlanar: Bool { layout.isPlanar }

  /// Whether the pixels are Y'CbCr.
  public var isYCbCr: Bool { layout.isYCbCr }

  /// Number of planes: of a planar format luma, Cb, Cr and alpha, as far as it has them.
  public var planeCount: Int { isBiplanar ? 2 : isPlanar ? channelCount : 1 }

  /// The plane of alpha, where it has one.
  package var alphaPlaneIndex: Int? { isPlanar && hasAlpha ? planeCount - 1 : nil }

  /// Horizontal and vertical chroma subsampling; 1, 1 for everything that is not subsampled.
  public var subsampling: (horizontal: Int, vertical: Int) {
    switch layout {
    case .biplanar420, .planar420, .planarAlpha420: (2, 2)
    case .biplanar422, .planar422, .planarAlpha422: (2, 1)
    default: (1, 1)
    }
  }

  /// Codes of a component: 256, 1,024, 4,096 or 65,536; nil for floating point.
  public var codeCount: Int? {
    switch component {
    case .uint8: 256
    case .uint16: 65_536
    case .packed10, .uint10High, .uint10: 1024
    case .uint12: 4096
    case .half, .float: nil
    }
  }

  /// Width and height of a plane of an image of this size.
  public func planeSize(_ plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    guard plane > 0, plane != alphaPlaneIndex else { return (width, height) }
    let (horizontal, vertical) = subsampling
    // Not (width + h - 1) / h: the sum could overflow for hostile sizes.
    return (
      width / horizontal + (width % horizontal == 0 ? 0 : 1), height / vertical + (height % vertical == 0 ? 0 : 1)
    )
  }

  /// Bytes from one element of a plane to the next: a pixel of the first plane, a Cb, Cr pair of a biplanar format's second.
  public func bytesPerElement(plane: Int) -> Int {
    plane == 0 ? bytesPerPixel : isBiplanar ? 2 * bytesPerComponent : bytesPerComponent
  }
}

extension PixelFormat: CustomStringConvertible {
  /// The layout and component by name, as in `rgba uint8`.
  public var description: String { "\(layout) \(component)" }
}

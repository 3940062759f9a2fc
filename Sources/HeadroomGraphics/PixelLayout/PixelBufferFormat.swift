internal import HeadroomPixels

/// The meaning of a pixel format code for memory and for reading.
struct PixelBufferFormat: Sendable {
  /// How the buffer's memory becomes a bitmap.
  enum Access: Hashable, Sendable {
    /// The memory is that of a pixel format.
    case direct(PixelFormat)
    /// Components in an order or size that is converted on the way in and out.
    case packed(BitmapLayout, PixelFormat)
    /// 10-bit codes 384...895 for 0...1.
    case wideGamut10
  }

  let code: OSType
  let access: Access
  /// Whether Y'CbCr codes use all values.
  var isFullRange = false
  /// Whether the numbers are measurements, not colour.
  var isMeasurement = false

  /// The pixel format of the bitmap that readers and renderers see.
  var pixelFormat: PixelFormat {
    switch access {
    case .direct(let format), .packed(_, let format): format
    case .wideGamut10: .rgbxFloat
    }
  }

  /// Whether the bitmap is the buffer's own memory.
  var isDirect: Bool { if case .direct = access { true } else { false } }

  var planeCount: Int { pixelFormat.planeCount }

  /// Bytes from one element of a plane to the next.
  func bytesPerElement(plane: Int) -> Int {
    switch access {
    case .direct(let format): format.bytesPerElement(plane: plane)
    case .packed(let layout, _): layout.bitsPerPixel / 8
    case .wideGamut10: 4
    }
  }

  /// Bytes of the unit that rows have to be aligned to.
  var alignment: Int {
    switch access {
    case .direct(let format): format.bytesPerComponent
    case .packed, .wideGamut10: 1
    }
  }

  func planeSize(_ plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    pixelFormat.planeSize(plane, width: width, height: height)
  }

  /// The format of a code, nil when it is not known.
  init?(code: OSType) {
    guard let format = Self.table[code] else { return nil }
    self = format
  }

  private init(_ code: OSType, _ access: Access) {
    self.code = code
    self.access = access
  }
}

// MARK: - The table

extension PixelBufferFormat {
  private static let table: [OSType: PixelBufferFormat] = {
    var table: [OSType: PixelBufferFormat] = [:]
    for (code, format) in direct { table[code] = PixelBufferFormat(code, .direct(format)) }
    for (code, layout, format) in packed { table[code] = PixelBufferFormat(code, .packed(layout, format)) }
    let wide = kCVPixelFormatType_30RGBLEPackedWideGamut
    table[wide] = PixelBufferFormat(wide, .wideGamut10)
    for code in fullRange { table[code]?.isFullRange = true }
    for code in measurements { table[code]?.isMeasurement = true }
    return table
  }()

  private static let direct: [(OSType, PixelFormat)] = [
    (kCVPixelFormatType_24RGB, .rgb8), (kCVPixelFormatType_24BGR, .bgr8), (kCVPixelFormatType_32ARGB, .argb8),
    (kCVPixelFormatType_32BGRA, .bgra8), (kCVPixelFormatType_32ABGR, .abgr8), (kCVPixelFormatType_32RGBA, .rgba8),
    (kCVPixelFormatType_64RGBALE, .rgba16), (kCVPixelFormatType_30RGB, .rgb30BigEndian),
    (kCVPixelFormatType_ARGB2101010LEPacked, .bgr10a2),
    (kCVPixelFormatType_64RGBAHalf, .rgbaHalf), (kCVPixelFormatType_128RGBAFloat, .rgbaFloat),
    (kCVPixelFormatType_OneComponent8, .gray8), (kCVPixelFormatType_OneComponent16, .gray16),
    (kCVPixelFormatType_OneComponent16Half, .grayHalf), (kCVPixelFormatType_OneComponent32Float, .grayFloat),
    (kCVPixelFormatType_TwoComponent8, .redGreen8), (kCVPixelFormatType_TwoComponent16, .redGreen16),
    (kCVPixelFormatType_TwoComponent16Half, .redGreenHalf), (kCVPixelFormatType_TwoComponent32Float, .redGreenFloat),
    (kCVPixelFormatType_DisparityFloat16, .grayHalf), (kCVPixelFormatType_DisparityFloat32, .grayFloat),
    (kCVPixelFormatType_DepthFloat16, .grayHalf), (kCVPixelFormatType_DepthFloat32, .grayFloat),
    (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .biplanar420),
    (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .biplanar420),
    (kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, .biplanar422),
    (kCVPixelFormatType_422YpCbCr8BiPlanarFullRange, .biplanar422),
    (kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, .biplanar444),
    (kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, .biplanar444),
    (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, .biplanar420x10),
    (kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, .biplanar420x10),
    (kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, .biplanar422x10),
    (kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, .biplanar422x10),
    (kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, .biplanar444x10),
    (kCVPixelFormatType_444YpCbCr10BiPlanarFullRange, .biplanar444x10),
    (kCVPixelFormatType_14Bayer_GRBG, .gray16), (kCVPixelFormatType_14Bayer_RGGB, .gray16),
    (kCVPixelFormatType_14Bayer_BGGR, .gray16), (kCVPixelFormatType_14Bayer_GBRG, .gray16),
  ]

  private static let packed: [(OSType, BitmapLayout, PixelFormat)] = [
    (kCVPixelFormatType_64ARGB, layout(16, 64, .premultipliedFirst, .order16Big, colors: 3), .rgba16),
    (kCVPixelFormatType_48RGB, layout(16, 48, .none, .order16Big, colors: 3), .rgbx16),
    (kCVPixelFormatType_16Gray, layout(16, 16, .none, .order16Big, colors: 1), .gray16),
    (kCVPixelFormatType_OneComponent10, layout(10, 16, .none, .order16Little, colors: 1), .gray16),
    (kCVPixelFormatType_OneComponent12, layout(12, 16, .none, .order16Little, colors: 1), .gray16),
  ]

  private static func layout(
    _ bits: Int, _ pixelBits: Int, _ alpha: CGImageAlphaInfo, _ order: CGImageByteOrderInfo, colors: Int
  ) -> BitmapLayout {
    BitmapLayout(
      bitsPerComponent: bits, bitsPerPixel: pixelBits, info: CGBitmapInfo(alpha: alpha, byteOrder: order),
      colorComponents: colors)
  }

  private static let fullRange = [
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
  ]

  private static let measurements = [
    kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32, kCVPixelFormatType_DepthFloat16,
    kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_14Bayer_GRBG, kCVPixelFormatType_14Bayer_RGGB,
    kCVPixelFormatType_14Bayer_BGGR, kCVPixelFormatType_14Bayer_GBRG,
  ]
}

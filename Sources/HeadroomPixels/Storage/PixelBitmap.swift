/// Where one plane lies in its storage.
public struct PixelPlane: Hashable, Sendable {
  /// Bytes from the start of the storage to the first row.
  public var offset: Int
  /// Bytes from one row to the next.
  public var rowBytes: Int

  /// Makes a plane from the offset of its first row and the distance between rows, both in bytes.
  public init(offset: Int, rowBytes: Int) {
    self.offset = offset
    self.rowBytes = rowBytes
  }
}

/// Pixels in memory: storage, and their place and layout in it. Rows run from the top of the picture to the bottom.
///
/// A copy refers to the same pixels. A bitmap is written by the code that made it and only read once it is shared.
public struct PixelBitmap: Sendable {
  /// The memory.
  public let storage: PixelStorage
  /// Width in pixels, at least 1.
  public let width: Int
  /// Height in pixels, at least 1.
  public let height: Int
  /// The format of a pixel.
  public let format: PixelFormat
  /// The meaning of alpha; ``AlphaMode/opaque`` where the format has none.
  public let alpha: AlphaMode
  let layout: PixelPlanes
  /// How luma and chroma represent colour; without meaning for RGB formats.
  public let ycbcr: YCbCrEncoding

  /// The first plane: pixels, or luma.
  public var plane: PixelPlane { layout.first }
  /// The plane of Cb, Cr pairs of a biplanar format, of Cb of a planar one.
  public var chromaPlane: PixelPlane? { layout.chroma }
  /// All planes, in the order of ``PixelFormat/planeSize(_:width:height:)``.
  public var planes: [PixelPlane] { layout.all }
  /// Bytes from one row of the first plane to the next.
  public var rowBytes: Int { plane.rowBytes }
  /// Bytes from the start of the storage to the first row of the first plane.
  public var offset: Int { plane.offset }

  /// A bitmap over existing memory.
  /// - Throws: ``PixelError`` when the planes do not fit in the storage, overlap themselves or are misaligned.
  public init(
    storage: PixelStorage, planes: [PixelPlane], width: Int, height: Int, format: PixelFormat,
    alpha: AlphaMode = .premultiplied, ycbcr: YCbCrEncoding = .bt709
  ) throws(PixelError) {
    guard width > 0, height > 0 else { throw .invalidSize(width: width, height: height) }
    guard planes.count == format.planeCount else {
      throw .wrongPlaneCount(given: planes.count, needed: format.planeCount)
    }
    for (index, plane) in planes.enumerated() {
      let size = format.planeSize(index, width: width, height: height)
      try Self.check(plane, index: index, size: size, format: format, storage: storage)
    }
    self.storage = storage
    self.width = width
    self.height = height
    self.format = format
    self.alpha = format.hasAlpha ? alpha : .opaque
    layout = PixelPlanes(planes, format)
    self.ycbcr = ycbcr
  }

  /// A new bitmap with undefined pixels. Rows start on multiples of 64 bytes.
  /// - Parameters:
  ///   - width: pixels in a row.
  ///   - height: rows.
  ///   - format: the format of a pixel.
  ///   - alpha: the meaning of alpha; ignored where the format has none.
  ///   - ycbcr: how luma and chroma represent colour; without meaning for RGB formats.
  ///   - isShareable: whether another process can map the memory through its descriptor; such memory is not pooled.
  ///   - pool: the pool that provides the memory and takes it back.
  /// - Throws: ``PixelError`` for sizes below one or beyond the addressable range, and when there is no memory.
  public init(
    width: Int, height: Int, format: PixelFormat, alpha: AlphaMode = .premultiplied, ycbcr: YCbCrEncoding = .bt709,
    isShareable: Bool = false, pool: StoragePool = .shared
  ) throws(PixelError) {
    let (planes, byteCount) = try Self.layOut(width: width, height: height, format: format)
    let storage =
      isShareable ? try PixelStorage(sharedByteCount: byteCount) : try pool.storage(byteCount: byteCount)
    try self.init(
      storage: storage, planes: planes, width: width, height: height, format: format, alpha: alpha, ycbcr: ycbcr)
  }

  /// Bytes that the memory of a new bitmap takes; 0 for one that cannot be made.
  package static func byteCount(width: Int, height: Int, format: PixelFormat) -> Int {
    guard let (_, byteCount) = try? layOut(width: width, height: height, format: format) else { return 0 }
    return StoragePool.byteCount(holding: byteCount)
  }

  /// The same pixels with another reading of alpha.
  public func reading(alpha: AlphaMode) -> PixelBitmap {
    PixelBitmap(self, width: width, height: height, layout: layout, alpha: alpha, ycbcr: ycbcr)
  }

  /// The same samples with another reading of luma and chroma.
  public func reading(ycbcr: YCbCrEncoding) -> PixelBitmap {
    PixelBitmap(self, width: width, height: height, layout: layout, alpha: alpha, ycbcr: ycbcr)
  }

  init(
    _ other: PixelBitmap, width: Int, height: Int, layout: PixelPlanes, alpha: AlphaMode, ycbcr: YCbCrEncoding
  ) {
    storage = other.storage
    self.width = width
    self.height = height
    format = other.format
    self.alpha = other.format.hasAlpha ? alpha : .opaque
    self.layout = layout
    self.ycbcr = ycbcr
  }
}

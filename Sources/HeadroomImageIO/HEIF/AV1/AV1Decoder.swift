internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomPixels

/// Owns one dav1d decoder, used for one picture after another.
@safe
final class AV1Decoder {
  private let raw: OpaquePointer
  /// The lease to which the library's callbacks belong.
  private let lease: ThreadLease

  /// - Parameters:
  ///   - lease: the threads that work on a picture.
  ///   - limits: larger frames are refused.
  ///   - operatingPoint: that of the item.
  ///   - skipsLoopFilters: whether to skip the filters that smooth the edges of blocks.
  init(
    _ lease: ThreadLease, limits: DecodeLimits, operatingPoint: UInt8, skipsLoopFilters: Bool
  ) throws(ImageIOError) {
    var settings = hr_av1_settings()
    settings.threads = Int32(clamping: lease.threadCount)
    settings.pixel_limit = UInt32(clamping: max(limits.maxPixels, 1))
    settings.operating_point = Int32(operatingPoint)
    settings.skips_loop_filters = skipsLoopFilters ? 1 : 0
    guard let raw = unsafe hr_av1_decoder_create(settings, Self.pooledMemory(of: lease)) else {
      throw .outOfMemory(bytes: 0)
    }
    unsafe self.raw = raw
    self.lease = lease
  }

  /// Pictures lie in the pool's memory, so that a series of files does not pay for fresh pages. The memory is counted
  /// with that of the lease's holder, whichever thread requests it.
  private static func pooledMemory(of lease: ThreadLease) -> hr_av1_memory {
    unsafe hr_av1_memory(
      context: Unmanaged.passUnretained(lease).toOpaque(),
      take: { context, size, owner in
        guard let context = unsafe context else { return nil }
        let lease = unsafe Unmanaged<ThreadLease>.fromOpaque(context).takeUnretainedValue()
        let found = lease.bound { try? StoragePool.shared.storage(byteCount: size) }
        guard let storage = found else { return nil }
        unsafe owner?.pointee = Unmanaged.passRetained(storage).toOpaque()
        return unsafe storage.base
      },
      give_back: { owner in
        if let owner = unsafe owner { unsafe Unmanaged<PixelStorage>.fromOpaque(owner).release() }
      })
  }

  deinit { unsafe hr_av1_decoder_destroy(raw) }

  /// Decodes the item in `range`. The planes are the decoder's memory: valid until its next picture.
  ///
  /// - Parameters:
  ///   - layer: the spatial layer; 0xFFFF takes the highest.
  ///   - isCut: whether the file ends inside the item.
  func decode(
    _ bytes: FileBytes, _ range: Range<Int>, layer: UInt16, coding: PlanarPicture.Coding, part: String, isCut: Bool
  ) throws(ImageIOError) -> PlanarPicture {
    defer { withExtendedLifetime(bytes) {} }
    var picture = hr_av1_picture()
    let start = unsafe bytes.baseAddress.advanced(by: range.lowerBound).assumingMemoryBound(to: UInt8.self)
    let result = unsafe hr_av1_decoder_decode(raw, start, range.count, layer < 4 ? Int32(layer) : -1, &picture)
    switch result {
    case Int32(HR_AV1_OK): break
    case Int32(HR_AV1_NO_MEMORY): throw .outOfMemory(bytes: 0)
    case Int32(HR_AV1_OVER_LIMIT):
      throw .malformed(part: part, text: "a frame is larger than the limit", offset: range.lowerBound)
    case _ where isCut: throw .incompletePicture(part: part, offset: range.upperBound)
    case Int32(HR_AV1_NO_PICTURE):
      throw .codec(library: "dav1d", code: Int(picture.code), message: "the data holds no picture", part: part)
    default:
      throw .codec(
        library: "dav1d", code: Int(picture.code), message: "the data cannot be decoded", part: part)
    }
    return try Self.view(of: picture, coding: coding, part: part)
  }

  private static func view(
    of picture: hr_av1_picture, coding: PlanarPicture.Coding, part: String
  ) throws(ImageIOError) -> PlanarPicture {
    let subsampling = PlanarPicture.Subsampling(codedFormat: picture.chroma_format)
    let rows = [picture.row_bytes.0, picture.row_bytes.1, picture.row_bytes.1]
    let bases = unsafe [picture.plane.0, picture.plane.1, picture.plane.2]
    let (width, height) = (Int(picture.width), Int(picture.height))
    var planes: [PlanarPicture.Plane] = []
    for index in 0..<Int(picture.plane_count) {
      guard let base = unsafe bases[index] else {
        throw .codec(library: "dav1d", code: 0, message: "plane \(index) is missing", part: part)
      }
      let (across, down) = index == 0 ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
      unsafe planes.append(
        PlanarPicture.Plane(
          reading: base, rowBytes: Int(rows[index]), width: (width + across - 1) / across,
          height: (height + down - 1) / down))
    }
    return try .ofCodec(
      width: width, height: height, bitDepth: Int(picture.bits), subsampling: subsampling, coding: coding,
      planes: planes, part: part)
  }
}

internal import CHeadroomCodecs
internal import HeadroomContainers
internal import HeadroomPixels

/// Owns one libde265 decoder, used for one picture after another.
@safe
final class HEVCDecoder {
  private let raw: OpaquePointer

  /// - Parameters:
  ///   - threads: the library's own threads beside the caller's; none below 2.
  ///   - skipsLoopFilters: whether to skip the filters that smooth the edges of blocks.
  init(threads: Int, skipsLoopFilters: Bool) throws(ImageIOError) {
    let created = unsafe hr_hevc_decoder_create(Int32(clamping: threads), skipsLoopFilters ? 1 : 0)
    guard let raw = unsafe created else { throw .outOfMemory(bytes: 0) }
    unsafe self.raw = raw
  }

  deinit { unsafe hr_hevc_decoder_destroy(raw) }

  /// A picture in the decoder's memory.
  struct Picture {
    let view: PlanarPicture
    /// The library's complaint, when the picture is damaged.
    let damage: String?
  }

  /// Decodes the item in `range`.
  ///
  /// Every parameter set is checked first, so that the library never gets a picture beyond the limits.
  ///
  /// - Parameter allowPartial: whether the existing part of a cut or damaged picture is accepted.
  /// - Throws: `ImageIOError/incompletePicture(part:offset:)` for a cut, `ImageIOError/codec(library:code:message:part:)`.
  func decode(
    _ bytes: FileBytes, _ range: Range<Int>, _ configuration: HEVCConfiguration, coding: PlanarPicture.Coding,
    part: String, limits: DecodeLimits, allowPartial: Bool
  ) throws(ImageIOError) -> Picture {
    defer { withExtendedLifetime(bytes) {} }
    let units = try HEVCUnits(
      bytes, range, lengthSize: configuration.lengthSize, part: part, allowPartial: allowPartial)
    guard !units.ranges.isEmpty else { throw .incompletePicture(part: part, offset: range.upperBound) }
    for unit in configuration.units {
      try check(unit, part: part, limits: limits)
      try unsafe unit.withUnsafeBufferPointer { buffer throws(ImageIOError) in
        if let start = buffer.baseAddress { try unsafe push(start, buffer.count, part: part) }
      }
    }
    for unit in units.ranges {
      if HEVCUnit.type(bytes.copy(unit.prefix(1))) == HEVCUnit.sequenceParameterSet {
        try check(bytes.copy(unit), part: part, limits: limits)
      }
      let start = unsafe bytes.baseAddress.advanced(by: unit.lowerBound).assumingMemoryBound(to: UInt8.self)
      try unsafe push(start, unit.count, part: part)
    }
    return try finish(coding: coding, part: part, isCut: units.isCut, allowPartial: allowPartial)
  }

  private func check(_ unit: [UInt8], part: String, limits: DecodeLimits) throws(ImageIOError) {
    guard HEVCUnit.type(unit) == HEVCUnit.sequenceParameterSet else { return }
    guard let sequence = HEVCSequence(unit) else {
      throw .malformed(part: part, text: "a sequence parameter set is damaged", offset: nil)
    }
    try limits.check(
      width: UInt64(sequence.codedWidth), height: UInt64(sequence.codedHeight), part: "\(part) sequence parameter set")
  }

  private func push(_ start: UnsafePointer<UInt8>, _ count: Int, part: String) throws(ImageIOError) {
    switch unsafe hr_hevc_decoder_push(raw, start, count) {
    case Int32(HR_HEVC_OK): return
    case Int32(HR_HEVC_NO_MEMORY): throw .outOfMemory(bytes: UInt64(count))
    default: throw .codec(library: "libde265", code: 0, message: "a NAL unit is refused", part: part)
    }
  }

  private func finish(
    coding: PlanarPicture.Coding, part: String, isCut: Bool, allowPartial: Bool
  ) throws(ImageIOError) -> Picture {
    var picture = hr_hevc_picture()
    let result = unsafe hr_hevc_decoder_finish(raw, &picture)
    let code = picture.code
    let message = unsafe String(cString: hr_hevc_message(code))
    switch result {
    case Int32(HR_HEVC_OK): break
    case Int32(HR_HEVC_NO_MEMORY): throw .outOfMemory(bytes: 0)
    case Int32(HR_HEVC_NO_PICTURE) where isCut: throw .incompletePicture(part: part, offset: nil)
    case Int32(HR_HEVC_NO_PICTURE):
      throw .codec(library: "libde265", code: Int(code), message: "the data holds no picture", part: part)
    default: throw .codec(library: "libde265", code: Int(code), message: message, part: part)
    }
    let isDamaged = picture.is_damaged != 0
    guard !isDamaged || allowPartial else {
      throw .codec(library: "libde265", code: Int(code), message: message, part: part)
    }
    return Picture(
      view: try Self.view(of: picture, coding: coding, part: part), damage: isDamaged || isCut ? message : nil)
  }

  private static func view(
    of picture: hr_hevc_picture, coding: PlanarPicture.Coding, part: String
  ) throws(ImageIOError) -> PlanarPicture {
    let subsampling = PlanarPicture.Subsampling(codedFormat: picture.chroma_format)
    guard picture.luma_bits == picture.chroma_bits else {
      throw .unsupported(part: part, text: "luma and chroma of different depths")
    }
    let rows = [picture.row_bytes.0, picture.row_bytes.1, picture.row_bytes.2]
    let bases = unsafe [picture.plane.0, picture.plane.1, picture.plane.2]
    let widths = [picture.plane_width.0, picture.plane_width.1, picture.plane_width.2]
    let heights = [picture.plane_height.0, picture.plane_height.1, picture.plane_height.2]
    var planes: [PlanarPicture.Plane] = []
    for index in 0..<Int(picture.plane_count) {
      guard let base = unsafe bases[index] else {
        throw .codec(library: "libde265", code: 0, message: "plane \(index) is missing", part: part)
      }
      unsafe planes.append(
        PlanarPicture.Plane(
          reading: base, rowBytes: Int(rows[index]), width: Int(widths[index]), height: Int(heights[index])))
    }
    return try .ofCodec(
      width: Int(picture.width), height: Int(picture.height), bitDepth: Int(picture.luma_bits),
      subsampling: subsampling, coding: coding, planes: planes, part: part)
  }
}

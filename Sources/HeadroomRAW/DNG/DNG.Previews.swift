internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomImageIO

extension DNG {
  /// The small pictures of a file that can be read on their own.
  struct Previews {
    let file: TIFF.File
    let directories: [(directory: TIFF.Directory, part: String)]
  }
}

extension DNG.Previews {
  /// The most pictures that are read; cameras store up to four.
  private static let most = 16

  /// Largest first.
  var all: [RAWPreview] {
    // A camera's pictures do not overlap; where others do, no more bytes are copied than the file has.
    var budget = file.bytes.count
    return directories.prefix(Self.most).compactMap { preview($0.directory, part: $0.part, &budget) }
      .sorted { $0.width * $0.height > $1.width * $1.height }
  }

  private func preview(_ directory: TIFF.Directory, part: String, _ budget: inout Int) -> RAWPreview? {
    let fields = DNG.Fields(file, directory)
    let (wide, high) = (fields.integer(TIFF.Tag.imageWidth) ?? 0, fields.integer(TIFF.Tag.imageLength) ?? 0)
    guard (try? file.limits.check(width: wide, height: high, part: part)) != nil else { return nil }
    let size = (Int(wide), Int(high))
    guard let bytes = stream(directory, fields, part, size, &budget) ?? picture(directory, part, size, &budget) else {
      return nil
    }
    var preview = RAWPreview(width: size.0, height: size.1, bytes: bytes)
    preview.encoding = Self.encoding(fields)
    return preview
  }

  /// PreviewColorSpace; for grey and unknown spaces the preview's own bytes decide.
  private static func encoding(_ fields: DNG.Fields) -> ColorEncoding? {
    switch fields.integer(DNG.Tag.previewColorSpace) {
    case 2: .sRGB
    case 3: .adobeRGB1998
    case 4: .rommRGB
    default: nil
    }
  }

  /// A picture that is one stream.
  private func stream(
    _ directory: TIFF.Directory, _ fields: DNG.Fields, _ part: String, _ size: (Int, Int), _ budget: inout Int
  ) -> FileBytes? {
    guard let range = range(of: directory, fields, part: part, size: size), range.count <= budget else { return nil }
    let bytes = FileBytes(file.bytes.copy(range))
    guard JPEGFormat.recognizes(bytes) || JPEGXLFormat.recognizes(bytes) else { return nil }
    budget -= range.count
    return bytes
  }

  /// A picture of several strips or tiles, or without compression, as a separate TIFF file.
  private func picture(
    _ directory: TIFF.Directory, _ part: String, _ size: (Int, Int), _ budget: inout Int
  ) -> FileBytes? {
    guard let preview = DNG.PicturePreview(file, directory, part: part, size: size, budget: budget) else { return nil }
    budget -= preview.storedBytes
    return FileBytes(preview.bytes)
  }

  /// The bytes of a picture of one strip or tile, or at the position that old files state; nil for truncated ones.
  private func range(
    of directory: TIFF.Directory, _ fields: DNG.Fields, part: String, size: (width: Int, height: Int)
  ) -> Range<Int>? {
    switch fields.integer(TIFF.Tag.compression) {
    case 6:
      guard let start = fields.integer(DNG.Tag.jpegOffset), let count = fields.integer(DNG.Tag.jpegByteCount) else {
        return nil
      }
      let (end, overflow) = start.addingReportingOverflow(count)
      guard !overflow, end <= UInt64(file.bytes.count) else { return nil }
      return Int(start)..<Int(end)
    case 7, 34892, 52546:
      guard let segments = try? TIFF.Segments(file, directory, part: part, size: size, planes: 1),
        segments.perPlane == 1
      else { return nil }
      let (range, isCut) = segments.range(of: 0, in: file, uncompressedBytes: nil)
      let isLossless = LosslessJPEG.frameMarker(file.bytes, range: range) == LosslessJPEG.startOfFrame
      return isCut || range.isEmpty || isLossless ? nil : range
    default: return nil
    }
  }
}

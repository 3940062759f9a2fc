internal import Headroom

/// Writes an SDR picture with a gain map computed against what readers will decode of it.
enum AdaptiveEncoder {
  static func encode(
    _ picture: StillImage, alternate: PixelBitmap, alternateEncoding: ColorEncoding, map: GainMapComputer.Options,
    options: EncodeOptions
  ) throws(ImageIOError) -> [UInt8] {
    let base = try JPEGWriter.encodeBase(picture.base, options: options)
    var complete = picture
    complete.gainMap = try GainMapComputer.compute(
      base: try JPEGWriter.decodeBase(base), baseEncoding: picture.encoding, alternate: alternate,
      alternateEncoding: alternateEncoding, options: map)
    return try JPEGWriter.assemble(complete, base: base, options: options)
  }
}

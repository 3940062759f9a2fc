package import HeadroomColor
package import HeadroomPixels

extension JPEGWriter {
  /// Writes a file whose gain map leads from the base of `picture` to another rendition.
  ///
  /// The map is computed against the base as readers will decode it, so it also makes up for the base's losses.
  ///
  /// - Parameters:
  ///   - picture: base, colour and metadata; a gain map it has is replaced.
  ///   - alternate: the other rendition at the base's size, usually linear half floats.
  package static func encodeAdaptive(
    _ picture: StillImage, alternate: PixelBitmap, alternateEncoding: ColorEncoding,
    mapOptions: GainMapComputer.Options = GainMapComputer.Options(), options: EncodeOptions = EncodeOptions(),
    pool: ThreadPool = .shared
  ) throws(ImageIOError) -> [UInt8] {
    try checkEncodable(picture)
    let base = try encodeBase(picture.base, options: options)
    var adaptive = picture
    adaptive.gainMap = try GainMapComputer.compute(
      base: decodeBase(base), baseEncoding: picture.encoding, alternate: alternate,
      alternateEncoding: alternateEncoding, options: mapOptions, pool: pool)
    return try assemble(adaptive, base: base, options: options)
  }
}

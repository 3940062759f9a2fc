package import HeadroomPixels

/// Writes AVIF files: AV1 pictures in HEIF.
///
/// 8, 10 or 12 bits; without loss too. A gain map is described by ISO 21496-1.
package struct AVIFWriter: ImageWriter {
  private let writer = HEIFPictureWriter<AV1PictureCodec>(
    defaultChroma: { $0.quality < 90 ? .quarter : .full }, gainMapKinds: [.iso])

  package init() {}

  package func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    try writer.encode(picture, options: options)
  }

  package func encode(
    _ picture: StillImage, options: EncodeOptions,
    gainMap makeGainMap: (PixelBitmap) throws(ImageIOError) -> GainMapImage
  ) throws(ImageIOError) -> [UInt8] {
    try writer.encode(picture, options: options, gainMap: makeGainMap)
  }
}

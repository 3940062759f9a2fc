package import HeadroomPixels

/// Writes HEIC files: HEVC pictures in HEIF.
///
/// SDR pictures have 8 bits and 4:2:0 unless asked otherwise, which every reader takes; PQ and HLG pictures have 10 bits.
/// A gain map is one picture with two descriptions: ISO 21496-1 and, where its formula can say it, Apple's of 2020.
package struct HEICWriter: ImageWriter {
  private let writer = HEIFPictureWriter<HEVCPictureCodec>(
    defaultChroma: { _ in .quarter }, gainMapKinds: [.iso, .apple])

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

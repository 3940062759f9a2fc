package import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
package import HeadroomPixels

/// A picture in linear light, made for a display's headroom.
package struct GainMapRendition: Sendable {
  /// The pixels.
  package var bitmap: PixelBitmap
  /// Extended linear in the base picture's primaries.
  package var encoding: ColorEncoding
  /// Linear headroom of the pixels; 0 when unknown.
  package var contentHeadroom: Double

  /// Rows of one part of the parallel job. Fixed, so that the split does not depend on the machine.
  private static let bandHeight = 16

  /// Decodes `still` to linear light and applies its gain map for a display.
  ///
  /// Without a gain map the base picture is made linear as it is: no tone mapping takes place here. The orientation is
  /// not applied.
  ///
  /// - Parameters:
  ///   - displayHeadroomStops: log2 of the display's headroom; 0 for SDR, infinity for the full rendition.
  ///   - format: a floating-point format with colour, such as `rgbaHalf` or `rgbaFloat`.
  package static func make(
    still: StillImage, displayHeadroomStops: Double, format: PixelFormat = .rgbaHalf, pool: ThreadPool = .shared
  ) throws(ImageIOError) -> GainMapRendition {
    let base = still.base
    let applier = still.gainMap.map {
      GainMapApplier(
        map: $0, baseEncoding: still.encoding, baseWidth: base.width, baseHeight: base.height,
        displayHeadroomStops: displayHeadroomStops)
    }
    let out: PixelBitmap
    do throws(PixelError) {
      out = try PixelBitmap(
        width: base.width, height: base.height, format: format, alpha: format.hasAlpha ? base.alpha : .opaque)
    } catch {
      throw ImageIOError(error)
    }
    let light = LightConverter(base, encoding: still.encoding)
    let bands = (base.height + bandHeight - 1) / bandHeight
    let makeRows: @Sendable () -> RowBuffer = { RowBuffer(capacity: base.width) }
    try pool.forEachPiece(bands, scratch: makeRows) { band, buffer in
      let rows = unsafe buffer.rows
      for row in band * bandHeight..<min((band + 1) * bandHeight, base.height) {
        unsafe light.read(row: row, x: 0, count: base.width, into: rows)
        unsafe applier?.apply(row: row, x: 0, count: base.width, rows)
        unsafe RowCodec.pack(rows, count: base.width, into: out, row: row, x: 0)
      }
    }
    var encoding = still.encoding.linearized.extended
    encoding.model = .rgb
    return GainMapRendition(
      bitmap: out, encoding: encoding, contentHeadroom: applier?.contentHeadroom ?? still.contentHeadroom)
  }
}

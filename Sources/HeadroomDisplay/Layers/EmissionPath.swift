internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// The path of a layer's pixels to a screen: stored numbers to emitted light, row by row.
///
/// Light is decoded in the primaries of the content, tone mapped in BT.2020, limited in the content's primaries again,
/// so that a colour is clipped where one of its own components is, and returned in extended linear sRGB, where colours
/// outside sRGB have negative components. 1.0 = the screen's SDR white.
struct EmissionPath: Sendable {
  let contents: LayerContents
  /// The screen's system, if HLG is shown as BT.2100 specifies for displays.
  var hlgDisplay: HLGSystem?
  /// Factors for light before and after tone mapping.
  var scales: (before: Float, after: Float) = (1, 1)
  /// Nil where light is clipped at ``limit``.
  var toneMap: LightTone?
  /// The largest emitted component, in the content's primaries; nil for content without headroom, which has none above
  /// 1.
  var limit: Double?

  init(_ contents: LayerContents) { self.contents = contents }

  /// The emitted light.
  ///
  /// - Throws: ``PixelError`` if memory is missing.
  func picture() throws(PixelError) -> LayerPicture {
    LayerPicture(bitmap: try render(), isOpaque: contents.bitmap.alpha == .opaque)
  }

  private func render() throws(PixelError) -> PixelBitmap {
    let source = contents.bitmap
    let result = try PixelBitmap(
      width: source.width, height: source.height, format: .rgbaFloat, alpha: .premultiplied)
    let rows = EmissionRows(self)
    let columns = source.width
    let streams = RowCodec.streams(into: result)
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: columns) }
    // Several rows per part: a row of a small picture is less work than claiming it.
    let part = max(1, 16_384 / columns)
    ThreadPool.shared.concurrentPerform((source.height + part - 1) / part, scratch: makeBuffer) { index, buffer in
      let light = unsafe buffer.rows
      for row in index * part..<min((index + 1) * part, source.height) {
        unsafe rows.read(row, columns, into: light)
        unsafe RowCodec.pack(light, count: columns, into: result, row: row, x: 0, streams: streams)
      }
      if streams { RowCodec.endStreams() }
    }
    return result
  }
}

/// A path with everything precomputed that is the same for all rows.
private struct EmissionRows: Sendable {
  private let path: EmissionPath
  private let converter: LightConverter
  private let weightsOfContent: HLGSystem
  private let toBT2020: Matrix3x3
  private let fromBT2020: Matrix3x3
  private let toScreen: Matrix3x3
  /// Whether numbers outside 0...1, which floats may hold but the space does not have, must be clipped.
  private let isBounded: Bool

  init(_ path: EmissionPath) {
    self.path = path
    let (bitmap, encoding) = (path.contents.bitmap, path.contents.encoding)
    converter = LightConverter(bitmap, encoding: encoding)
    weightsOfContent = encoding.hlgSystem
    toBT2020 = encoding.primaries.matrix(to: .bt2020)
    fromBT2020 = ColorPrimaries.bt2020.matrix(to: encoding.primaries)
    toScreen = encoding.primaries.matrix(to: .bt709)
    isBounded = !path.contents.canExceedWhite && bitmap.format.isFloatingPoint
  }

  /// The light of a row, multiplied by alpha.
  func read(_ row: Int, _ count: Int, into light: RowPointers) {
    unsafe converter.read(row: row, x: 0, count: count, into: light)
    if isBounded { unsafe LimitRow.clip(light, count, to: 0...1) }
    if let display = path.hlgDisplay {
      unsafe HLGSystemRow.sceneFromDisplay(weightsOfContent, light.r, light.g, light.b, count)
      unsafe HLGSystemRow.displayFromScene(display, light.r, light.g, light.b, count)
    }
    unsafe mapTones(light, count)
    if let limit = path.limit { unsafe self.limit(light, count, to: Float(limit)) }
    if toScreen != .identity { unsafe MatrixRow.apply(toScreen, light.r, light.g, light.b, count) }
    if !converter.isOpaque { unsafe AlphaRow.premultiply(light, count) }
  }

  private func mapTones(_ light: RowPointers, _ count: Int) {
    unsafe LimitRow.scale(light, count, by: path.scales.before)
    if let toneMap = path.toneMap {
      unsafe MatrixRow.apply(toBT2020, light.r, light.g, light.b, count)
      unsafe toneMap.apply(light, count)
      unsafe MatrixRow.apply(fromBT2020, light.r, light.g, light.b, count)
    }
    unsafe LimitRow.scale(light, count, by: path.scales.after)
  }

  /// Tone-mapped light keeps its hue where the conversion back from BT.2020 took it above the limit; other light is
  /// clipped, as by a screen.
  private func limit(_ light: RowPointers, _ count: Int, to limit: Float) {
    if path.toneMap != nil { unsafe LimitRow.scaleToPeak(light, count, peak: limit) }
    unsafe LimitRow.clip(light, count, to: -limit...limit)
  }
}

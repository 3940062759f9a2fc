internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// The way of a layer's pixels to a screen: stored numbers to emitted light, row by row.
///
/// Light is decoded in the primaries of the content, tone mapped in BT.2020, limited in the content's primaries again, so that
/// a colour is cut where one of its own components is, and given out in extended linear sRGB, where the colours that sRGB
/// does not have are negative. 1.0 = the screen's SDR white.
struct EmissionPath: Sendable {
  let contents: LayerContents
  /// The screen's system where HLG is shown as BT.2100 has a display show it.
  var hlgDisplay: HLGSystem?
  /// Light is multiplied by this before tone mapping and by the other after it.
  var scales: (before: Float, after: Float) = (1, 1)
  /// Nil where light is cut at ``limit``.
  var toneMap: LightTone?
  /// The largest component of what is emitted, in the content's primaries; nil for content without headroom, which has none
  /// above 1.
  var limit: Double?

  init(_ contents: LayerContents) { self.contents = contents }

  /// What is emitted.
  ///
  /// - Throws: ``PixelError`` when there is no memory.
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
    // Several rows a part: a row of a small picture is less work than taking its number.
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

/// A path with everything worked out that is the same for all rows.
private struct EmissionRows: Sendable {
  private let path: EmissionPath
  private let converter: LightConverter
  private let weightsOfContent: HLGSystem
  private let toBT2020: Matrix3x3
  private let fromBT2020: Matrix3x3
  private let toScreen: Matrix3x3
  /// Whether numbers outside 0...1 have to be cut that the space does not have, as floats may hold them.
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

  /// What was tone mapped keeps its hue where the way back from BT.2020 took it above the limit; what was not is cut, as a
  /// screen does it.
  private func limit(_ light: RowPointers, _ count: Int, to limit: Float) {
    if path.toneMap != nil { unsafe LimitRow.scaleToPeak(light, count, peak: limit) }
    unsafe LimitRow.clip(light, count, to: -limit...limit)
  }
}

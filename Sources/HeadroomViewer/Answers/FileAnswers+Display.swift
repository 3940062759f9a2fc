internal import Foundation
internal import HeadroomColor
internal import HeadroomDisplay
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO

/// A display, and what is done to a picture on its way there.
struct ShownDisplay {
  let layer: LayerSimulation
  /// Stops.
  let exposure: Double

  init(_ query: ViewerQuery) throws {
    layer = LayerSimulation(
      kind: try query.word("layer", default: .core), range: try query.word("range", default: .high),
      screenHeadroom: try query.headroom())
    exposure = try query.exposure()
  }

  var headroom: Double { layer.headroom }

  /// Whether it shows all that a file has.
  var changesNothing: Bool { headroom.isInfinite && exposure == 0 }
}

extension FileAnswers {
  /// Entries of the table of gains, and the stops that they span.
  private static let (toneCount, toneStops) = (1024, 24.0)

  /// The headroom of the exposed content: the curve that fits it follows the slider of exposure.
  func exposedHeadroom(_ display: ShownDisplay) throws -> Double {
    max(try contentHeadroom() * exp2(display.exposure), 1)
  }

  /// Gains in stops by the brightest component: what the page's shader does between two renditions of the library.
  func tone() throws -> ViewerResponse {
    let display = try ShownDisplay(query)
    // What is only cut is cut by its components, which a gain for all three cannot say.
    let target = display.layer.kind == .core ? display.headroom : .infinity
    let curve = ToneCurve(contentHeadroom: try exposedHeadroom(display), targetHeadroom: target)
    let gains = (0..<Self.toneCount).map { index -> Float in
      let level = exp2(-Self.toneStops / 2 + Self.toneStops * Double(index) / Double(Self.toneCount - 1))
      return Float(log2(curve.gain(at: level)))
    }
    let bytes = gains.flatMap { gain in (0..<4).map { UInt8(truncatingIfNeeded: gain.bitPattern >> (8 * UInt32($0))) } }
    return ViewerResponse.binary(bytes).with("X-Peak", display.headroom.isFinite ? "\(display.headroom)" : "inf")
  }

  /// What a display of a headroom shows, as PQ for `<img>`.
  func rendition() throws -> ViewerResponse {
    let display = try ShownDisplay(query)
    let image = try shown(on: display, side: try side())
    let content = try exposedHeadroom(display)
    let hdr = FileForms.metadata(headroom: min(display.headroom, content))
    let request = FileForms.pq(image.limited(to: FileForms.largestHeadroom), hdr)
    return ViewerResponse(request.format.mimeType, try renderer.file(request))
  }

  /// The picture on a display, which cuts what it does not have.
  func shown(on display: ShownDisplay, side: Int) throws -> CIImage {
    let isWeighted = display.layer.weights(gainMap: file.info.gainMap != nil)
    let image = try resampled(side: side) { isWeighted ? $0.shown(on: display.headroom) : $0.light }
      .exposed(by: display.exposure)
    guard display.headroom.isFinite else { return image }
    let content = isWeighted ? 1 : try exposedHeadroom(display)
    return display.layer.shown(image, contentHeadroom: content, isWeighted: isWeighted)
  }
}

internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomDisplay
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures

/// A display, and the settings with which it shows a picture.
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

  /// Whether it shows all light of a file.
  var changesNothing: Bool { headroom.isInfinite && exposure == 0 }
}

extension FileAnswers {
  /// The number of entries in the gain table, and the stops that they span.
  private static let (toneCount, toneStops) = (1024, 24.0)

  /// The headroom of the exposed content: the tone curve follows the exposure slider.
  func exposedHeadroom(_ display: ShownDisplay) throws -> Double {
    max(try contentHeadroom() * exp2(display.exposure), 1)
  }

  /// The brightness of the picture, measured where its headers do not state it, and the resulting exposure.
  func brightness() throws -> ViewerResponse {
    ViewerResponse([
      "schema": 1, "contentHeadroom": .number(try contentHeadroom()), "automaticStops": .number(try automaticStops()),
      "exposedStops": .number(try exposedStops()),
    ])
  }

  /// Gains in stops by the brightest component, for the headrooms that the operator is defined at: in between they are
  /// interpolated in stops, so that the page needs no other table while the headroom changes.
  func tone() throws -> ViewerResponse {
    let map = ReferenceWhiteToneMap(contentStops: log2(try exposedHeadroom(ShownDisplay(query))))
    // Content without headroom is not mapped, so there is only one entry.
    let headrooms = map.contentStops > 0 ? map.alternates.map(\.stops) + [map.contentStops] : [0]
    let gains = headrooms.flatMap { headroom in
      (0..<Self.toneCount).map { index -> Float in
        let level = exp2(-Self.toneStops / 2 + Self.toneStops * Double(index) / Double(Self.toneCount - 1))
        return Float(map.gainStops(at: level, targetStops: headroom))
      }
    }
    let bytes = gains.flatMap { gain in (0..<4).map { UInt8(truncatingIfNeeded: gain.bitPattern >> (8 * UInt32($0))) } }
    return ViewerResponse.binary(bytes)
      .with("X-Headrooms", headrooms.map { "\($0)" }.joined(separator: ","))
  }

  /// The picture on a display of a headroom, as PQ for `<img>`.
  func rendition() throws -> ViewerResponse {
    let display = try ShownDisplay(query)
    let image = try shown(on: display, side: try side())
    let content = try exposedHeadroom(display)
    let hdr = ShownFile.metadata(headroom: min(display.headroom, content))
    let request = ShownFile.pq(image.limited(to: ShownFile.largestHeadroom), hdr)
    return ViewerResponse(request.format.mimeType, try renderer.file(request))
  }

  /// The picture on a display, clipped to the display's light.
  func shown(on display: ShownDisplay, side: Int) throws -> CIImage {
    let isWeighted = display.layer.weights(gainMap: file.info.gainMap != nil)
    let image = try resampled(side: side) { isWeighted ? $0.shown(on: display.headroom) : $0.light }
      .exposed(by: display.exposure)
    guard display.headroom.isFinite else { return image }
    let content = isWeighted ? 1 : try exposedHeadroom(display)
    return display.layer.shown(image, contentHeadroom: content, isWeighted: isWeighted)
  }
}

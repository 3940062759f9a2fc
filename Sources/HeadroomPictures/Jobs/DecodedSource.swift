internal import Foundation
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// A source that is ready to be rendered: in memory, or decoded while it is rendered.
struct DecodedSource {
  /// The source as decoded.
  var source: PictureSource
  /// The geometry from that size on.
  var geometry: PictureGeometry
  /// The decoded picture without its pixels.
  var still: StillHeader
  var warnings: [String]
  var comesByRows = false
  var alphaUse = AlphaUse.opaque
  /// NaN and infinite samples, counted here where rendering removes them before the writer could count them.
  var nonFiniteSamples = 0
  /// Infinite colours that rendering to floats bounds; see `SourceOperation.boundsLight`.
  var infiniteColors = 0
}

extension PictureJob {
  /// Chooses how the source is decoded for the result, and decodes it if it can be held.
  func decodedSource(_ decision: JobDecision) throws(PictureError) -> DecodedSource {
    let plan = decision.plan
    if source.isRecipe {
      let (small, geometry) = try decodedSmall(source)
      return try rendered(small, geometry)
    }
    var input = source
    // The map of an SDR base is not decoded when only the base is written. Filters see the light that the map gives.
    if plan.rendition == .sdr, input.isBaseSDR, !decision.filters.hasFilters { input = input.withoutGainMap() }
    let carriesMap = plan.keepsGainMap
    let (small, geometry) = try decodedSmall(input)
    let crop = try geometry.crop(width: small.uprightSize.width, height: small.uprightSize.height)
    // Base and alternate of a new gain map read it one after the other.
    let isRepeated = plan.rendition == .adaptive && !carriesMap
    let isExpensive = decision.filters.hasFilters || geometry.resize != nil
    // A picture that is too large to be held is decoded while it is rendered.
    let heldBytes = small.decodedByteCount(showing: crop) + (try resultByteCount(small, geometry, plan))
    let isLarge = renderer.isLarge(heldBytes, isRepeated ? .several(isExpensive: isExpensive) : .one)
    renderer.progress?.step("decode", reaching: isLarge ? 0.01 : 0.3)
    // A map that is reduced along with its base is averaged over pixels around the crop too.
    let isMapResized = carriesMap && geometry.resize != nil
    if isLarge, let rows = try small.rows() {
      let map = isMapResized ? try smallerMap(rows.gainMap, of: small, geometry) : rows.gainMap
      return try byRows(small, geometry, rows.source, map)
    }
    // Decoders report progress.
    return try (renderer.progress?.stepTask() ?? RenderTask()).bound { () throws(PictureError) in
      try decodedWhole(small, geometry, plan, showing: isMapResized ? nil : crop, resizesMap: isMapResized)
    }
  }

  /// A recipe: there is nothing to decode. Its transparency is looked up in the pixels if its nodes do not determine
  /// it.
  private func rendered(
    _ input: PictureSource, _ geometry: PictureGeometry
  ) throws(PictureError) -> DecodedSource {
    var source = DecodedSource(source: input, geometry: geometry, still: try input.header(), warnings: [])
    if source.still.alpha != .opaque {
      source.alphaUse = try renderer.alphaUse(input.image(headroom: .infinity), file: input.name)
    }
    return source
  }

  private func resultByteCount(
    _ input: PictureSource, _ geometry: PictureGeometry, _ plan: RenditionPlan
  ) throws(PictureError) -> Int {
    let size = try geometry.size(width: input.uprightSize.width, height: input.uprightSize.height)
    return size.width * size.height * (plan.depth == .bits8 ? 3 : plan.depth.integerBits == nil ? 12 : 6)
  }

  private func byRows(
    _ input: PictureSource, _ geometry: PictureGeometry, _ rows: any StillRowSource, _ gainMap: GainMapImage?
  ) throws(PictureError) -> DecodedSource {
    var source = DecodedSource(
      source: input, geometry: geometry, still: input.header(of: rows, gainMap), warnings: input.info.warnings,
      comesByRows: true)
    if source.still.alpha != .opaque { source.alphaUse = try input.alphaUse() }
    return source
  }

  private func decodedWhole(
    _ input: PictureSource, _ geometry: PictureGeometry, _ plan: RenditionPlan, showing crop: PixelRect?,
    resizesMap: Bool
  ) throws(PictureError) -> DecodedSource {
    let whole = try input.still(showing: crop)
    var source = DecodedSource(
      source: input, geometry: geometry, still: whole.header, warnings: whole.warnings, alphaUse: whole.base.alphaUse)
    if resizesMap { source.still.gainMap = try smallerMap(of: whole, input, geometry) }
    // Rendering to integers removes them; in floats they are counted when written.
    if plan.depth.integerBits != nil {
      source.nonFiniteSamples = whole.base.count(outside: .finite)
    } else {
      source.infiniteColors = whole.base.infiniteColorCount
    }
    return source
  }

  /// The gain map at its final size.
  private func smallerMap(
    of still: StillImage, _ input: PictureSource, _ geometry: PictureGeometry
  ) throws(PictureError) -> GainMapImage? {
    guard let map = still.gainMap else { return nil }
    let times = try geometry.mapShrinking(of: input, map.description)
    do throws(ImageIOError) {
      return try still.gainMap(forPictureSmallerBy: times.across, times.down)
    } catch {
      throw PictureError(error, file: input.name)
    }
  }

  /// The same for a picture that is not held, which is decoded again for it.
  private func smallerMap(
    _ map: GainMapImage?, of input: PictureSource, _ geometry: PictureGeometry
  ) throws(PictureError) -> GainMapImage? {
    guard let map, let rows = try input.withoutGainMap().rows() else { return map }
    let times = try geometry.mapShrinking(of: input, map.description)
    do throws(ImageIOError) {
      return try map.downscaled(by: times.across, times.down, base: rows.source)
    } catch {
      throw PictureError(error, file: input.name)
    }
  }

  /// The input at a smaller decoded size, and the geometry from there, where the result is to be much smaller.
  private func decodedSmall(_ input: PictureSource) throws(PictureError) -> (PictureSource, PictureGeometry) {
    let geometry = edit.geometry
    guard input.hasSmallerForms, geometry.allowsSmallerForms else { return (input, geometry) }
    let upright = input.uprightSize
    let small = try input.decodedSmall(for: geometry.wholeTarget(width: upright.width, height: upright.height))
    var resolved = geometry
    // A size that is cut from the resized picture is the same of each form; another is that of the whole picture.
    if geometry.crop == nil {
      let target = try geometry.size(width: upright.width, height: upright.height)
      resolved.resize = .exact(width: target.width, height: target.height)
    }
    return (small, resolved)
  }
}

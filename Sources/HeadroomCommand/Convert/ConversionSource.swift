internal import Foundation
internal import Headroom

/// An input that is ready to be rendered: held, or to be decoded while it is rendered.
struct ConversionSource {
  /// The input as it is decoded.
  var input: InputPicture
  /// What is done to it from that size on.
  var geometry: PictureGeometry
  /// What it is, but for its pixels.
  var still: StillHeader
  var warnings: [String]
  var comesByRows = false
  var alphaUse = AlphaUse.opaque
  /// Samples that are no numbers, where rendering leaves nothing of them for the writer to count.
  var oddSamples = 0
  /// Infinite colours that rendering to floats bounds; see ``SourceOperation/boundsLight``.
  var infiniteColors = 0
}

extension Converter {
  /// Chooses how an input is decoded for what is made of it, and decodes it where it can be held.
  func source(
    _ input: InputPicture, for task: ConversionTask, _ decision: ConversionDecision, _ progress: FileProgress
  ) throws(CommandError) -> ConversionSource {
    let plan = decision.plan
    if input.isRecipe {
      let (small, geometry) = try decodedSmall(input)
      return try rendered(small, geometry)
    }
    var input = input
    // The map of an SDR base is not decoded when only the base is written. Filters see the light that the map gives.
    if plan.rendition == .sdr, input.isBaseSDR, !decision.filters.hasFilters { input = input.withoutGainMap() }
    let carriesMap = plan.keepsGainMap
    let (small, geometry) = try decodedSmall(input)
    let crop = try geometry.crop(width: small.uprightSize.width, height: small.uprightSize.height)
    // Base and alternate of a new gain map go through it one after the other.
    let isRepeated = plan.rendition == .adaptive && !carriesMap
    let isCostly = decision.filters.hasFilters || geometry.options.resize != nil
    // A picture that is too large to be held is decoded while it is rendered.
    let heldBytes = small.decodedByteCount(showing: crop) + (try resultByteCount(small, geometry, plan))
    let isLarge = renderer.isLarge(heldBytes, isRepeated ? .several(isCostly: isCostly) : .one)
    progress.step("decode", reaching: isLarge ? 0.01 : 0.3)
    // A map that is made smaller along with its base is averaged over what lies around the crop too.
    let isMapResized = carriesMap && geometry.options.resize != nil
    if isLarge, let rows = try small.rows() {
      let map = isMapResized ? try smallerMap(rows.gainMap, of: small, geometry) : rows.gainMap
      return try byRows(small, geometry, rows.source, map)
    }
    // Decoders say how far they are.
    return try progress.stepTask().bound { () throws(CommandError) in
      try held(small, geometry, plan, showing: isMapResized ? nil : crop, resizesMap: isMapResized)
    }
  }

  /// A recipe: there is nothing to decode. Whether it has transparency is looked up where its nodes do not tell.
  private func rendered(
    _ input: InputPicture, _ geometry: PictureGeometry
  ) throws(CommandError) -> ConversionSource {
    var source = ConversionSource(input: input, geometry: geometry, still: try input.header(), warnings: [])
    if source.still.alpha != .opaque {
      source.alphaUse = try renderer.alphaUse(input.image(headroom: .infinity), file: input.path)
    }
    return source
  }

  private func resultByteCount(
    _ input: InputPicture, _ geometry: PictureGeometry, _ plan: RenditionPlan
  ) throws(CommandError) -> Int {
    let size = try geometry.size(width: input.uprightSize.width, height: input.uprightSize.height)
    return size.width * size.height * (plan.depth == .bits8 ? 3 : plan.depth.integerBits == nil ? 12 : 6)
  }

  private func byRows(
    _ input: InputPicture, _ geometry: PictureGeometry, _ rows: any StillRowSource, _ gainMap: GainMapImage?
  ) throws(CommandError) -> ConversionSource {
    var source = ConversionSource(
      input: input, geometry: geometry, still: input.header(of: rows, gainMap), warnings: input.info.warnings,
      comesByRows: true)
    if source.still.alpha != .opaque { source.alphaUse = try input.alphaUse() }
    return source
  }

  private func held(
    _ input: InputPicture, _ geometry: PictureGeometry, _ plan: RenditionPlan, showing crop: PixelRect?,
    resizesMap: Bool
  ) throws(CommandError) -> ConversionSource {
    let whole = try input.still(showing: crop)
    var source = ConversionSource(
      input: input, geometry: geometry, still: whole.header, warnings: whole.warnings, alphaUse: whole.base.alphaUse)
    if resizesMap { source.still.gainMap = try smallerMap(of: whole, input, geometry) }
    // Rendering to integers leaves nothing of them; floats are counted as they are written.
    if plan.depth.integerBits != nil {
      source.oddSamples = whole.base.count(outside: .finite)
    } else {
      source.infiniteColors = whole.base.infiniteColorCount
    }
    return source
  }

  /// The gain map as small as it is going to be.
  private func smallerMap(
    of still: StillImage, _ input: InputPicture, _ geometry: PictureGeometry
  ) throws(CommandError) -> GainMapImage? {
    let times = try geometry.shrinking(of: input)
    do throws(ImageIOError) {
      return try still.gainMap(forPictureSmallerBy: times.across, times.down)
    } catch {
      throw CommandError(error, file: input.path)
    }
  }

  /// The same for a picture that is not held, which is decoded once more for it.
  private func smallerMap(
    _ map: GainMapImage?, of input: InputPicture, _ geometry: PictureGeometry
  ) throws(CommandError) -> GainMapImage? {
    guard let map, let rows = try input.withoutGainMap().rows() else { return map }
    let times = try geometry.shrinking(of: input)
    do throws(ImageIOError) {
      return try map.carried(bySmaller: times.across, times.down, base: rows.source)
    } catch {
      throw CommandError(error, file: input.path)
    }
  }

  /// The input at a smaller decoded size, and the geometry from there, where the result is to be much smaller.
  private func decodedSmall(_ input: InputPicture) throws(CommandError) -> (InputPicture, PictureGeometry) {
    // Rectangles and free angles are meant in pixels of the whole picture.
    guard input.hasSmallerForms, geometry.options.resize != nil, geometry.options.crop == nil, geometry.isOrthogonal
    else { return (input, geometry) }
    let upright = input.uprightSize
    let target = try geometry.size(width: upright.width, height: upright.height)
    let isTurned = geometry.turn.swapsAxes
    let small = try input.decodedSmall(for: isTurned ? (target.height, target.width) : target)
    var resolved = geometry
    resolved.options.resize = .exact(width: target.width, height: target.height)
    return (small, resolved)
  }
}

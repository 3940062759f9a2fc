import HeadroomColor

extension RenderPlanner {
  /// A point operation over its images, and over what it reads as a whole.
  mutating func point(_ operation: any PointOperation, _ entry: RecipeOrder.Entry, _ extent: PixelRect) -> Picture {
    let imageCount = entry.inputs.count - operation.parameterCount
    let images = entry.inputs.prefix(imageCount).map { pictures[$0] }
    guard let first = images.first else { return generated(operation, entry, extent) }
    if images.count == 1, operation.parameterCount == 0, let matrix = operation.colorMatrix(in: space) {
      return mapped(first, by: matrix)
    }
    if images.count == 1 { return changed(first, by: operation, entry) }
    let inputs = images.map { operation.alphaRule == .straight ? straightened($0) : premultiplied($0) }
    let (dx, dy) = (first.dx, first.dy)
    let values = inputs.map { visible($0, over: extent, dx: dx, dy: dy) }
    let value = graph.point(call(operation, entry, values, dx: dx, dy: dy))
    let alpha: ChainAlpha =
      entry.node.isOpaque ? .opaque : operation.alphaRule == .straight ? .straight : .premultiplied
    return Picture(value: value, dx: dx, dy: dy, extent: extent, alpha: alpha)
  }

  private mutating func generated(
    _ operation: any PointOperation, _ entry: RecipeOrder.Entry, _ extent: PixelRect
  ) -> Picture {
    Picture(
      value: graph.point(call(operation, entry, [], dx: 0, dy: 0)), extent: extent,
      alpha: entry.node.isOpaque ? .opaque : .premultiplied)
  }

  /// The call of an operation on values that are moved by (dx, dy).
  private mutating func call(
    _ operation: any PointOperation, _ entry: RecipeOrder.Entry, _ values: [Int], dx: Int, dy: Int
  ) -> ValueGraph.PointCall {
    let parameters = entry.inputs.suffix(operation.parameterCount).map { place in
      let index = step(of: pictures[place])
      steps[index].isMaterialised = true
      return index
    }
    let isPlaced = operation.usesPosition
    return ValueGraph.PointCall(
      operation: graph.number(of: operation, entry.node.key), images: values, parameters: parameters,
      dx: isPlaced ? -dx : 0,
      dy: isPlaced ? -dy : 0)
  }

  private mutating func mapped(_ picture: Picture, by matrix: ColorMatrix) -> Picture {
    var result = matrix.isHomogeneous ? picture : straightened(picture)
    result.value = graph.stage(.matrix(matrix), of: result.value)
    if result.alpha == .straightOrLight, !matrix.isHomogeneous { result.alpha = .straight }
    if result.alpha == .opaque, !matrix.leavesAlphaAlone { result.alpha = .straight }
    return result
  }

  private mutating func changed(
    _ picture: Picture, by operation: any PointOperation, _ entry: RecipeOrder.Entry
  ) -> Picture {
    var result = picture
    switch operation.alphaRule {
    case .straight: result = straightened(result)
    case .premultiplied: result = premultiplied(result)
    case .any: if result.alpha == .straightOrLight { result = premultiplied(result) }
    }
    let call = call(operation, entry, [result.value], dx: result.dx, dy: result.dy)
    result.value = graph.point(call)
    if result.alpha == .straightOrLight { result.alpha = .straight }
    if result.alpha == .opaque, !operation.isOpaque([true]) { result.alpha = .straight }
    return result
  }

  mutating func conversionPicture(_ conversion: ColorConversion, _ input: Picture, _ extent: PixelRect) -> Picture {
    var picture = input
    if case .alphaOne = conversion {
      // What becomes opaque outside the picture has to be black there.
      picture.value = visible(picture, over: extent, dx: picture.dx, dy: picture.dy)
      picture.extent = extent
    }
    switch conversion {
    // These two change numbers and leave the tags alone: the chain's alpha state does not follow them.
    case .premultiply, .unpremultiply: picture = premultiplied(picture)
    case .toneMap, .alphaOne: picture = straightenedKeepingLight(picture)
    default:
      picture = straightened(picture)
      if picture.alpha == .straightOrLight { picture.alpha = .straight }
    }
    var measurement: Int?
    if case .toneMap(let request) = conversion, request.source == .measured { measurement = measured(picture) }
    let stages = ColorStages.conversion(conversion, measurement: measurement, in: space)
    picture.value = graph.stages(stages, of: picture.value)
    if case .alphaOne = conversion { picture.alpha = .opaque }
    return picture
  }

  /// The number of a measurement of a picture's light.
  private mutating func measured(_ picture: Picture) -> Int {
    let index = step(of: picture)
    // Infinite pictures are measured where they are looked at.
    let region = picture.extent.isInfinite ? picture.extent.intersection(region) : picture.extent
    if let known = measurements.firstIndex(where: { $0.step == index && $0.region == region }) { return known }
    measurements.append(RenderPlan.Measurement(step: index, region: region))
    return measurements.count - 1
  }
}

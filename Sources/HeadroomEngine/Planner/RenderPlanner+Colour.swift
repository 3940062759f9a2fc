import HeadroomColor
package import HeadroomPixels

extension RenderPlanner {
  /// A point operation over its images and the inputs that it reads as a whole.
  package mutating func point(
    _ operation: any PointOperation, _ entry: RecipeOrder.Entry, _ extent: Slot<PixelRect>
  ) -> Picture {
    let imageCount = entry.inputs.count - operation.parameterCount
    let images = entry.inputs.prefix(imageCount).map { pictures[$0] }
    guard let first = images.first else { return generated(operation, entry, extent) }
    if images.count == 1, operation.parameterCount == 0, let matrix = graph.slots.matrix(ofNode: pictures.count) {
      return mapped(first, by: matrix)
    }
    // A client's kernel may be evaluated outside of its image, or over a part of it.
    let keepsExtent = graph.slots.covers(first.extent, extent) && graph.slots.covers(extent, first.extent)
    if images.count == 1, keepsExtent { return changed(first, by: operation, entry) }
    let inputs = images.map { operation.alphaRule == .straight ? straightened($0) : premultiplied($0) }
    let values = inputs.map { visible($0, over: extent, movedBack: first.offset) }
    let value = graph.point(call(operation, entry, values, movedBack: first.offset))
    let alpha: ChainAlpha =
      entry.node.isOpaque ? .opaque : operation.alphaRule == .straight ? .straight : .premultiplied
    return Picture(value: value, offset: first.offset, extent: extent, alpha: alpha)
  }

  private mutating func generated(
    _ operation: any PointOperation, _ entry: RecipeOrder.Entry, _ extent: Slot<PixelRect>
  ) -> Picture {
    let call = call(operation, entry, [], movedBack: graph.slots.zero())
    return picture(graph.point(call), extent, entry.node.isOpaque ? .opaque : .premultiplied)
  }

  /// The call of an operation on the values of pictures that are moved by `offset`.
  private mutating func call(
    _ operation: any PointOperation, _ entry: RecipeOrder.Entry, _ values: [Int], movedBack offset: Slot<PixelOffset>
  ) -> ValueGraph.PointCall {
    let parameters = entry.inputs.suffix(operation.parameterCount).map { place in
      let index = step(of: pictures[place])
      readAsWhole(index)
      return index
    }
    let zero = graph.slots.zero()
    return ValueGraph.PointCall(
      node: pictures.count, images: values, parameters: parameters,
      offset: operation.usesPosition ? graph.slots.sum(zero, offset, factor: -1) : zero,
      usesPosition: operation.usesPosition)
  }

  private mutating func mapped(_ picture: Picture, by matrix: Slot<ColorMatrix>) -> Picture {
    let isHomogeneous = graph.slots.isHomogeneous(matrix)
    var result = isHomogeneous ? picture : straightened(picture)
    result.value = graph.matrix(matrix, of: result.value)
    if result.alpha == .straightOrEmissive, !isHomogeneous { result.alpha = .straight }
    if result.alpha == .opaque, !graph.slots.leavesAlphaAlone(matrix) { result.alpha = .straight }
    return result
  }

  private mutating func changed(
    _ picture: Picture, by operation: any PointOperation, _ entry: RecipeOrder.Entry
  ) -> Picture {
    var result = picture
    switch operation.alphaRule {
    case .straight: result = straightened(result)
    case .premultiplied: result = premultiplied(result)
    case .any: if result.alpha == .straightOrEmissive { result = premultiplied(result) }
    }
    let call = call(operation, entry, [result.value], movedBack: result.offset)
    result.value = graph.point(call)
    if result.alpha == .straightOrEmissive { result.alpha = .straight }
    if result.alpha == .opaque, !operation.isOpaque([true]) {
      result.alpha = operation.alphaRule == .premultiplied ? .premultiplied : .straight
    }
    return result
  }

  mutating func conversionPicture(
    _ conversion: ColorConversion, _ input: Picture, _ extent: Slot<PixelRect>
  ) -> Picture {
    var picture = input
    if case .alphaOne = conversion {
      // Pixels outside the picture that become opaque have to be black.
      picture.value = visible(picture, over: extent, movedBack: picture.offset)
      picture.extent = extent
    }
    switch conversion {
    // These two change numbers and leave the tags alone: the chain's alpha state does not follow them.
    case .premultiply, .unpremultiply: picture = premultiplied(picture)
    case .toneMap, .alphaOne: picture = straightenedKeepingEmission(picture)
    default:
      picture = straightened(picture)
      if picture.alpha == .straightOrEmissive { picture.alpha = .straight }
    }
    let measurement = conversion.isMeasured ? measured(picture) : nil
    for stage in ColorStages.conversion(conversion, measurement: measurement, in: space) {
      // The headrooms are parameters: moving their slider needs no new plan.
      picture.value =
        if case .toneMap = stage {
          graph.toneMap(measurement: measurement, of: picture.value)
        } else {
          graph.stage(stage, of: picture.value)
        }
    }
    if case .alphaOne = conversion { picture.alpha = .opaque }
    return picture
  }

  /// The number of a measurement of a picture's light.
  private mutating func measured(_ picture: Picture) -> Int {
    let index = step(of: picture)
    // Infinite pictures are measured over the rendered region.
    var region = picture.extent
    if graph.slots.kind(of: region) == .infinite {
      region = graph.slots.intersection(region, graph.slots.rect(.allRegions))
    }
    let measurement = DraftMeasurement(step: index, region: region)
    if let known = measurements.firstIndex(of: measurement) { return known }
    measurements.append(measurement)
    return measurements.count - 1
  }
}

extension ColorConversion {
  /// Whether it depends on how bright its picture is.
  package var isMeasured: Bool {
    if case .toneMap(let request) = self { request.source == .measured } else { false }
  }
}

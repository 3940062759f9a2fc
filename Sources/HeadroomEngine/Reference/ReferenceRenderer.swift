internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
package import HeadroomPixels

/// The specification of rendering: whole pictures, one scalar pixel after the other, nothing fused, colour in Double.
///
/// Slow and obviously right; the tile renderer is tested against it.
package struct ReferenceRenderer {
  package let space: WorkingSpace
  package let highQualityDownsample: Bool
  /// The region of the render, over which infinite pictures are measured.
  private let region: PixelRect

  /// The node's premultiplied pixels over a region, in the working space.
  package static func pixels(
    of node: RecipeNode, region: PixelRect, in space: WorkingSpace = .default, highQualityDownsample: Bool = true
  ) throws -> ReferenceImage {
    let renderer = ReferenceRenderer(
      space: space, highQualityDownsample: highQualityDownsample, region: region)
    return try renderer.evaluate(node, region)
  }

  /// The numbers a destination gets, before its integers are rounded: straight or premultiplied as it asks.
  package static func numbers(
    of node: RecipeNode, region: PixelRect, in space: WorkingSpace = .default, destination: PlanDestination,
    highQualityDownsample: Bool = true
  ) throws -> ReferenceImage {
    var image = try pixels(
      of: node, region: region, in: space, highQualityDownsample: highQualityDownsample)
    let renderer = ReferenceRenderer(space: space, highQualityDownsample: highQualityDownsample, region: region)
    for index in image.pixels.indices { image.pixels[index] = renderer.encode(image.pixels[index], destination) }
    return image
  }

  private func encode(_ pixel: Pixel, _ destination: PlanDestination) -> Pixel {
    var result = destination.isOpaque ? pixel : pixel.straightOrEmissive
    if let encoding = destination.encoding, let primaries = space.primaries {
      var light = primaries.matrix(to: encoding.primaries).apply(result.color)
      switch destination.gamutStage {
      case .project(let weights, let peak): light = GamutProjection.project(light, weights: weights, peak: peak)
      case .limit(let peak): light = GamutProjection.limit(light, peak: peak)
      default: break
      }
      if encoding.model == .monochrome {
        light = SIMD3(repeating: (light * encoding.primaries.luminanceWeights).sum())
      }
      result = result.withColor(encoding.encode(light))
    }
    guard destination.isPremultiplied, !destination.isOpaque else { return result }
    // Numbers encoded by a curve are not light.
    let isLight = space.primaries == nil || (destination.encoding?.transfer ?? .linear) == .linear
    return isLight ? result.premultipliedOrLight : result.premultiplied
  }

  // MARK: Nodes

  private func evaluate(_ node: RecipeNode, _ rect: PixelRect) throws -> ReferenceImage {
    let inside = rect.intersection(PixelRect(enclosing: node.extent))
    let image = try evaluateInside(node, inside)
    return inside == rect ? image : ReferenceImage(rect) { image[$0, $1] }
  }

  /// The pixels of a rectangle inside the node's extent.
  private func evaluateInside(_ node: RecipeNode, _ rect: PixelRect) throws -> ReferenceImage {
    if rect.isEmpty { return ReferenceImage(rect) }
    if rect.isInfinite { throw RenderError.infiniteExtent }
    switch node.kind {
    case .source(let source): return try read(source, rect)
    case .point(let operation): return try apply(operation, node, rect)
    case .color(let conversion): return try convert(conversion, node.inputs[0], rect)
    case .crop, .intermediate: return try evaluate(node.inputs[0], rect)
    case .clamp:
      let bounds = PixelRect(enclosing: node.inputs[0].extent)
      let input = try evaluate(node.inputs[0], rect.clamped(into: bounds))
      return ReferenceImage(rect) {
        input[min(max($0, bounds.minX), bounds.maxX - 1), min(max($1, bounds.minY), bounds.maxY - 1)]
      }
    case .affine: return try transform(node, rect)
    case .warp(let operation, let sampling): return try sample(operation, sampling, node.inputs[0], rect)
    case .area(let operation): return try neighbourhood(operation, node, rect)
    case .processor(let operation): return try process(operation, node, rect)
    case .reduction(let operation): return try reduce(operation, node, rect)
    }
  }

  private func missing(_ operation: any Operation) -> RenderError {
    .notImplemented(operation: operation.fingerprint.name)
  }

  /// The operation on the pixels of each place, premultiplied or straight as its alpha rule asks.
  private func apply(_ operation: any PointOperation, _ node: RecipeNode, _ rect: PixelRect) throws -> ReferenceImage {
    let imageCount = node.inputs.count - operation.parameterCount
    let images = try node.inputs.prefix(imageCount).map { try evaluate($0, rect) }
    let parameters = try node.inputs.suffix(operation.parameterCount).map { input in
      let extent = PixelRect(enclosing: input.extent)
      return ParameterPixels(rect: extent, pixels: try evaluate(input, extent).pixels)
    }
    let value: ([Pixel], Float, Float) -> Pixel
    if let point = operation as? any ReferencePoint {
      value = { point.evaluate($0, x: $1, y: $2, in: space) }
    } else if let point = operation as? any ReferenceParameterPoint {
      value = { point.evaluate($0, parameters: parameters, x: $1, y: $2, in: space) }
    } else {
      throw missing(operation)
    }
    let rule = images.count == 1 ? operation.effectiveAlphaRule(in: space) : operation.alphaRule
    let isStraight = !images.isEmpty && rule == .straight
    return ReferenceImage(rect) { x, y in
      let pixels = images.map { isStraight ? $0[x, y].straight : $0[x, y] }
      let result = value(pixels, Float(x) + 0.5, Float(y) + 0.5)
      return isStraight ? result.premultiplied : result
    }
  }

  private func neighbourhood(
    _ operation: any AreaOperation, _ node: RecipeNode, _ rect: PixelRect
  ) throws -> ReferenceImage {
    guard let area = operation.ready(in: space) as? any ReferenceArea else { throw missing(operation) }
    let images = try node.inputs.enumerated().map { place, input in
      let needed = operation.region(for: rect, ofInput: place)
      let extent = PixelRect(enclosing: input.extent)
      return try evaluate(input, operation.toleratesPartialInput ? needed.clamped(to: extent) : needed)
    }
    let readers: [PixelReader] = images.map { image in { image[$0, $1] } }
    return ReferenceImage(rect) { area.evaluate(x: $0, y: $1, readers) }
  }

  private func process(
    _ operation: any ProcessorOperation, _ node: RecipeNode, _ rect: PixelRect
  ) throws -> ReferenceImage {
    guard let processor = operation.ready(in: space) as? any ReferenceProcessor else { throw missing(operation) }
    let extent = operation.computesParts ? rect : PixelRect(enclosing: node.extent)
    let images = try node.inputs.enumerated().map { place, input in
      try evaluate(
        input, operation.region(for: extent, ofInput: place).intersection(PixelRect(enclosing: input.extent)))
    }
    let pixels = try processor.evaluate(extent, images.map { image in { image[$0, $1] } })
    return ReferenceImage(rect) { x, y in pixels[(y - extent.minY) * extent.width + x - extent.minX] }
  }

  private func read(_ source: any SourceOperation, _ rect: PixelRect) throws -> ReferenceImage {
    let loaded = try source.load(rect)
    let buffer = RowBuffer(capacity: rect.width)
    var image = ReferenceImage(rect)
    for y in rect.minY..<rect.maxY {
      let row = source.height - 1 - y
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(loaded.bitmap, row: row - loaded.firstRow, x: rect.minX, count: rect.width, into: rows)
      for i in 0..<rect.width {
        let stored = unsafe Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: rows.a[i])
        let numbers = source.boundsLight ? stored.withoutInfiniteColor : stored
        let isDivided = source.alpha == .premultiplied && source.encoding != nil && !source.keepsPremultipliedLight
        let straight = isDivided ? numbers.straight : numbers
        let light = linear(straight, source)
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (light.r, light.g, light.b, light.a)
      }
      if let gainMap = loaded.gainMap, source.hasGainMap {
        unsafe gainMap.apply(row: row, x: rect.minX, count: rect.width, rows)
      }
      for i in 0..<rect.width {
        let light = unsafe Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: rows.a[i])
        image[rect.minX + i, y] = working(light, source)
      }
    }
    return image
  }

  private func linear(_ pixel: Pixel, _ source: any SourceOperation) -> Pixel {
    guard let encoding = source.encoding, space.primaries != nil else { return pixel }
    return pixel.withColor(encoding.decode(pixel.color))
  }

  private func working(_ pixel: Pixel, _ source: any SourceOperation) -> Pixel {
    guard let encoding = source.encoding else { return source.alpha == .straight ? pixel.premultiplied : pixel }
    let matched = space.primaries.map { pixel.withColor(encoding.primaries.matrix(to: $0).apply(pixel.color)) } ?? pixel
    return source.keepsPremultipliedLight ? matched : matched.premultiplied
  }

  // MARK: Conversions

  private func convert(_ conversion: ColorConversion, _ input: RecipeNode, _ rect: PixelRect) throws -> ReferenceImage {
    let image = try evaluate(input, rect)
    var curve: ToneCurve?
    if case .toneMap(let request) = conversion {
      curve = request.curve(measured: request.source == .measured ? try contentHeadroom(of: input) : nil)
    }
    return ReferenceImage(rect) { x, y in
      let pixel = image[x, y]
      switch conversion {
      case .premultiply: return pixel.premultiplied
      case .unpremultiply: return pixel.straight
      case .alphaOne:
        let color = pixel.straightOrEmissive
        return Pixel(r: color.r, g: color.g, b: color.b, a: 1)
      case .toneMap:
        let straight = pixel.straightOrEmissive
        return straight.withColor(convert(straight.color, conversion, curve)).premultipliedOrLight
      default:
        let straight = pixel.straight
        return straight.withColor(convert(straight.color, conversion, curve)).premultiplied
      }
    }
  }

  private func convert(_ color: SIMD3<Double>, _ conversion: ColorConversion, _ curve: ToneCurve?) -> SIMD3<Double> {
    let primaries = space.primaries
    switch conversion {
    case .toWorkingSpace(let encoding):
      return primaries.map { encoding.primaries.matrix(to: $0).apply(encoding.decode(color)) } ?? color
    case .fromWorkingSpace(let encoding):
      return primaries.map { encoding.encode($0.matrix(to: encoding.primaries).apply(color)) } ?? color
    case .toneMap:
      let own = primaries ?? .bt709
      let mapped = curve?.map(own.matrix(to: .bt2020).apply(color)) ?? color
      return ColorPrimaries.bt2020.matrix(to: own).apply(mapped)
    case .workingSpaceToLab:
      return CIELab.lab(
        relativeXYZ: (primaries ?? .bt709).matrix(to: .xyzD50).apply(color))
    case .labToWorkingSpace:
      return ColorPrimaries.xyzD50.matrix(to: primaries ?? .bt709).apply(
        CIELab.relativeXYZ(lab: color))
    case .premultiply, .unpremultiply, .alphaOne: return color
    }
  }

  private func contentHeadroom(of node: RecipeNode) throws -> Float {
    let extent = PixelRect(enclosing: node.extent)
    let image = try evaluate(node, extent.isInfinite ? extent.intersection(region) : extent)
    let matrix = (space.primaries ?? .bt709).matrix(to: .bt2020)
    let rows = RowBuffer(capacity: max(image.pixels.count, 1))
    let light = unsafe rows.rows
    for (index, pixel) in image.pixels.enumerated() {
      let color = matrix.apply(pixel.color)
      unsafe light.r[index] = Float(color.x)
      unsafe light.g[index] = Float(color.y)
      unsafe light.b[index] = Float(color.z)
      unsafe light.a[index] = pixel.a
    }
    var meter = LightMeter()
    unsafe meter.add(light.r, light.g, light.b, premultipliedBy: light.a, count: image.pixels.count)
    return Float(meter.contentHeadroom)
  }

  // MARK: Geometry

  private func transform(_ node: RecipeNode, _ rect: PixelRect) throws -> ReferenceImage {
    let (transform, sampling, input) = node.concatenatedAffine
    guard let map = AffineMap(transform) else { return ReferenceImage(rect) }
    if transform.mapsPixelGridToItself {
      return try sample(map, .nearest, input, rect)
    }
    let halvings = min(map.halvings, input.mostHalvings)
    guard sampling == .highQuality || sampling == .cubic, highQualityDownsample, halvings > 0 else {
      return try sample(map, sampling, input, rect)
    }
    var rest = transform
    for _ in 0..<halvings { rest = CGAffineTransform(scaleX: 2, y: 2).concatenating(rest) }
    guard let restMap = AffineMap(rest) else { return ReferenceImage(rect) }
    let interpolated = sampling == .cubic ? Sampling.cubic : .linear
    let needed = restMap.region(for: rect).expanded(dx: interpolated.margin, dy: interpolated.margin)
    let halved = try halve(input, times: halvings, needed)
    return ReferenceImage(rect) { x, y in
      let position = restMap.source(x: Float(x) + 0.5, y: Float(y) + 0.5)
      return Interpolation.sample(interpolated, x: position.x, y: position.y) { halved[$0, $1] }
    }
  }

  /// The mean of four pixels, anchored at even coordinates, so many times.
  private func halve(_ node: RecipeNode, times: Int, _ rect: PixelRect) throws -> ReferenceImage {
    if times == 0 { return try evaluate(node, rect) }
    let larger = try halve(node, times: times - 1, BoxHalving().region(for: rect))
    return ReferenceImage(rect) { x, y in
      let pixels = [
        larger[2 * x, 2 * y], larger[2 * x + 1, 2 * y], larger[2 * x, 2 * y + 1], larger[2 * x + 1, 2 * y + 1],
      ]
      func mean(_ value: (Pixel) -> Float) -> Float { Float(pixels.map { Double(value($0)) }.reduce(0, +) / 4) }
      return Pixel(r: mean(\.r), g: mean(\.g), b: mean(\.b), a: mean(\.a))
    }
  }

  private func sample(
    _ operation: any WarpOperation, _ sampling: Sampling, _ input: RecipeNode, _ rect: PixelRect
  ) throws -> ReferenceImage {
    let extent = PixelRect(enclosing: input.extent)
    let region = operation.region(for: rect).expanded(dx: sampling.margin, dy: sampling.margin).intersection(extent)
    let image = try evaluate(input, region)
    let operation = (operation.ready(in: space) as? any WarpOperation) ?? operation
    return ReferenceImage(rect) { x, y in
      let position = operation.source(x: Float(x) + 0.5, y: Float(y) + 0.5)
      return Interpolation.sample(sampling, x: position.x, y: position.y) { image[$0, $1] }
    }
  }

  private func reduce(_ operation: any ReductionOperation, _ node: RecipeNode, _ rect: PixelRect) throws
    -> ReferenceImage
  {
    guard let reduction = operation as? any ReferenceReduction else { throw missing(operation) }
    let image = try evaluate(node.inputs[0], operation.region)
    let extent = PixelRect(enclosing: node.extent)
    let pixels = reduction.evaluate(image.pixels, pixelCount: extent.area)
    return ReferenceImage(rect) { x, y in pixels[(y - extent.minY) * extent.width + x - extent.minX] }
  }
}

extension RecipeNode {
  /// A run of affine nodes of one sampling as one transform, and the node below: the meaning of such a run.
  fileprivate var concatenatedAffine: (transform: CGAffineTransform, sampling: Sampling, input: RecipeNode) {
    guard case .affine(var transform, let sampling) = kind else { return (.identity, .linear, self) }
    var input = inputs[0]
    while case .affine(let first, sampling) = input.kind {
      transform = first.concatenating(transform)
      input = input.inputs[0]
    }
    return (transform, sampling, input)
  }
}

extension PointOperation {
  /// A matrix that only multiplies colours does the same for straight and premultiplied ones, and keeps light with an
  /// alpha of 0.
  fileprivate func effectiveAlphaRule(in space: WorkingSpace) -> AlphaRule {
    guard let matrix = colorMatrix(in: space) else { return alphaRule }
    return matrix.isHomogeneous ? .any : .straight
  }
}

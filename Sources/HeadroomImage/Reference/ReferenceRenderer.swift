internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

/// The specification of rendering: whole pictures, one scalar pixel after the other, nothing fused, colour in Double.
///
/// Slow and obviously right; the tile renderer is tested against it.
package struct ReferenceRenderer {
  package let space: WorkingSpace
  let highQualityDownsample: Bool
  /// Where infinite pictures are measured: the region of the render.
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
    var result = destination.isOpaque ? pixel : pixel.straightOrLight
    if let encoding = destination.encoding, let primaries = space.primaries {
      var light = primaries.matrix(to: encoding.primaries).apply(result.color)
      if let peak = destination.gamutPeak, encoding.model == .rgb {
        light = GamutProjection.project(light, weights: encoding.primaries.luminanceWeights, peak: peak)
      }
      if encoding.model == .monochrome {
        light = SIMD3(repeating: (light * encoding.primaries.luminanceWeights).sum())
      }
      result = result.withColor(encoding.encode(light))
    }
    guard destination.isPremultiplied, !destination.isOpaque else { return result }
    // Numbers of a curve are no light.
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
    switch node.kind {
    case .source(let source): return try read(source, rect)
    case .generator(let operation):
      return ReferenceImage(rect) { operation.evaluate(x: Float($0) + 0.5, y: Float($1) + 0.5, in: space) }
    case .point(let operation):
      let input = try evaluate(node.inputs[0], rect)
      return ReferenceImage(rect) { apply(operation, input[$0, $1]) }
    case .color(let conversion): return try convert(conversion, node.inputs[0], rect)
    case .blend(let operation):
      let (top, bottom) = try (evaluate(node.inputs[0], rect), evaluate(node.inputs[1], rect))
      return ReferenceImage(rect) { operation.evaluate(top[$0, $1], bottom[$0, $1], in: space) }
    case .crop, .intermediate: return try evaluate(node.inputs[0], rect)
    case .clamp:
      let bounds = PixelRect(enclosing: node.inputs[0].extent)
      let input = try evaluate(node.inputs[0], rect.clamped(into: bounds))
      return ReferenceImage(rect) {
        input[min(max($0, bounds.minX), bounds.maxX - 1), min(max($1, bounds.minY), bounds.maxY - 1)]
      }
    case .affine: return try transform(node, rect)
    case .sample(let operation): return try sample(operation, .linear, node.inputs[0], rect)
    case .area(let operation):
      let needed = operation.region(for: rect)
      let extent = PixelRect(enclosing: node.inputs[0].extent)
      let input = try evaluate(node.inputs[0], operation.toleratesPartialInput ? needed.held(in: extent) : needed)
      return ReferenceImage(rect) { operation.evaluate(x: $0, y: $1) { input[$0, $1] } }
    case .reduction(let operation): return try reduce(operation, node, rect)
    }
  }

  private func apply(_ operation: any PointOperation, _ pixel: Pixel) -> Pixel {
    let isMatrix = operation.colorMatrix(in: space) != nil
    switch isMatrix ? .straight : operation.alphaRule {
    case .straight: return operation.evaluate(pixel.straight, in: space).premultiplied
    case .premultiplied, .any: return operation.evaluate(pixel, in: space)
    }
  }

  private func read(_ source: any SourceOperation, _ rect: PixelRect) throws -> ReferenceImage {
    let loaded = try source.load(rect)
    let buffer = RowBuffer(capacity: rect.width)
    var image = ReferenceImage(rect)
    for y in rect.minY..<rect.maxY {
      let row = source.height - 1 - y
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(loaded.bitmap, row: row, x: rect.minX, count: rect.width, into: rows)
      for i in 0..<rect.width {
        let numbers = unsafe Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: rows.a[i])
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
        let color = pixel.straightOrLight
        return Pixel(r: color.r, g: color.g, b: color.b, a: 1)
      case .toneMap:
        let straight = pixel.straightOrLight
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
        relativeXYZ: (primaries ?? .bt709).matrix(to: .xyzD50).apply(color)
          / ChromaticAdaptation.profileConnectionWhite)
    case .labToWorkingSpace:
      return ColorPrimaries.xyzD50.matrix(to: primaries ?? .bt709).apply(
        CIELab.relativeXYZ(lab: color) * ChromaticAdaptation.profileConnectionWhite)
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
    guard sampling == .highQuality, highQualityDownsample, map.halvings > 0 else {
      return try sample(map, sampling, input, rect)
    }
    var rest = transform
    for _ in 0..<map.halvings { rest = CGAffineTransform(scaleX: 2, y: 2).concatenating(rest) }
    guard let restMap = AffineMap(rest) else { return ReferenceImage(rect) }
    let needed = restMap.region(for: rect).expanded(dx: 2, dy: 2)
    let halved = try halve(input, times: map.halvings, needed)
    return ReferenceImage(rect) { x, y in
      let position = restMap.source(x: Float(x) + 0.5, y: Float(y) + 0.5)
      return Interpolation.sample(.linear, x: position.x, y: position.y) { halved[$0, $1] }
    }
  }

  private func halve(_ node: RecipeNode, times: Int, _ rect: PixelRect) throws -> ReferenceImage {
    if times == 0 { return try evaluate(node, rect) }
    let halving = BoxHalving()
    let larger = try halve(node, times: times - 1, halving.region(for: rect))
    return ReferenceImage(rect) { halving.evaluate(x: $0, y: $1) { larger[$0, $1] } }
  }

  private func sample(
    _ operation: any SampleOperation, _ sampling: Sampling, _ input: RecipeNode, _ rect: PixelRect
  ) throws -> ReferenceImage {
    let extent = PixelRect(enclosing: input.extent)
    let region = operation.region(for: rect).expanded(dx: 2, dy: 2).intersection(extent)
    let image = try evaluate(input, region)
    return ReferenceImage(rect) { x, y in
      let position = operation.source(x: Float(x) + 0.5, y: Float(y) + 0.5)
      return Interpolation.sample(sampling, x: position.x, y: position.y) { image[$0, $1] }
    }
  }

  private func reduce(
    _ operation: some ReductionOperation, _ node: RecipeNode, _ rect: PixelRect
  ) throws -> ReferenceImage {
    let image = try evaluate(node.inputs[0], operation.region)
    let stored = try StoredPixels(operation.region)
    unsafe stored.tile.fill(image.pixels)
    var partial = operation.makePartial()
    unsafe operation.accumulate(stored.tile, into: &partial)
    let extent = PixelRect(enclosing: node.extent)
    let pixels = operation.finish(partial, pixelCount: extent.area)
    return ReferenceImage(rect) { x, y in pixels[(y - extent.minY) * extent.width + x - extent.minX] }
  }
}

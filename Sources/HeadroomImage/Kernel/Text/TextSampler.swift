internal import HeadroomEngine
internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels

/// A kernel from text that reads images anywhere. Made again, with its row program, for each render.
struct TextSampler: AreaImplementation, SpaceDependent {
  private let kernel: TextKernel
  private let arguments: KernelArgumentList
  private let settings: [SamplerSettings]
  private let regions: TextRegions
  private var program: RowProgram?
  private var lanes: [[UInt32]]

  init(kernel: TextKernel, arguments: KernelArgumentList, regions: TextRegions) {
    self.kernel = kernel
    self.arguments = arguments
    self.regions = regions
    settings = arguments.samplers.map(\.settings)
    lanes = kernel.lanes(KernelArguments(arguments, in: .default))
  }

  var fingerprint: Fingerprint {
    // The reading mode is not part of an image.
    let modes = settings.map { ($0.isNearest ? 1 : 0) + ($0.isClamped ? 2.0 : 0) }
    var print = arguments.fingerprint(kernel.signature.name, [kernel] + regions.identity)
    print.values += modes
    return print
  }

  func peak(of inputs: [Float?]) -> Float? { nil }

  func bound(in space: WorkingSpace) -> any HeadroomEngine.Operation {
    var operation = self
    operation.lanes = kernel.lanes(KernelArguments(arguments, in: space))
    operation.program = kernel.rows(operation.lanes, extents: settings.map(\.extent))
    return operation
  }

  func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
    let setting = settings[index]
    let needed = regions.needed(ofImage: index, for: output, setting)
    // Interpolation reads the adjacent pixel.
    let margin = setting.isNearest ? 0 : 1
    return needed.expanded(dx: margin, dy: margin).intersection(setting.extent)
  }

  func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena) {
    let program = program ?? kernel.rows(lanes, extents: settings.map(\.extent))
    let mark = scratch.mark
    unsafe look(inputs, program, for: output.rect, scratch)
    let sampler = unsafe SampledTiles(
      KernelSamplers(count: inputs.count) { index in
        guard program.sampledImages.contains(index) else { return KernelSampler(settings[index]) { _, _ in .clear } }
        return unsafe KernelSampler(inputs[index], for: output.rect, settings[index], scratch)
      })
    let rect = unsafe output.rect
    let rows = unsafe ShiftedRows(program.shifts, inputs, settings, columns: rect.minX..<rect.maxX, scratch)
    for y in (rect.minY..<rect.maxY).reversed() where !TaskContext.isCancelled {
      unsafe program.run(
        rows.rows(y), into: output.rows(x: rect.minX, y: y), count: rect.width, x: rect.minX, y: y, sampler: sampler)
    }
    scratch.reset(to: mark)
  }

  /// Checks whether the callback asked for everything that the kernel reads: whole rows at known distances, and samples
  /// elsewhere.
  private func look(_ inputs: [Tile], _ program: RowProgram, for rect: PixelRect, _ scratch: ScratchArena) {
    guard let region = regions.callback, let turn = unsafe region.turn(having: inputs.map(\.rect)) else { return }
    let missed = settings.map { MissedPixels(of: $0.extent) }
    for shift in program.shifts {
      let (setting, shifted) = (settings[shift.image], rect.offset(dx: shift.dx, dy: shift.dy))
      let read = setting.isClamped ? shifted.clamped(into: setting.extent) : shifted.intersection(setting.extent)
      if unsafe !inputs[shift.image].rect.contains(read) { missed[shift.image].note(read) }
    }
    let sampler = unsafe SampledTiles(
      KernelSamplers(count: inputs.count) { index in
        KernelSampler(settings[index]) { x, y in unsafe missed[index].pixel(x: x, y: y, of: inputs[index]) }
      })
    let mark = scratch.mark
    let buffer = RowBuffer(capacity: PixelRect.partToLookAt)
    for part in rect.parts(toLookAt: turn) {
      let rows = unsafe ShiftedRows(program.shifts, inputs, settings, columns: part.minX..<part.maxX, scratch)
      unsafe program.run(
        rows.rows(part.minY), into: buffer.rows, count: part.width, x: part.minX, y: part.minY, sampler: sampler)
      scratch.reset(to: mark)
    }
    region.report(missed, for: rect)
  }

  func evaluate(x: Int, y: Int, _ inputs: [PixelReader]) -> Pixel {
    let images = ReadImages(x: x, y: y, inputs: inputs, settings: settings)
    return Pixel(lanes: kernel.evaluate(lanes, images))
  }
}

/// Reads tiles at the kernel's positions.
private final class SampledTiles: SampledImages {
  private let samplers: KernelSamplers

  init(_ samplers: consuming KernelSamplers) { self.samplers = samplers }

  func sample(
    _ image: Int, x: UnsafePointer<Float>, y: UnsafePointer<Float>, mask: UnsafePointer<Float>?, count: Int,
    into rows: RowPointers
  ) {
    for i in 0..<count {
      if let mask = unsafe mask, unsafe mask[i].bitPattern == 0 { continue }
      let pixel = unsafe samplers[image].sample(x: x[i], y: y[i])
      unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (pixel.r, pixel.g, pixel.b, pixel.a)
    }
  }
}

/// Images pixel by pixel, for the reference renderer.
private struct ReadImages: PixelInputs {
  let x: Int
  let y: Int
  let inputs: [PixelReader]
  let settings: [SamplerSettings]

  var destination: SIMD2<Float> { SIMD2(Float(x) + 0.5, Float(y) + 0.5) }
  func pixel(_ image: Int) -> SIMD4<Float> { sample(image, destination) }
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position }
  func extent(_ image: Int) -> SIMD4<Float> { settings.indices.contains(image) ? settings[image].extent.lanes : .zero }

  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> {
    guard inputs.indices.contains(image) else { return .zero }
    return KernelSampler(settings[image], inputs[image]).sample(x: position.x, y: position.y).lanes
  }
}

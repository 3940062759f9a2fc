internal import HeadroomEngine
internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels

/// A kernel from text that computes a pixel from pixels at the same place.
struct TextPoint: PointImplementation {
  let kernel: TextKernel
  let arguments: KernelArgumentList

  var fingerprint: Fingerprint { arguments.fingerprint(kernel.signature.name, [kernel]) }
  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { kernel.usesPosition || arguments.samplers.isEmpty }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let program = kernel.rows(lanes(in: space), extents: extents)
    return unsafe RowStage { rows, others, count, x, y in
      unsafe withUnsafeTemporaryAllocation(of: RowPointers.self, capacity: program.shifts.count + 1) { inputs in
        for (place, shift) in program.shifts.enumerated() {
          unsafe (inputs.baseAddress! + place).initialize(to: shift.image == 0 ? rows : others[shift.image - 1])
        }
        unsafe program.run(UnsafePointer(inputs.baseAddress!), into: rows, count: count, x: x, y: y)
      }
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let inputs = SamePlace(destination: SIMD2(x, y), pixels: pixels, extents: extents)
    return Pixel(lanes: kernel.evaluate(lanes(in: space), inputs))
  }

  private var extents: [PixelRect] { arguments.samplers.map(\.settings.extent) }

  private func lanes(in space: WorkingSpace) -> [[UInt32]] {
    kernel.lanes(KernelArguments(arguments, in: space))
  }
}

/// The pixels at one place; they also serve a general kernel that reads nothing else.
private struct SamePlace: PixelInputs {
  let destination: SIMD2<Float>
  let pixels: [Pixel]
  let extents: [PixelRect]

  func pixel(_ image: Int) -> SIMD4<Float> {
    guard pixels.indices.contains(image) else { return .zero }
    return pixels[image].lanes
  }

  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> { pixel(image) }
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position }
  func extent(_ image: Int) -> SIMD4<Float> { extents.indices.contains(image) ? extents[image].lanes : .zero }
}

extension Pixel {
  package init(lanes: [Float]) {
    self = lanes.count == 4 ? Pixel(r: lanes[0], g: lanes[1], b: lanes[2], a: lanes[3]) : .clear
  }

  package var lanes: SIMD4<Float> { SIMD4(r, g, b, a) }
}

extension PixelRect {
  /// Origin and size, as kernels see them.
  package var lanes: SIMD4<Float> { SIMD4(Float(minX), Float(minY), Float(width), Float(height)) }
}

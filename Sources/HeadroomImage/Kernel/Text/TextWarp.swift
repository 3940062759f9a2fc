internal import HeadroomEngine
internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels

/// A kernel from text that computes where an image is read. Made again, with its row program, for each render.
struct TextWarp: PlacedWarp, SpaceDependent {
  private let kernel: TextKernel
  private let arguments: KernelArgumentList
  private let regions: TextRegions
  private let imageExtent: PixelRect
  private var program: RowProgram?
  private var lanes: [[UInt32]]

  init(kernel: TextKernel, arguments: KernelArgumentList, regions: TextRegions, imageExtent: PixelRect) {
    self.kernel = kernel
    self.arguments = arguments
    self.regions = regions
    self.imageExtent = imageExtent
    lanes = kernel.lanes(KernelArguments(arguments, in: .default))
  }

  var fingerprint: Fingerprint {
    arguments.fingerprint(kernel.signature.name, [kernel] + regions.identity)
  }

  func bound(in space: WorkingSpace) -> any HeadroomEngine.Operation {
    var operation = self
    operation.lanes = kernel.lanes(KernelArguments(arguments, in: space))
    operation.program = kernel.rows(operation.lanes, extents: [])
    return operation
  }

  func region(for output: PixelRect) -> PixelRect {
    let asked = regions.position(for: output, imageExtent: imageExtent)
    regions.callback?.look(at: self, for: output, asked: asked)
    return asked
  }

  /// For the reference renderer, pixel by pixel: straight from the text.
  func source(x: Float, y: Float) -> (x: Float, y: Float) {
    let position = kernel.evaluate(lanes, NoInputs(destination: SIMD2(x, y)))
    return position.count == 2 ? (position[0], position[1]) : (.nan, .nan)
  }

  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    let rows = unsafe RowPointers(r: sx, g: sy, b: sx, a: sy)
    let program = program ?? kernel.rows(lanes, extents: [])
    unsafe withUnsafePointer(to: rows) { unsafe program.run($0, into: rows, count: count, x: x, y: y) }
  }

  func move(_ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>, count: Int) {
    let rows = unsafe RowPointers(r: sx, g: sy, b: sx, a: sy)
    let program = program ?? kernel.rows(lanes, extents: [])
    unsafe withUnsafePointer(to: rows) {
      unsafe program.run($0, into: rows, count: count, x: 0, y: 0, places: rows)
    }
  }

  func reach(of output: PixelRect) -> PixelRect { regions.reach(of: output) }

  /// Callbacks often ask for the whole image: computing the actual positions is cheaper than copying all of it.
  func positions(in rect: PixelRect) -> PixelRect? { lookedUpPositions(in: rect) }
}

internal import Foundation
public import HeadroomEngine
public import HeadroomPixels

/// A function that computes a pixel from pixels anywhere in its images, from which a ``CIKernel`` can be made.
///
/// Write `@inline(__always)` on `apply` and on everything it calls.
///
/// ```swift
/// struct Ghost: SamplerKernel {
///   static let imageCount = 2
///   var distance: Float
///   @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x: Float, y: Float) -> Pixel {
///     let (p, q) = (samplers[0].sample(x: x, y: y), samplers[1].sample(x: x + distance, y: y))
///     return Pixel(r: p.r + q.r / 2, g: p.g + q.g / 2, b: p.b + q.b / 2, a: p.a)
///   }
/// }
/// ```
public protocol SamplerKernel: Sendable {
  /// How many images are read.
  static var imageCount: Int { get }
  /// The premultiplied pixel whose centre lies at a position (Core Image coordinates, y up).
  func apply(_ samplers: borrowing KernelSamplers, x: Float, y: Float) -> Pixel
  /// The kernel in a loop over rows of pixels; there is a default.
  func makeStage() -> SamplerStage
}

extension SamplerKernel {
  @inlinable public func makeStage() -> SamplerStage { SamplerStage(kernel: self) }
}

/// A general kernel in a loop over a row of pixels. Kernels make theirs by `makeStage()`.
@safe public struct SamplerStage: Sendable {
  @usableFromInline package typealias Body =
    @Sendable (_ samplers: borrowing KernelSamplers, _ rows: RowPointers, _ count: Int, _ x: Int, _ y: Int) -> Void

  package let run: Body

  @usableFromInline package init(rows run: @escaping Body) { unsafe self.run = unsafe run }

  /// The row loop around a kernel, inlined with the kernel.
  @inlinable @inline(__always)
  public init<Kernel: SamplerKernel>(kernel: Kernel) {
    unsafe self.init(rows: { samplers, rows, count, x, y in
      let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
      let first = Int32(truncatingIfNeeded: x)
      let centreY = Float(Int32(truncatingIfNeeded: y)) + 0.5
      for i in 0..<count {
        let out = kernel.apply(samplers, x: Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5, y: centreY)
        unsafe r[i] = out.r
        unsafe g[i] = out.g
        unsafe b[i] = out.b
        unsafe a[i] = out.a
      }
    })
  }

  /// A closure called for each pixel.
  package init(_ body: @escaping @Sendable (_ samplers: borrowing KernelSamplers, _ x: Float, _ y: Float) -> Pixel) {
    unsafe self.init(rows: { samplers, rows, count, x, y in
      for i in 0..<count {
        let out = body(samplers, Float(x + i) + 0.5, Float(y) + 0.5)
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (out.r, out.g, out.b, out.a)
      }
    })
  }
}

/// Makes the row loop of a general kernel.
struct SamplerCode: Sendable {
  /// Nil takes any number.
  let imageCount: Int?
  let makeStage: @Sendable (KernelArguments) -> SamplerStage
}

/// A general kernel with its arguments. Made again, with its row loop, for each render.
///
/// The reference renderer calls the same code, over a sampler that interpolates by the definition: the client's code is
/// the specification.
struct SamplerKernelOperation: AreaImplementation, SpaceDependent {
  private let kernel: CIKernel
  private let code: SamplerCode
  private let arguments: KernelArgumentList
  private let settings: [SamplerSettings]
  private let region: KernelRegion
  private var stage: SamplerStage?

  init(kernel: CIKernel, code: SamplerCode, arguments: KernelArgumentList, callback: @escaping CIKernelROICallback) {
    self.kernel = kernel
    self.code = code
    self.arguments = arguments
    settings = arguments.samplers.map(\.settings)
    region = KernelRegion(callback, images: settings.map(\.extent), of: kernel)
  }

  var fingerprint: Fingerprint {
    // The reading mode is not part of an image.
    let modes = settings.map { ($0.isNearest ? 1 : 0) + ($0.isClamped ? 2.0 : 0) }
    var print = arguments.fingerprint(kernel.name, [kernel, region])
    print.values += modes
    return print
  }

  func peak(of inputs: [Float?]) -> Float? { nil }

  func bound(in space: WorkingSpace) -> any HeadroomEngine.Operation {
    var operation = self
    operation.stage = code.makeStage(KernelArguments(arguments, in: space))
    return operation
  }

  private var loop: SamplerStage { stage ?? code.makeStage(KernelArguments(arguments, in: .default)) }

  func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
    let setting = settings[index]
    let needed = region.needed(ofImage: index, for: output, isClamped: setting.isClamped)
    // Interpolation reads the adjacent pixel.
    let margin = setting.isNearest ? 0 : 1
    return needed.expanded(dx: margin, dy: margin).intersection(setting.extent)
  }

  func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let (rect, loop) = unsafe (output.rect, loop)
    unsafe look(inputs, loop, for: rect)
    let samplers = unsafe KernelSamplers(count: inputs.count) { index in
      unsafe KernelSampler(inputs[index], for: rect, settings[index], scratch)
    }
    for y in rect.minY..<rect.maxY where !TaskContext.isCancelled {
      unsafe loop.run(samplers, output.rows(x: rect.minX, y: y), rect.width, rect.minX, y)
    }
    scratch.reset(to: mark)
  }

  /// Checks whether the callback asked for everything that the kernel reads.
  private func look(_ inputs: [Tile], _ loop: SamplerStage, for rect: PixelRect) {
    guard let turn = unsafe region.turn(having: inputs.map(\.rect)) else { return }
    let missed = settings.map { MissedPixels(of: $0.extent) }
    let samplers = unsafe KernelSamplers(count: inputs.count) { index in
      KernelSampler(settings[index]) { x, y in unsafe missed[index].pixel(x: x, y: y, of: inputs[index]) }
    }
    let buffer = RowBuffer(capacity: PixelRect.partToLookAt)
    for part in rect.parts(toLookAt: turn) {
      unsafe loop.run(samplers, buffer.rows, part.width, part.minX, part.minY)
    }
    region.report(missed, for: rect)
  }

  func evaluate(x: Int, y: Int, _ inputs: [PixelReader]) -> Pixel {
    let samplers = KernelSamplers(count: inputs.count) { KernelSampler(settings[$0], inputs[$0]) }
    let buffer = RowBuffer(capacity: 1)
    let rows = unsafe buffer.rows
    unsafe loop.run(samplers, rows, 1, x, y)
    return unsafe Pixel(r: rows.r[0], g: rows.g[0], b: rows.b[0], a: rows.a[0])
  }
}

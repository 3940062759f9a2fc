import Foundation
import HeadroomEngine
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Kernels of each kind as a client writes them, in a module that is not the engine's, against the same kernels out of line: the
/// row loop has to be compiled together with the kernel here.
@Suite(.serialized) struct KernelThroughputTests {
  private struct Warm: PointKernel {
    let amount: Float
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(r: p.r * (1 + amount), g: p.g + p.a * 0.1, b: p.b * (1 - amount), a: p.a)
    }
  }

  private struct Crossed: ColorKernel {
    let amount: Float
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(r: p.r + p.g * amount, g: p.g - p.b * amount, b: p.b * p.r, a: 1)
    }
  }

  private struct Shaded: PlacedKernel {
    let amount: Float
    @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
      let factor = 1 / (1 + amount * (x * x + y * y))
      return Pixel(r: p.r * factor, g: p.g * factor, b: p.b * factor, a: p.a)
    }
  }

  private struct Masked: MaskedBlendKernel {
    let amount: Float
    @inline(__always) func apply(_ p: Pixel, _ q: Pixel, _ mask: Pixel) -> Pixel {
      let t = mask.g * amount
      return Pixel(r: p.r + (q.r - p.r) * t, g: p.g + (q.g - p.g) * t, b: p.b + (q.b - p.b) * t, a: p.a)
    }
  }

  private struct Slope: GeneratorKernel {
    let amount: Float
    @inline(__always) func apply(x: Float, y: Float) -> Pixel {
      let value = amount * x + 0.5 * y
      return Pixel(r: value, g: value * value, b: 1 - value, a: 1)
    }
  }

  private struct Dissolve: BlendKernel {
    let amount: Float
    @inline(__always) func apply(_ p: Pixel, _ q: Pixel) -> Pixel {
      Pixel(
        r: p.r + (q.r - p.r) * amount, g: p.g + (q.g - p.g) * amount, b: p.b + (q.b - p.b) * amount,
        a: p.a + (q.a - p.a) * amount)
    }
  }

  private struct Shear: WarpKernel {
    let amount: Float
    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) { (x + amount * y, y) }
  }

  private struct Echo: SamplerKernel {
    static let imageCount = 2
    let distance: Float
    @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x: Float, y: Float) -> Pixel {
      let (p, q) = (samplers[0].sample(x: x, y: y), samplers[1].sample(x: x - distance, y: y + distance))
      return Pixel(r: (p.r + q.r) / 2, g: (p.g + q.g) / 2, b: (p.b + q.b) / 2, a: (p.a + q.a) / 2)
    }
  }

  private static let isPrinting = ProcessInfo.processInfo.environment["HEADROOM_PRINT_THROUGHPUT"] != nil

  private static func check(_ name: String, _ wanted: Double, _ race: KernelRace) {
    let ratio = race.ratio(wanted: wanted)
    if isPrinting { print("ratio", name, ratio) }
    #expect(ratio > wanted, "\(name): \(ratio)")
  }

  private static func check(_ name: String, _ stage: RowStage, _ called: RowStage) {
    let rows = SharedRows()
    check(name, 2, KernelRace(rows: { rows.run(stage) }, calls: { rows.run(called) }))
  }

  @Test func `kernels over pixels are compiled with their loop`() {
    let (warm, crossed, shaded) = (Warm(amount: 0.01), Crossed(amount: 0.01), Shaded(amount: 0.01))
    let (dissolve, masked, slope) = (Dissolve(amount: 0.01), Masked(amount: 0.01), Slope(amount: 0.01))
    Self.check("point", warm.makeStage(), CalledPoint(kernel: warm).makeStage())
    Self.check("color", crossed.makeStage(), CalledColor(kernel: crossed).makeStage())
    Self.check("placed", shaded.makeStage(), CalledPlaced(kernel: shaded).makeStage())
    Self.check("blend", dissolve.makeStage(), CalledBlend(kernel: dissolve).makeStage())
    Self.check("masked blend", masked.makeStage(), CalledMaskedBlend(kernel: masked).makeStage())
    Self.check("generator", slope.makeStage(), CalledGenerator(kernel: slope).makeStage())
  }

  @Test func `warps are compiled with their loop`() {
    let (rows, shear) = (SharedRows(), Shear(amount: 0.1))
    func run(_ stage: WarpStage) { unsafe stage.run(3, 5, SharedRows.length, rows.upper.r, rows.upper.g) }
    let (stage, called) = (shear.makeStage(), CalledWarp(kernel: shear).makeStage())
    Self.check("warp", 2, KernelRace(rows: { run(stage) }, calls: { run(called) }))
  }

  /// Pixels at any place are fetched one by one, which takes longer than a call of the kernel does. So the fetches are out of line as
  /// well.
  @Test func `kernels that sample are compiled with their loop and what they fetch`() throws {
    Self.check("sampler", 2, try #require(AreaWork.race(sampling: Echo(distance: 2.5))))
  }
}

extension AreaWork {
  /// A general kernel with its loop, and the same by a call for each pixel and a call for each pixel that it fetches.
  static func race<Kernel: SamplerKernel>(sampling kernel: Kernel) -> KernelRace? {
    // Images much larger than what is computed of them are read by a closure: see `KernelSampler`.
    guard let rows = AreaWork(CIKernel(kernel), Kernel.imageCount, reach: 6),
      let calls = AreaWork(CIKernel(CalledSampler(kernel: kernel)), Kernel.imageCount, reach: 100)
    else { return nil }
    return KernelRace(rows: rows.run, calls: calls.run)
  }

  private init?(_ kernel: CIKernel, _ imageCount: Int, reach: CGFloat) {
    let extent = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let made = kernel.apply(
      extent: extent, roiCallback: { _, rect in rect.insetBy(dx: -reach, dy: -reach) },
      arguments: Array(repeating: CIImage(color: .gray), count: imageCount))
    guard let node = made?.node, case .area(let operation) = node.kind else { return nil }
    self.init(operation, inputCount: imageCount)
  }
}

import Foundation
import Headroom
import Testing

/// A kernel of some twenty operations, as a client writes it.
struct FilmCurve: PointKernel {
  var strength: Float

  @inline(__always) func curve(_ x: Float) -> Float {
    let toe = x * (x * strength + 0.05) / (x * (x * strength + 0.3) + 0.06)
    return toe * 1.2 - x * 0.01
  }

  @inline(__always) func apply(_ p: Pixel) -> Pixel { Pixel(r: curve(p.r), g: curve(p.g), b: curve(p.b), a: p.a) }
}

extension FilmCurve {
  /// The same as text.
  static let text = """
    #include <CoreImage/CoreImage.h>
    using namespace metal;
    float curve(float x, float strength) {
      float toe = x * (x * strength + 0.05) / (x * (x * strength + 0.3) + 0.06);
      return toe * 1.2 - x * 0.01;
    }
    extern "C" float4 film(coreimage::sample_t p, float strength) {
      return float4(curve(p.r, strength), curve(p.g, strength), curve(p.b, strength), p.a);
    }
    """
}

/// The same, kept out of the loop.
struct SlowFilmCurve: PointKernel {
  var strength: Float
  @inline(never) func apply(_ p: Pixel) -> Pixel { FilmCurve(strength: strength).apply(p) }
}

@Suite("Speed of a client's kernels", .serialized)
struct KernelSpeedTests {
  private static let edge = 512
  private static let times = 24

  /// Seconds of processor time of the best of some renders of each image. Other tests of the process add to it, so rounds go
  /// on until they agree with `isEnough`, or for two minutes: longer than the last of the others takes.
  private static func seconds(
    _ images: [CIImage], _ context: CIContext, until isEnough: ([Double]) -> Bool
  ) -> [Double] {
    var best = [Double](repeating: .infinity, count: images.count)
    var floats = [Float](repeating: 0, count: edge * edge * 4)
    unsafe floats.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      for round in 0..<1000 {
        for (index, image) in images.enumerated() {
          let start = processSeconds
          unsafe context.render(
            image, toBitmap: base, rowBytes: edge * 16, bounds: CGRect(x: 0, y: 0, width: edge, height: edge),
            format: .RGBAf, colorSpace: nil)
          best[index] = min(best[index], processSeconds - start)
        }
        if round > 5, isEnough(best) { return }
      }
    }
    return best
  }

  private static var processSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func chain(_ image: CIImage, _ change: (CIImage) -> CIImage?) throws -> CIImage {
    var result = image
    for _ in 0..<times { result = try #require(change(result)) }
    return result
  }

  @Test func `a kernel type reaches the vectorised level in the client's module`() throws {
    let context = CIContext(options: [.workingColorSpace: NSNull()])
    let image = CIImage(
      bitmapData: Data(count: Self.edge * Self.edge * 16), bytesPerRow: Self.edge * 16,
      size: CGSize(width: Self.edge, height: Self.edge), format: .RGBAf, colorSpace: nil)
    let (fast, slow) = (CIColorKernel(FilmCurve(strength: 0.2)), CIColorKernel(SlowFilmCurve(strength: 0.2)))
    let closure = CIColorKernel { point, _ in FilmCurve(strength: 0.2).apply(point[0]) }
    let text = try CIColorKernel(functionName: "film", fromMetalLibraryData: Data(FilmCurve.text.utf8))
    let textChain = try Self.chain(image) { text.apply(extent: $0.extent, arguments: [$0, 0.2]) }
    let chains = try [fast, slow, closure].map { kernel in
      try Self.chain(image) { kernel.apply(extent: $0.extent, arguments: [$0]) }
    }
    // Vibrance does not fold with itself, and takes about as many operations.
    let builtIn = try Self.chain(image) { $0.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.3]) }
    let exposure = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    let one = try #require(fast.apply(extent: image.extent, arguments: [image]))
    func isRight(_ t: [Double]) -> Bool {
      // The last two are bound by memory.
      t[1] > 1.7 * t[0] && t[2] > t[0] && t[0] < 3 * t[3] && t[4] < 3 * t[5] && t[6] < 2.5 * t[0]
    }
    let times = Self.seconds(chains + [builtIn, one, exposure, textChain], context, until: isRight)
    let names = [
      "client kernel x\(Self.times)", "out of line", "closure", "vibrance", "one kernel", "exposure",
      "text x\(Self.times)",
    ]
    print(zip(names, times).map { "\($0) \($1) s" }.joined(separator: "; "))
    #expect(isRight(times), "\(times)")
  }
}

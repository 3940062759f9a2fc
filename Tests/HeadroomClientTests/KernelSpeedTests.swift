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

/// The same, kept out of the loop.
struct SlowFilmCurve: PointKernel {
  var strength: Float
  @inline(never) func apply(_ p: Pixel) -> Pixel { FilmCurve(strength: strength).apply(p) }
}

@Suite("Speed of a client's kernels", .serialized)
struct KernelSpeedTests {
  private static let edge = 512
  private static let times = 24

  /// Seconds of processor time of the best of some renders of a chain of kernels.
  private static func seconds(_ image: CIImage, _ context: CIContext) -> Double {
    var best = Double.infinity
    var floats = [Float](repeating: 0, count: edge * edge * 4)
    floats.withUnsafeMutableBytes { memory in
      for _ in 0..<12 {
        let start = processSeconds
        context.render(
          image, toBitmap: memory.baseAddress!, rowBytes: edge * 16,
          bounds: CGRect(x: 0, y: 0, width: edge, height: edge), format: .RGBAf, colorSpace: nil)
        best = min(best, processSeconds - start)
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
    func time(_ kernel: CIColorKernel) throws -> Double {
      let chain = try Self.chain(image) { kernel.apply(extent: $0.extent, arguments: [$0]) }
      return Self.seconds(chain, context)
    }
    let times = (fast: try time(fast), slow: try time(slow), closure: try time(closure))
    // Vibrance does not fold with itself, and takes about as many operations.
    let builtIn = Self.seconds(
      try Self.chain(image) { $0.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.3]) }, context)
    let exposure = Self.seconds(image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1]), context)
    let one = Self.seconds(try #require(fast.apply(extent: image.extent, arguments: [image])), context)
    print(
      "client kernel x\(Self.times): \(times.fast) s; out of line \(times.slow); closure \(times.closure); vibrance"
        + " \(builtIn); one kernel \(one), exposure \(exposure)")
    #expect(times.slow > 1.7 * times.fast)
    #expect(times.closure > times.fast)
    #expect(times.fast < 3 * builtIn)
    // Both are bound by memory.
    #expect(one < 3 * exposure)
  }
}

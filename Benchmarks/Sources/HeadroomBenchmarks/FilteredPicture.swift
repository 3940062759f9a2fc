import Foundation
import Headroom

/// One filter on float pixels in memory, edges repeated, rendered into memory that is there.
final class FilteredPicture {
  /// What is rendered.
  var image: CIImage
  private let context: CIContext
  private let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
  private let out: LargeMemory
  let width: Int
  let height: Int

  convenience init(_ pixels: [Float], width: Int, height: Int, filter: String, parameters: [String: Any]) {
    self.init(Self.source(pixels, width: width, height: height), width: width, height: height) { source in
      source.clampedToExtent().applyingFilter(filter, parameters: parameters).cropped(to: source.extent)
    }
  }

  static func source(_ pixels: [Float], width: Int, height: Int) -> CIImage {
    CIImage(
      bitmapData: LargeMemory(pixels).data, bytesPerRow: width * 16, size: CGSize(width: width, height: height),
      format: .RGBAf, colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
  }

  /// - Parameters:
  ///   - width, height: of the result.
  ///   - memoryLimit: of the context, in MiB.
  init(_ source: CIImage, width: Int, height: Int, memoryLimit: Int? = nil, _ recipe: (CIImage) -> CIImage) {
    // Nothing of one round is there for the next: results of reductions would be.
    var options: [CIContextOption: Any] = [.cacheIntermediates: false]
    if let memoryLimit { options[.memoryLimit] = memoryLimit }
    context = CIContext(options: options)
    image = recipe(source)
    out = LargeMemory(byteCount: width * height * 16)
    self.width = width
    self.height = height
  }

  var result: UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: out.base.assumingMemoryBound(to: Float.self), count: width * height * 4)
  }

  /// As a task: it says when it could not be done, which would otherwise be measured as very fast.
  func render() throws {
    let destination = CIRenderDestination(
      bitmapData: out.base, width: width, height: height, bytesPerRow: width * 16, format: .RGBAf)
    destination.colorSpace = linear
    let bounds = CGRect(x: 0, y: 0, width: width, height: height)
    let task = try context.startTask(toRender: image, from: bounds, to: destination, at: .zero)
    _ = try task.waitUntilCompleted()
  }

  /// Ours alone, some times over, for a profiler: processor and clock seconds of each render.
  ///
  /// - Parameter arguments: filter, rounds, then `key=number`.
  static func runAlone(_ arguments: [String]) throws {
    guard arguments.count >= 2, let rounds = Int(arguments[1]) else { return }
    var parameters: [String: Any] = [:]
    for argument in arguments.dropFirst(2) {
      let parts = argument.split(separator: "=")
      if parts.count == 2, let value = Double(parts[1]) { parameters[String(parts[0])] = value }
    }
    let picture = FilteredPicture(
      Pictures.linear(Pictures.pqCodes()), width: Pictures.width, height: Pictures.height, filter: arguments[0],
      parameters: parameters)
    for _ in 0..<rounds {
      let cost = try Clock.measure { try picture.render() }
      print("\(short(cost.cpu)) CPU s, \(short(cost.wall)) s on the clock, peak \(Clock.peakKiB >> 10) MiB")
    }
  }
}

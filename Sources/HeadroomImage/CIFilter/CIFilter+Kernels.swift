internal import Foundation
internal import HeadroomGraphics

/// The extent of the result of `CIFilter.apply(_:arguments:options:)`: four numbers, x, y, width and height.
public let kCIApplyOptionExtent = "CIApplyOptionExtent"
/// The same as a ``CIFilterShape``.
public let kCIApplyOptionDefinition = "CIApplyOptionDefinition"

extension CIFilter {
  /// The result of a kernel, in the form of older filter classes.
  ///
  /// - Parameters:
  ///   - k: any kernel. It reads its images wherever it likes; ``CIKernel/apply(extent:roiCallback:arguments:)`` lets it say
  ///     where, which is faster.
  ///   - args: its arguments, images mostly as ``CISampler``.
  ///   - dict: ``kCIApplyOptionExtent`` or ``kCIApplyOptionDefinition``. Without them the extent is that of all images
  ///     together.
  /// - Returns: nil where the arguments do not fit.
  public func apply(_ k: CIKernel, arguments args: [Any]?, options dict: [String: Any]?) -> CIImage? {
    let arguments = args ?? []
    let extent = Self.extent(of: dict ?? [:]) ?? Self.extent(of: arguments)
    return try? k.applied(extent: extent, arguments: arguments)
  }

  private static func extent(of options: [String: Any]) -> CGRect? {
    if let shape = options[kCIApplyOptionDefinition] as? CIFilterShape { return shape.extent }
    if let vector = options[kCIApplyOptionExtent] as? CIVector { return vector.cgRectValue }
    guard let numbers = OptionValues.numbers(options[kCIApplyOptionExtent]), numbers.count == 4 else { return nil }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private static func extent(of arguments: [Any]) -> CGRect {
    arguments.reduce(CGRect.null) { extent, argument in
      switch argument {
      case let sampler as CISampler: extent.union(sampler.extent)
      case let image as CIImage: extent.union(image.extent)
      default: extent
      }
    }
  }
}

extension CIKernel {
  @available(*, unavailable, message: "pass a closure: apply(extent:roiCallback:arguments:)")
  public func setROISelector(_ method: Any) {}
}

import Foundation
import HeadroomColor
import HeadroomGraphics

/// A context's options, read once.
struct ContextSettings: Sendable {
  /// Nil when colour management is off.
  var workingColorSpace: CGColorSpace? = CGColorSpace(encoding: .extendedLinearSRGB)
  var workingFormat = CIFormat.RGBAh
  /// `.some(nil)`: no conversion.
  var outputColorSpace: CGColorSpace?? = .none
  var isOutputPremultiplied = true
  var highQualityDownsample = true
  var cachesIntermediates = true
  var isLowPriority = false
  var name: String?
  var memoryLimit: Int?

  init(_ options: [CIContextOption: Any]) {
    if let space = options[.workingColorSpace] as? CGColorSpace {
      workingColorSpace = space.encoding.model == .rgb ? space : workingColorSpace
    } else if options[.workingColorSpace] is NSNull {
      workingColorSpace = nil
    }
    if let format = options[.workingFormat] as? CIFormat { workingFormat = format }
    if let space = options[.outputColorSpace] as? CGColorSpace {
      outputColorSpace = .some(space)
    } else if options[.outputColorSpace] is NSNull {
      outputColorSpace = .some(nil)
    }
    isOutputPremultiplied = options[.outputPremultiplied] as? Bool ?? true
    highQualityDownsample = options[.highQualityDownsample] as? Bool ?? true
    cachesIntermediates = options[.cacheIntermediates] as? Bool ?? true
    isLowPriority = options[.priorityRequestLow] as? Bool ?? false
    name = options[.name] as? String
    let megabytes = (options[.memoryLimit] as? NSNumber)?.intValue ?? options[.memoryLimit] as? Int
    memoryLimit = megabytes.map { max(0, $0) << 20 }
  }

  var workingSpace: WorkingSpace { WorkingSpace(primaries: workingColorSpace?.encoding.primaries) }

  /// The space of images that are made without naming one.
  var defaultOutput: CGColorSpace? {
    switch outputColorSpace {
    case .some(let space): return space
    case .none: return CGColorSpace(encoding: .sRGB)
    }
  }
}

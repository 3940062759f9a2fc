import Foundation
import HeadroomColor
import HeadroomEngine
import HeadroomGraphics

/// A context's options, read once.
struct ContextSettings: Sendable {
  /// Nil when colour management is off.
  var workingColorSpace: CGColorSpace? = CGColorSpace(encoding: .extendedLinearSRGB)
  var workingFormat = CIFormat.RGBAf
  /// `.some(nil)`: no conversion.
  var outputColorSpace: CGColorSpace?? = .none
  var isOutputPremultiplied = true
  var highQualityDownsample = true
  var cachesIntermediates = true
  var isLowPriority = false
  var memoryLimit: Int?

  private static let keys = Set(
    [
      CIContextOption.workingColorSpace, .workingFormat, .outputColorSpace, .outputPremultiplied,
      .highQualityDownsample, .cacheIntermediates, .useSoftwareRenderer, .priorityRequestLow, .allowLowPower, .name,
      .memoryLimit,
    ].map(\.rawValue))

  init(_ options: [CIContextOption: Any]) {
    DeveloperNotes.ignored(options.keys.map(\.rawValue), butFor: Self.keys, by: "CIContext")
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
    isOutputPremultiplied = OptionValues.flag(options[.outputPremultiplied]) ?? true
    highQualityDownsample = OptionValues.flag(options[.highQualityDownsample]) ?? true
    cachesIntermediates = OptionValues.flag(options[.cacheIntermediates]) ?? true
    isLowPriority = OptionValues.flag(options[.priorityRequestLow]) ?? false
    memoryLimit = OptionValues.integer(options[.memoryLimit]).map { min(max(0, $0), Self.mostMegabytes) << 20 }
  }

  /// The most bytes of pixels that are kept from render to render: a share of the limit where there is one.
  var cacheLimit: Int { memoryLimit.map { $0 / 2 } ?? Self.defaultCacheLimit }

  private static let defaultCacheLimit = 1 << 30

  /// As many as there are bytes to address, divided by 2^20.
  private static let mostMegabytes = Int.max >> 20

  var workingSpace: WorkingSpace { WorkingSpace(primaries: workingColorSpace?.encoding.primaries) }

  /// The space of images that are made without naming one.
  var defaultOutput: CGColorSpace? {
    switch outputColorSpace {
    case .some(let space): return space
    case .none: return CGColorSpace(encoding: .sRGB)
    }
  }
}

package import Foundation
internal import HeadroomKernelLanguage

/// A kernel of a text file as a filter, named `kernel:FILE#NAME`: its parameters are inputs by their names, its first image
/// is `inputImage`. The result has the extent of that image, which a kernel without images takes for its frame.
package final class KernelFilter: CIFilter {
  /// What names of such filters begin with.
  package static let prefix = "kernel:"

  private let text: TextKernel
  private let kernel: CIKernel
  private let keys: [String]
  private var values: [String: Any] = [:]
  /// Whether samplers find the edge of an image repeated outside of it, not nothing.
  package var repeatsEdges = false

  /// - Parameters:
  ///   - name: with the file's path, and the kernel's name where the file has several.
  ///   - folder: what the path is relative to; nil for the working directory.
  package init(named name: String, relativeTo folder: URL?) throws {
    let (path, function) = Self.parts(name)
    let url = path.hasPrefix("/") ? URL(filePath: path) : folder?.appending(path: path) ?? URL(filePath: path)
    let kernels = try TextKernels(contentsOf: url.path, includeFolders: [], definitions: [:])
    text = try kernels.kernel(function ?? kernels.only(in: path))
    kernel = kernels.made(kernelOf: text)
    keys = Self.keys(of: text)
    super.init()
    self.name = name
  }

  private static func parts(_ name: String) -> (path: String, function: String?) {
    let rest = name.dropFirst(prefix.count)
    guard let mark = rest.lastIndex(of: "#") else { return (String(rest), nil) }
    return (String(rest[..<mark]), String(rest[rest.index(after: mark)...]))
  }

  /// A key for each parameter, in order; one more before them where the picture is none of them.
  private static func keys(of text: TextKernel) -> [String] {
    var hasPicture = false
    let keys = text.parameters.map { parameter in
      guard parameter.argument.isImage, !hasPicture else { return parameter.name }
      hasPicture = true
      return kCIInputImageKey
    }
    return hasPicture ? keys : [kCIInputImageKey] + keys
  }

  package override var inputKeys: [String] { keys }

  package override var attributes: [String: Any] {
    var result = super.attributes
    let parameters = text.parameters
    for (key, parameter) in zip(keys.suffix(parameters.count), parameters) {
      result[key] = [
        kCIAttributeClass: parameter.argument.attributeClass, kCIAttributeDisplayName: parameter.name,
      ]
    }
    if result[kCIInputImageKey] == nil {
      result[kCIInputImageKey] = [kCIAttributeClass: "CIImage", kCIAttributeDisplayName: "Image"]
    }
    return result
  }

  package override func value(forKey key: String) -> Any? { key == kCIOutputImageKey ? outputImage : values[key] }

  package override func setValue(_ value: Any?, forKey key: String) { values[key] = keys.contains(key) ? value : nil }

  package override func set(_ value: Any?, forInput key: String) throws(FilterError) {
    guard keys.contains(key) else { throw .unknownKey(filter: name, key: key) }
    values[key] = value
  }

  package override func setDefaults() { values = [:] }

  package override var outputImage: CIImage? { try? image() }

  /// The result, with the reason where there is none; nil without the picture.
  package func image() throws(KernelError) -> CIImage? {
    guard let picture = values[kCIInputImageKey] as? CIImage else { return nil }
    var arguments: [Any] = []
    for (index, key) in keys.suffix(text.parameters.count).enumerated() {
      guard let value = values[key] else {
        throw .wrongArgument(
          kernel: kernel.name, index: index, name: text.parameters[index].name, expected: "given", found: "left out")
      }
      arguments.append(sampled(value))
    }
    guard let warp = kernel as? CIWarpKernel else {
      return try kernel.applied(extent: picture.extent, arguments: arguments)
    }
    let image = repeatsEdges ? picture.clampedToExtent() : picture
    return try warp.applied(extent: picture.extent, image: image, arguments: arguments)
  }

  private func sampled(_ value: Any) -> Any {
    guard repeatsEdges, let image = value as? CIImage, !image.extent.isInfinite else { return value }
    return CISampler(image: image, options: [kCISamplerWrapMode: kCISamplerWrapClamp])
  }
}

extension KernelSignature.Argument {
  fileprivate var isImage: Bool {
    switch self {
    case .pixel, .sampler: true
    default: false
    }
  }

  /// What a value is set as.
  fileprivate var attributeClass: String {
    switch self {
    case .pixel, .sampler: "CIImage"
    case .color: "CIColor"
    case .value(.scalar): "NSNumber"
    case .value, .destination: "CIVector"
    }
  }
}

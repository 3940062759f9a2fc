package import Foundation
internal import HeadroomEngine
package import HeadroomImage
internal import HeadroomKernelLanguage

/// A kernel of a text file as a filter, named `kernel:FILE#NAME`: its parameters become inputs under their names, its
/// first image is `inputImage`. The result has the extent of that image; a kernel without images uses it only as a
/// frame.
package final class KernelFilter: CIFilter {
  /// The prefix of such filters' names.
  package static let prefix = "kernel:"

  /// What samplers read outside of an image: `clamp` repeats its edge, `black` reads nothing.
  package static let wrapModeKey = "samplerWrapMode"
  private static let (clamp, black) = ("clamp", "black")

  private let text: TextKernel
  private let kernel: CIKernel
  private let keys: [String]
  /// The name with the absolute path of the file.
  private let fullName: String
  private var values: [String: Any] = [:]

  /// Whether samplers outside of an image read its repeated edge instead of nothing.
  package var repeatsEdges: Bool {
    get { values[Self.wrapModeKey] as? String == Self.clamp }
    set { if keys.contains(Self.wrapModeKey) { values[Self.wrapModeKey] = newValue ? Self.clamp : nil } }
  }

  /// - Parameters:
  ///   - name: with the file's path, and the kernel's name where the file has several.
  ///   - folder: the base of the path; nil for the working directory.
  package init(named name: String, relativeTo folder: URL?) throws {
    let (path, function) = Self.parts(name)
    let url = path.hasPrefix("/") ? URL(filePath: path) : folder?.appending(path: path) ?? URL(filePath: path)
    let kernels = try TextKernels(contentsOf: url.path, includeFolders: [], definitions: [:])
    text = try kernels.kernel(function ?? kernels.only(in: path))
    kernel = kernels.made(kernelOf: text)
    keys = Self.keys(of: text)
    fullName = Self.prefix + url.standardizedFileURL.path + "#" + text.signature.name
    super.init()
    self.name = name
  }

  private init(copying other: KernelFilter) {
    (text, kernel, keys, fullName, values) = (other.text, other.kernel, other.keys, other.fullName, other.values)
    super.init()
    (name, isEnabled) = (other.name, other.isEnabled)
  }

  package override func copy() -> Any { KernelFilter(copying: self) }

  /// The file and the kernel in a name.
  package static func parts(_ name: String) -> (path: String, function: String?) {
    let rest = name.dropFirst(prefix.count)
    guard let mark = rest.lastIndex(of: "#") else { return (String(rest), nil) }
    return (String(rest[..<mark]), String(rest[rest.index(after: mark)...]))
  }

  /// A key for each parameter, in order, preceded by one for the picture where no parameter is the picture.
  private static func keys(of text: TextKernel) -> [String] {
    var hasPicture = false
    let keys = text.parameters.map { parameter in
      guard parameter.argument.isImage, !hasPicture else { return parameter.name }
      hasPicture = true
      return kCIInputImageKey
    }
    return (hasPicture ? keys : [kCIInputImageKey] + keys) + (text.signature.readsAround ? [wrapModeKey] : [])
  }

  /// The keys of the kernel's parameters, in order.
  private var parameterKeys: ArraySlice<String> {
    let isPictureOther = keys.count(where: { $0 != Self.wrapModeKey }) > text.parameters.count
    return keys.dropFirst(isPictureOther ? 1 : 0).prefix(text.parameters.count)
  }

  package override var inputKeys: [String] { keys }

  package override var attributes: [String: Any] {
    var result = super.attributes
    if keys.contains(Self.wrapModeKey) {
      result[Self.wrapModeKey] = [kCIAttributeClass: "NSString", kCIAttributeDisplayName: "Sampler Wrap Mode"]
    }
    for (key, parameter) in zip(parameterKeys, text.parameters) {
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

  package override func setValue(_ value: Any?, forKey key: String) {
    guard keys.contains(key) else { return report(.unknownKey(filter: name, key: key), key) }
    values[key] = value
  }

  package override func set(_ value: Any?, forInput key: String) throws(FilterError) {
    guard keys.contains(key) else { throw .unknownKey(filter: name, key: key) }
    if key == Self.wrapModeKey, let value, ![Self.clamp, Self.black].contains(value as? String ?? "") {
      throw .wrongType(filter: name, key: key, expected: "'clamp' or 'black'", found: "\(value)")
    }
    values[key] = value
  }

  package override func setDefaults() { values = [:] }

  package override var outputImage: CIImage? { try? image() }

  /// The result, with the reason where there is none; nil without the picture.
  package func image() throws(KernelError) -> CIImage? {
    guard let picture = values[kCIInputImageKey] as? CIImage else { return nil }
    var arguments: [Any] = []
    for (index, key) in parameterKeys.enumerated() {
      guard let value = values[key] else {
        throw .wrongArgument(
          kernel: kernel.name, index: index, name: text.parameters[index].name, expected: "given", found: "left out")
      }
      arguments.append(sampled(value))
    }
    return noted(try result(picture, arguments))
  }

  private func result(_ picture: CIImage, _ arguments: [Any]) throws(KernelError) -> CIImage {
    guard let warp = kernel as? CIWarpKernel else {
      return try kernel.applied(extent: picture.extent, arguments: arguments)
    }
    let image = repeatsEdges ? picture.clampedToExtent() : picture
    return try warp.applied(extent: picture.extent, image: image, arguments: arguments)
  }

  /// The image, marked as made by this filter, so that recipes store the filter's name.
  private func noted(_ image: CIImage) -> CIImage {
    let images = keys.compactMap { key in (values[key] as? CIImage).map { (key, $0) } }
    let settings = keys.compactMap { key in values[key].flatMap(Self.constant).map { (key: key, value: $0) } }
    let origin = NodeOrigin(.filter(fullName), imageKeys: images.map(\.0)) { settings.map { ($0.key, $0.value) } }
    return image.made(by: origin, from: images.map(\.1))
  }

  /// The value of a parameter that is not an image.
  private static func constant(_ value: Any) -> (any Sendable)? {
    switch value {
    case let number as Double: number
    case let number as NSNumber: number.doubleValue
    case let text as String: text
    case let vector as CIVector: vector
    case let color as CIColor: color
    default: nil
    }
  }

  private func sampled(_ value: Any) -> Any {
    guard repeatsEdges, let image = value as? CIImage, !image.extent.isInfinite else { return value }
    return CISampler(image: image, options: [kCISamplerWrapMode: kCISamplerWrapClamp])
  }
}

extension KernelSignature {
  /// Whether the kernel reads images at positions of its choice.
  fileprivate var readsAround: Bool {
    family == .warp || parameters.contains { if case .sampler = $0.argument { true } else { false } }
  }
}

extension KernelSignature.Argument {
  fileprivate var isImage: Bool {
    switch self {
    case .pixel, .sampler: true
    default: false
    }
  }

  /// The class of a parameter's value.
  fileprivate var attributeClass: String {
    switch self {
    case .pixel, .sampler: "CIImage"
    case .color: "CIColor"
    case .value(.scalar): "NSNumber"
    case .value, .destination: "CIVector"
    }
  }
}

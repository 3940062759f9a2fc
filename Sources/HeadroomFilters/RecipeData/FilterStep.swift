package import Foundation
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImage

/// A filter of a chain that changes a picture, from an expression such as `CIGaussianBlur radius=4`.
///
/// The command's `--filter` and the viewer's filters are these steps, so that both do the same.
package struct FilterStep: Sendable {
  /// The sources of the files that an expression names.
  package struct Files {
    /// The picture that an image input names.
    package var picture: (String) throws -> CIImage
    /// The bytes of the `.cube` file that a table's input names; nil reads local files by their paths.
    package var table: ((String) throws -> Data)?

    package init(picture: @escaping (String) throws -> CIImage, table: ((String) throws -> Data)? = nil) {
      self.picture = picture
      self.table = table
    }
  }

  package let expression: FilterExpression
  /// The registry's entry; nil for a kernel from text.
  private let entry: FilterEntry?

  /// - Throws: a problem where no filter has the name. Its ``FilterSettings/Problem/key`` is nil.
  package init(_ expression: FilterExpression) throws(FilterSettings.Problem) {
    self.expression = expression
    if expression.name.hasPrefix(KernelFilter.prefix) {
      entry = nil
      return
    }
    guard let entry = FilterRegistry.entry(named: expression.name) else {
      let question = NameSuggestion.question(for: expression.name, among: FilterRegistry.builtIn.map(\.name))
      let hint = question.isEmpty ? " ('headroom filters' lists them)" : question
      throw FilterSettings.Problem(key: nil, reason: "there is no filter '\(expression.name)'\(hint)")
    }
    self.entry = entry
  }

  /// Whether the picture's frame stays: true of all filters except those that are meant to change it or whose result is
  /// another picture.
  private var keepsFrame: Bool {
    guard let entry else { return true }
    return Set(entry.categories).isDisjoint(with: [.geometryAdjustment, .tileEffect, .generator, .gradient, .reduction])
  }

  // MARK: Settings

  /// The filter with all inputs except the picture itself.
  ///
  /// - Throws: ``FilterSettings/Problem``, and the errors of `files`.
  package func settings(_ files: Files) throws -> FilterSettings {
    let settings = try FilterSettings(named: expression.name)
    var taken: [String: String] = [:]
    for setting in expression.settings {
      let key = try set(setting, of: settings, files)
      guard let other = taken.updateValue(setting.key, forKey: key) else { continue }
      let reason = other == setting.key ? "is given twice" : "is given twice, as '\(other)' and '\(setting.key)'"
      throw FilterSettings.Problem(key: key, reason: reason)
    }
    return settings
  }

  /// - Returns: the key of the input that was set.
  private func set(
    _ setting: FilterExpression.Setting, of settings: FilterSettings, _ files: Files
  ) throws -> String {
    let key = try settings.key(named: setting.key)
    func problem(_ reason: String) -> FilterSettings.Problem { FilterSettings.Problem(key: key, reason: reason) }
    if key == kCIInputImageKey {
      throw FilterSettings.Problem(key: nil, reason: "\(expression.name) \(key) is the picture itself")
    }
    if settings.isImage(key) {
      guard let name = setting.literal.text else { throw problem("expected the path of a picture") }
      settings.set(try files.picture(name), for: key)
      return key
    }
    if let table = files.table, settings.isTable(key) {
      guard let name = setting.literal.text else { throw problem("expected the name of a .cube file") }
      try settings.set(.string(try table(name).base64EncodedString()), for: key)
      return key
    }
    try settings.set(setting.literal.json, for: key)
    return key
  }

  // MARK: Applying

  /// The picture after the filter. A photo ends at its frame, so the frame stays unless the filter is meant to change
  /// it, and filters that read a pixel's neighbours find the edge repeated, not darkness.
  ///
  /// - Parameters:
  ///   - grows: whether the frame may grow, and the edges fade out.
  ///   - change: modifies the settings before they are used.
  /// - Throws: ``FilterSettings/Problem`` where an image is missing or a kernel cannot be run, and the errors of
  ///   `files`.
  package func apply(
    to image: CIImage, _ files: Files, grows: Bool = false, change: (FilterSettings) -> Void = { _ in }
  ) throws -> CIImage {
    let settings = try settings(files)
    change(settings)
    guard let output = try output(of: settings, image) else {
      throw settings.noResult { FilterSettings.Problem(key: nil, reason: "\(expression.name): needs \($0)") }
    }
    guard keepsFrame, !grows, !image.extent.isInfinite else { return output }
    let readsNeighbourhood = output.readsNeighbourhood(in: image)
    let framed = readsNeighbourhood ? try self.output(of: settings, image, repeatingEdges: true) ?? output : output
    return framed.cropped(to: image.extent)
  }

  /// The result for a picture; nil where another image is missing.
  ///
  /// - Parameter repeatingEdges: whether the picture's edge is repeated outside of it.
  private func output(
    of settings: FilterSettings, _ image: CIImage, repeatingEdges: Bool = false
  ) throws(FilterSettings.Problem) -> CIImage? {
    let kernel = settings.filter as? KernelFilter
    kernel?.repeatsEdges = repeatingEdges
    // A kernel may read its picture's extent, so its picture stays as it is.
    let input = repeatingEdges && kernel == nil ? image.clampedToExtent() : image
    if settings.filter.inputKeys.contains(kCIInputImageKey) { settings.set(input, for: kCIInputImageKey) }
    return try settings.output()
  }
}

extension CIImage {
  /// Whether pixels of this image, which is made from another, depend on other positions of that image than their own.
  fileprivate func readsNeighbourhood(in other: CIImage) -> Bool {
    var pending = [node]
    var seen: Set<ObjectIdentifier> = []
    while let node = pending.popLast() {
      if node === other.node || !seen.insert(ObjectIdentifier(node)).inserted { continue }
      switch node.kind {
      case .area, .warp, .affine: return true
      case .source, .point, .color, .processor, .reduction, .crop, .clamp, .intermediate: break
      }
      pending += node.inputs
    }
    return false
  }
}

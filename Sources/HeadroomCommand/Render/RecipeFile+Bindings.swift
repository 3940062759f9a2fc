internal import Headroom
internal import HeadroomPictures

extension RecipeFile {
  /// The renditions of the recipe with the given files.
  func renditions(_ bindings: [RecipeBinding], limits: DecodeLimits) throws(PictureError) -> RecipeRenditions {
    var inputs: [String: CIImage] = [:]
    for binding in bindings {
      if inputs[binding.name] != nil { throw .usage("--input: '\(binding.name)' is given twice") }
      guard document.inputs.contains(binding.name) else {
        let question = NameSuggestion.question(for: binding.name, among: document.inputs)
        let known = document.inputs.isEmpty ? "none" : document.inputs.joined(separator: ", ")
        throw .usage("--input: \(path) has no input '\(binding.name)'; it has \(known)\(question)")
      }
      inputs[binding.name] = try FilterChain.picture(binding.file, limits)
    }
    do throws(PictureError) {
      return try renditions(inputs: inputs)
    } catch {
      guard error.part?.hasPrefix("$.inputs[") ?? false else { throw error }
      var failure = error
      failure.text += " (--input NAME=FILE)"
      throw failure
    }
  }

  /// Applies the settings of `--set`, each to a different input.
  mutating func set(_ settings: [RecipeSetting]) throws(PictureError) {
    /// `NODE.KEY`, and how each was written.
    var known: [String: String] = [:]
    for setting in settings {
      let written = "\(setting.node).\(setting.key)"
      let key: String
      do throws(RecipeError) {
        key = try set(setting.key, of: setting.node, to: setting.literal.json)
      } catch {
        throw .usage("--set \(written): \(error.reason)")
      }
      guard let other = known.updateValue(written, forKey: "\(setting.node).\(key)") else { continue }
      throw .usage("--set: '\(written)' is given twice" + (other == written ? "" : ", once as '\(other)'"))
    }
  }
}

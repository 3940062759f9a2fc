internal import HeadroomContainers

/// Makes the filters of a clip, and the inputs of a transition.
struct FilterReader {
  let vocabulary: ProjectVocabulary

  func filters(_ node: JSONNode) throws(ProjectError) -> [ProjectFilter] {
    var filters: [ProjectFilter] = []
    for node in try node.list("a list of filters", most: ProjectLimits.filterCount) { filters.append(try filter(node)) }
    return filters
  }

  private func filter(_ node: JSONNode) throws(ProjectError) -> ProjectFilter {
    let object = try node.object("a filter")
    let name = try object.required("filter", "the filter's name").text("the name of a filter")
    let inputs = try inputs(of: object, but: ["filter"])
    try check(name, at: object.path.appending("filter"), inputs, of: object)
    return ProjectFilter(name: name, inputs: inputs, path: node.path)
  }

  /// All members but some.
  func inputs(of object: JSONObject, but others: [String]) throws(ProjectError) -> [ProjectFilter.Input] {
    let members = object.members.filter { !others.contains($0.key) }
    guard members.count <= ProjectLimits.inputCount else {
      throw ProjectError(
        object.path, "\(members.count) inputs are more than the \(ProjectLimits.inputCount) that are read")
    }
    var inputs: [ProjectFilter.Input] = []
    for (key, value) in members {
      let node = JSONNode(value: value, path: object.path.appending(key))
      inputs.append(ProjectFilter.Input(key: key, value: try Self.value(node)))
    }
    return inputs
  }

  func check(
    _ name: String, at path: JSONPath, _ inputs: [ProjectFilter.Input], of object: JSONObject
  ) throws(ProjectError) {
    let starts = inputs.map { (key: $0.key, value: $0.value.first.value.json) }
    guard let (key, reason) = vocabulary.filterProblem(name, starts) else { return }
    throw ProjectError(key.map { object.path.appending($0) } ?? path, reason)
  }

  /// Key frames hold numbers, or lists of as many numbers.
  private static func value(_ node: JSONNode) throws(ProjectError) -> Keyframed<ProjectFilterValue> {
    // A list may be empty where the filter says so.
    guard KeyframeReader.isList(node) else { return Keyframed(ProjectFilterValue(node.value.withNumbers)) }
    var shape: (count: Int, isList: Bool)?
    return try KeyframeReader.value(node) { (node: JSONNode) throws(ProjectError) -> ProjectFilterValue in
      let value = ProjectFilterValue(node.value.withNumbers)
      guard let count = value.numbers?.count else {
        throw node.expected("a number or a list of numbers, since other values have no key frames")
      }
      if let shape, shape != (count, value.isList) { throw node.problem("is not of the kind of the key frames before") }
      shape = (count, value.isList)
      return value
    }
  }
}

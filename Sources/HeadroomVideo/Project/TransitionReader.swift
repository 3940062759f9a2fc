internal import HeadroomContainers

/// Makes a transition of its object.
struct TransitionReader {
  private static let keys = ["type", "duration"]
  private static let plain = ["dissolve", "wipe"]

  let vocabulary: ProjectVocabulary
  let kind: ProjectTrack.Kind

  func transition(_ node: JSONNode) throws(ProjectError) -> ProjectTransition {
    let object = try node.object("a transition")
    let type = try object.required("type", "the type of the transition")
    let name = try type.text("the type of a transition")
    let style = try style(name, type)
    let filter = FilterReader(vocabulary: vocabulary)
    if case .filter = style {
      let inputs = try filter.inputs(of: object, but: Self.keys)
      try checkInputs(inputs, of: object)
      try filter.check(name, at: type.path, inputs, of: object)
      return try transition(object, style, inputs)
    }
    _ = try node.object("a \(name)", keys: Self.keys)
    return try transition(object, style, [])
  }

  private func transition(
    _ object: JSONObject, _ style: ProjectTransition.Style, _ inputs: [ProjectFilter.Input]
  ) throws(ProjectError) -> ProjectTransition {
    let duration = try object.required("duration", "how long the transition lasts").duration()
    var transition = ProjectTransition(style: style, duration: duration, path: object.path)
    transition.inputs = inputs
    return transition
  }

  private func style(_ name: String, _ node: JSONNode) throws(ProjectError) -> ProjectTransition.Style {
    switch name {
    case "dissolve": return .dissolve
    case _ where kind == .audio: throw node.problem("sound has one transition, 'dissolve'")
    case "wipe": return .wipe
    case _ where vocabulary.transitions.contains(name): return .filter(name)
    default: throw node.unknown(name, "a transition", among: Self.plain + vocabulary.transitions)
    }
  }

  /// The images are the clips, and the time is the weight.
  private func checkInputs(_ inputs: [ProjectFilter.Input], of object: JSONObject) throws(ProjectError) {
    let own = ["inputImage", "image", "inputTargetImage", "targetImage", "inputTime", "time"]
    guard let input = inputs.first(where: { own.contains($0.key) }) else { return }
    throw ProjectError(object.path.appending(input.key), "is what the transition sets itself")
  }
}

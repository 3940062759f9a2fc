internal import HeadroomContainers

/// Reads values that may have key frames: `[{"time": 0, "value": 1, "curve": "ease"}]`.
enum KeyframeReader {
  /// Whether a value is a list of key frames. Lists of other objects are values of filters.
  static func isList(_ node: JSONNode) -> Bool {
    guard case .array(let values) = node.value, case .object(let members)? = values.first else { return false }
    return members.contains { $0.key == "time" || $0.key == "value" }
  }

  /// - Parameter read: reads a value at one time.
  static func value<Value: KeyframeValue>(
    _ node: JSONNode, _ read: (JSONNode) throws(ProjectError) -> Value
  ) throws(ProjectError) -> Keyframed<Value> {
    if case .array(let values) = node.value, values.isEmpty { throw node.problem("the list is empty") }
    guard isList(node) else { return Keyframed(try read(node)) }
    var frames: [Keyframe<Value>] = []
    for node in try node.list("a list of key frames", most: ProjectLimits.keyframeCount) {
      let frame = try keyframe(node, read)
      if let last = frames.last, last.time >= frame.time {
        throw ProjectError(
          node.path.appending("time"),
          "\(frame.time.shortSeconds) s does not lie behind the key frame before (\(last.time.shortSeconds) s)")
      }
      frames.append(frame)
    }
    guard let value = Keyframed(frames) else { throw node.problem("the times do not rise") }
    return value
  }

  private static func keyframe<Value: KeyframeValue>(
    _ node: JSONNode, _ read: (JSONNode) throws(ProjectError) -> Value
  ) throws(ProjectError) -> Keyframe<Value> {
    let object = try node.object("a key frame", keys: ["time", "value", "curve"])
    let time = try object.required("time", "the key frame's time").time()
    let value = try read(object.required("value", "the key frame's value"))
    return Keyframe(time: time, value: value, curve: try object["curve"]?.choice("a curve") ?? .linear)
  }
}

internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

/// Makes a clip of its object.
struct ClipReader {
  private static let keys = ["source", "track", "in", "duration", "start", "transition", "speed"]
  private static let videoKeys = keys + ["transform", "opacity", "crop", "fit", "filters"]
  private static let audioKeys = keys + ["volume"]

  let vocabulary: ProjectVocabulary
  let kind: ProjectTrack.Kind

  func clip(_ node: JSONNode) throws(ProjectError) -> ProjectClip {
    try checkKind(node)
    let object = try node.object(
      "a clip of \(kind == .video ? "a video" : "an audio") track",
      keys: kind == .video ? Self.videoKeys : Self.audioKeys)
    let source = try SourceReader(kind: kind).source(object.required("source", "what the clip shows"))
    var clip = ProjectClip(source: source, path: node.path)
    try readTimes(object, &clip)
    if let node = object["transition"] {
      clip.transition = try TransitionReader(vocabulary: vocabulary, kind: kind).transition(node)
    }
    try checkTimes(clip)
    try readPicture(object, &clip)
    if let node = object["volume"] { clip.volume = try KeyframeReader.value(node, ClipValue.volume) }
    return clip
  }

  /// Says more of keys of the other kind of track than that they are unknown.
  private func checkKind(_ node: JSONNode) throws(ProjectError) {
    let object = try node.object("a clip")
    let (own, others) = kind == .video ? (Self.videoKeys, Self.audioKeys) : (Self.audioKeys, Self.videoKeys)
    for (key, _) in object.members where others.contains(key) && !own.contains(key) {
      throw ProjectError(
        object.path.appending(key),
        kind == .video
          ? "is for sound, which is a clip of an audio track" : "is for pictures, which are clips of a video track")
    }
  }

  private func readTimes(_ object: JSONObject, _ clip: inout ProjectClip) throws(ProjectError) {
    if let node = object["track"] {
      clip.sourceTrack = try node.whole("the number of a track of the file", in: 0...Int(Int32.max))
    }
    if let node = object["in"] { clip.inPoint = try node.time() }
    if let node = object["duration"] { clip.duration = try node.duration() }
    if let node = object["start"] { clip.start = try node.time() }
    if let node = object["speed"] { clip.speed = try speed(node) }
    guard case .text = clip.source else { return }
    for key in ["track", "in", "speed"] {
      if let node = object[key] { throw node.problem("a text has no times and tracks of its own") }
    }
    _ = try object.required("duration", "how long the text is shown")
  }

  private func speed(_ node: JSONNode) throws(ProjectError) -> ExactRatio {
    if KeyframeReader.isList(node) { throw node.problem("a speed is a number; it has no key frames") }
    let number = try node.exact("a speed")
    if number.isNegative { throw node.problem("no clip is played backward") }
    return try node.ratio(#"a speed from 0, which holds a frame, to 1000, a number or "a/b""#, in: 0...1000)
  }

  /// What follows without the source's length.
  private func checkTimes(_ clip: ProjectClip) throws(ProjectError) {
    if clip.speed.numerator == 0, clip.duration == nil {
      throw ProjectError(clip.path.appending("duration"), "how long the frame is held is missing")
    }
    if let transition = clip.transition, let duration = clip.duration, transition.duration > duration {
      throw transition.tooLong("the clip", duration)
    }
  }

  private func readPicture(_ object: JSONObject, _ clip: inout ProjectClip) throws(ProjectError) {
    if let node = object["transform"] { clip.transform = try KeyframeReader.value(node, ClipValue.transform) }
    if let node = object["opacity"] { clip.opacity = try KeyframeReader.value(node, ClipValue.opacity) }
    if let node = object["crop"] { clip.crop = try KeyframeReader.value(node, ClipValue.crop) }
    if let node = object["fit"] { clip.fit = try node.choice("a way to fit") }
    if let node = object["filters"] { clip.filters = try FilterReader(vocabulary: vocabulary).filters(node) }
  }
}

extension ProjectTransition {
  func tooLong(_ what: String, _ duration: CMTime) -> ProjectError {
    ProjectError(
      path.appending("duration"),
      "\(self.duration.shortSeconds) s is longer than \(what) (\(duration.shortSeconds) s)")
  }
}

/// Values of clips at one time.
private enum ClipValue {
  static func volume(_ node: JSONNode) throws(ProjectError) -> Double {
    try node.double("a volume of 0 and more", in: 0...Double.greatestFiniteMagnitude)
  }

  static func opacity(_ node: JSONNode) throws(ProjectError) -> Double {
    try node.double("an opacity from 0 to 1", in: 0...1)
  }

  static func transform(_ node: JSONNode) throws(ProjectError) -> CGAffineTransform {
    let numbers = try node.doubles("six numbers [a,b,c,d,tx,ty]", counts: 6...6)
    return CGAffineTransform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }

  static func crop(_ node: JSONNode) throws(ProjectError) -> CGRect {
    let numbers = try node.doubles("four numbers [x,y,width,height]", counts: 4...4)
    guard numbers[2] >= 0, numbers[3] >= 0 else { throw node.problem("a part has no negative width or height") }
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

internal import HeadroomContainers

extension ProjectFile {
  /// Reads a project of schema 1. What can be wrong without a look at the sources is found here.
  package init(parsing bytes: [UInt8], vocabulary: ProjectVocabulary) throws(ProjectError) {
    let document = try JSONNode(document: bytes)
    self = try ProjectReader(vocabulary: vocabulary).project(document)
  }
}

extension JSONNode {
  /// The root of a document whose numbers keep their digits.
  init(document bytes: [UInt8]) throws(ProjectError) {
    var limits = JSONValue.Limits()
    (limits.byteCount, limits.depth) = (ProjectLimits.byteCount, ProjectLimits.depth)
    limits.valueCount = ProjectLimits.valueCount
    do throws(JSONSyntaxError) {
      self.init(value: try JSONValue(parsing: bytes, limits: limits, keepsDigits: true), path: .root)
    } catch {
      throw ProjectError(error)
    }
  }
}

/// Makes a project of a document of schema 1.
struct ProjectReader {
  static let keys = ["schema", "size", "frameRate", "background", "blending", "color", "tracks"]

  let vocabulary: ProjectVocabulary

  func project(_ document: JSONNode) throws(ProjectError) -> ProjectFile {
    try checkSchema(document)
    let object = try document.object("a project", keys: Self.keys)
    let tracks = try tracks(object.required("tracks", "the list of tracks"))
    var project = ProjectFile(tracks: tracks)
    project.size = try object["size"].map(size)
    project.frameRate = try object["frameRate"].map(frameRate)
    if let node = object["background"] { project.background = try ProjectColor(node) }
    if let node = object["blending"] { project.blending = try node.choice("a way to blend") }
    if let node = object["color"] { project.color = try ProjectColorProperties(node) }
    return project
  }

  /// First of all, since other schemas have other keys.
  private func checkSchema(_ document: JSONNode) throws(ProjectError) {
    let object = try document.object("a project, which is an object")
    if let kind = object["OTIO_SCHEMA"] {
      throw kind.problem("is a mark of OpenTimelineIO, whose files end in .otio; a project has 'schema'")
    }
    let schema = try object.required("schema", "the schema's number, which is 1,")
    guard try schema.double("the schema's number, which is 1") == 1 else {
      throw schema.problem("this version reads schema 1")
    }
  }

  private func size(_ node: JSONNode) throws(ProjectError) -> ProjectSize {
    let what = "a size [width,height]"
    let sides = try node.list(what, most: 2)
    guard sides.count == 2 else { throw node.problem("expected \(what), found \(sides.count) values") }
    let range = 1...ProjectSize.longest
    let words = "a number of pixels from 1 to \(ProjectSize.longest)"
    return ProjectSize(width: try sides[0].whole(words, in: range), height: try sides[1].whole(words, in: range))
  }

  private func frameRate(_ node: JSONNode) throws(ProjectError) -> ExactRatio {
    try node.ratio(#"frames in a second, above 0 and up to 1000, a number or "a/b""#, in: (1 / 1000)...1000)
  }

  private func tracks(_ node: JSONNode) throws(ProjectError) -> [ProjectTrack] {
    let nodes = try node.list("a list of tracks", most: ProjectLimits.trackCount)
    guard !nodes.isEmpty else { throw node.problem("a project has a track at least") }
    var tracks: [ProjectTrack] = []
    for node in nodes { tracks.append(try track(node)) }
    return tracks
  }

  private func track(_ node: JSONNode) throws(ProjectError) -> ProjectTrack {
    let object = try node.object("a track", keys: ["type", "clips"])
    let kind: ProjectTrack.Kind = try object.required("type", "video or audio").choice("a type of track")
    let clips = try object.required("clips", "the track's list of clips")
    let nodes = try clips.list("a list of clips", most: ProjectLimits.clipCount)
    guard !nodes.isEmpty else { throw clips.problem("a track has a clip at least") }
    var track = ProjectTrack(kind: kind, clips: [], path: node.path)
    for node in nodes {
      track.clips.append(try ClipReader(vocabulary: vocabulary, kind: kind).clip(node))
    }
    if track.clips[0].transition != nil {
      throw ProjectError(nodes[0].path.appending("transition"), "no clip lies before it")
    }
    try TrackPlacing.check(track, form: .headroom)
    return track
  }
}

extension Optional where Wrapped == JSONNode {
  /// `map` for functions that throw project errors.
  fileprivate func map<Result>(
    _ read: (JSONNode) throws(ProjectError) -> Result
  ) throws(ProjectError) -> Result? {
    if let node = self { try read(node) } else { nil }
  }
}

import Foundation
import HeadroomContainers
import HeadroomVideo

/// Documents for the tests of projects, and what is known of their sources.
enum ProjectSamples {
  /// The one of the contract, with one choice where it lists several.
  static let contract = #"""
    {"schema":1, "size":[1920,1080], "frameRate":"30000/1001", "background":"#000000", "blending":"linear",
     "color":{"transfer":"hlg","primaries":"bt2020","matrix":"bt2020"},
     "tracks":[{"type":"video","clips":[
       {"source":"a.mov","in":0.5,"duration":"5/2"},
       {"source":"b.mov","transition":{"type":"dissolve","duration":1},"transform":[0.8,0,0,0.8,192,108],
        "opacity":[{"time":0,"value":0},{"time":1,"value":1}],"crop":[0,0,1920,800],"speed":1,"fit":"none",
        "filters":[{"filter":"CIExposureAdjust","inputEV":[{"time":0,"value":0},{"time":2,"value":-1}]}]}]},
      {"type":"audio","clips":[{"source":"a.mov","volume":[{"time":0,"value":1},{"time":2,"value":0}]}]}]}
    """#

  /// Two filters, one of which is a transition.
  static let vocabulary = ProjectVocabulary(transitions: ["CISwipeTransition"]) { name, inputs in
    let known = ["CIExposureAdjust": ["inputEV"], "CISwipeTransition": ["inputAngle", "inputColor"]]
    guard let keys = known[name] else {
      return (nil, "there is no filter '\(name)'\(NameSuggestion.question(for: name, among: known.keys.sorted()))")
    }
    return inputs.first { !keys.contains($0.key) }.map { ($0.key, "\(name) has no such input") }
  }

  static func project(_ text: String) throws -> ProjectFile {
    try ProjectFile(parsing: Array(text.utf8), vocabulary: vocabulary)
  }

  /// A project of one video track.
  static func clips(_ clips: String) -> String {
    #"{"schema":1,"tracks":[{"type":"video","clips":[\#(clips)]}]}"#
  }

  /// Films last 10/3 s, `1s.mov` one; `.heic` is a picture.
  static func facts(_ use: ProjectSourceUse) -> ProjectSourceFacts {
    guard case .file(let path) = use.source else { return ProjectSourceFacts(duration: nil) }
    if path.hasSuffix(".heic") { return ProjectSourceFacts(duration: nil, size: .init(width: 4000, height: 3000)) }
    let duration = path.hasSuffix("1s.mov") ? CMTime(value: 1, timescale: 1) : CMTime(value: 10, timescale: 3)
    guard use.kind == .video else { return ProjectSourceFacts(duration: duration) }
    return ProjectSourceFacts(
      duration: duration, size: .init(width: 1080, height: 1920), frameRate: ExactRatio(30))
  }

  static func timeline(_ text: String) throws -> ProjectTimeline {
    try ProjectTimeline(project(text), facts: facts)
  }
}

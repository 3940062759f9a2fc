/// Small projects with everything that they can say, over the films of `Fuzz/film-seeds`.
enum ProjectSeeds {
  static let all = [plain, layers, titles, timeline, nested]

  /// Two films with a dissolve, key frames, a filter, and sound.
  private static let plain = #"""
    {"schema":1,"size":[64,64],"frameRate":"25/1","background":"#102030","blending":"linear",
    "color":{"transfer":"hlg","primaries":"bt2020","matrix":"bt2020"},"tracks":[{"type":"video","clips":[
    {"source":"hevc-pq.mp4","in":0.04,"duration":"3/25"},
    {"source":"h264.mp4","transition":{"type":"dissolve","duration":0.08},"transform":[0.5,0,0,0.5,8,4],
    "opacity":[{"time":0,"value":0.5},{"time":0.1,"value":1,"curve":"ease"}],"crop":[0,0,60,50],"speed":0.5,
    "filters":[{"filter":"CIExposureAdjust","inputEV":[{"time":0,"value":0},{"time":0.2,"value":-1}]}]}]},
    {"type":"audio","clips":[{"source":"hevc-hlg.mov","volume":[{"time":0,"value":1},{"time":0.1,"value":0}]},
    {"source":"h264.mp4","transition":{"type":"dissolve","duration":0.05}}]}]}
    """#

  /// Tracks over each other, held frames, turned films, films of other codecs, and codes that are mixed.
  private static let layers = #"""
    {"schema":1,"blending":"code","tracks":[{"type":"video","clips":[{"source":"vp9.webm"},
    {"source":"av1.mp4","start":0.3,"fit":"fill"}]},{"type":"video","clips":[
    {"source":"prores-alpha.mov","speed":0,"duration":0.4,"opacity":0.5,"transform":[0,1,-1,0,64,0]},
    {"source":"h264.mov","transition":{"type":"wipe","duration":0.1},"track":1,"speed":"30000/1001","duration":"1/100"}
    ]}]}
    """#

  /// Words, a filter of transitions, and a colour with its space.
  private static let titles = #"""
    {"schema":1,"size":[48,32],"frameRate":30,"background":{"space":"displayP3","components":[0.1,0.2,0.3,1]},
    "tracks":[{"type":"video","clips":[
    {"source":{"text":"Aé","font":"Helvetica","size":20,"color":[1,2,0.5,0.8]},"duration":1,
    "crop":[{"time":0,"value":[0,0,1,1],"curve":"hold"},{"time":1,"value":[0,0,9,9]}]},
    {"source":{"text":"x","size":30,"color":"#ffffff80"},"duration":"10/3","start":0.5,"fit":"fit",
    "transition":{"type":"CISwipeTransition","duration":0.5,"inputAngle":[{"time":0,"value":1}],"inputWidth":20},
    "filters":[{"filter":"CIGaussianBlur","radius":2},{"filter":"CIColorControls","saturation":0.5}]}]}]}
    """#

  private static func time(_ value: String, _ rate: String = "25.0") -> String {
    #"{"OTIO_SCHEMA":"RationalTime.1","rate":\#(rate),"value":\#(value)}"#
  }

  private static func range(_ start: String, _ length: String) -> String {
    #"{"OTIO_SCHEMA":"TimeRange.1","start_time":\#(time(start)),"duration":\#(time(length))}"#
  }

  private static func clip(_ url: String, _ start: String, _ length: String, _ more: String = "") -> String {
    #"{"OTIO_SCHEMA":"Clip.2","source_range":\#(range(start, length)),"media_reference":{"OTIO_SCHEMA":"#
      + #""ExternalReference.1","target_url":"\#(url)","available_range":\#(range("0", "5"))}\#(more)}"#
  }

  private static let timeline = #"""
    {"OTIO_SCHEMA":"Timeline.1","global_start_time":null,"tracks":{"OTIO_SCHEMA":"Stack.1","children":[
    {"OTIO_SCHEMA":"Track.1","kind":"Video","children":[\#(clip("hevc-pq.mp4", "0", "3")),
    {"OTIO_SCHEMA":"Transition.1","transition_type":"SMPTE_Dissolve","in_offset":\#(time("1")),
    "out_offset":\#(time("1", "29.97"))},\#(clip("h264%2Emp4", "1", "4")),
    {"OTIO_SCHEMA":"Gap.1","source_range":\#(range("0", "2"))},
    {"OTIO_SCHEMA":"Transition.1","in_offset":\#(time("0")),"out_offset":\#(time("2"))},
    \#(clip("vp9.mp4", "0", "2", #","effects":[{"OTIO_SCHEMA":"LinearTimeWarp.1","time_scalar":1.5}]"#))]},
    {"OTIO_SCHEMA":"Track.1","kind":"Audio","children":[\#(clip("h264.mp4", "0", "4"))]}]}}
    """#

  private static let nested = #"""
    {"OTIO_SCHEMA":"Stack.1","children":[{"OTIO_SCHEMA":"Track.1","children":[{"OTIO_SCHEMA":"Stack.1",
    "source_range":\#(range("1", "2")),"metadata":{"a":1},"children":[\#(clip("hevc.mkv", "0", "5")),
    \#(clip("dnxhr.mov", "0", "1", #","effects":[{"OTIO_SCHEMA":"FreezeFrame.1"}],"enabled":true"#))]}]}]}
    """#
}

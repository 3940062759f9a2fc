internal import CHeadroomMedia
internal import HeadroomContainers

extension MediaError {
  /// Why a track of a film of boxes is not read; nil where nothing speaks against it.
  init?(refusing track: MovieTrack) {
    guard let entry = track.entries.first, let words = Self.words(track, entry) else { return nil }
    self.init(.unsupported(words), track: Int32(truncatingIfNeeded: track.id))
  }

  /// Why a stream is not read.
  init?(refusing stream: hr_media_stream, track: Int32) {
    guard let words = unsafe Self.words(stream) else { return nil }
    self.init(.unsupported(words), track: track)
  }

  private static func words(_ track: MovieTrack, _ entry: SampleEntry) -> String? {
    if track.handler == "auxv" { return "auxiliary pictures, such as opacity or depth, are not read" }
    if let name = names["\(entry.format)"] { return "\(name) is not read" }
    let units = (try? entry.hevcConfiguration())?.units ?? []
    if let words = HEVCLayers(units).flatMap(words) { return words }
    // Boxes of layers whose parameter set does not say what they are.
    guard entry.box("lhvC") != nil else { return nil }
    return entry.box("vexu") != nil ? secondView : "HEVC in layers is not read"
  }

  private static func words(_ stream: hr_media_stream) -> String? {
    switch unsafe String(cString: stream.codec) {
    case "vvc": return "VVC is not read"
    case "prores_raw": return "ProRes RAW is not read"
    case "hevc":
      guard let start = unsafe stream.configuration else { return nil }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: stream.configuration_count)
      var reader = unsafe ByteReader(FileBytes(Array(bytes)), part: "hvcC")
      return (try? HEVCConfiguration(&reader)).flatMap { HEVCLayers($0.units) }.flatMap(words)
    default: return nil
    }
  }

  /// Why HEVC of several layers is not read: what is shown without the others would be another picture.
  static func words(_ layers: HEVCLayers) -> String? {
    guard layers.count > 1 else { return nil }
    if layers.hasViews { return secondView }
    return layers.hasAuxiliaries ? "HEVC with an alpha layer or another auxiliary layer is not read" : nil
  }

  private static let secondView = "HEVC with a second view (MV-HEVC) is not read"

  private static let names = [
    "aprn": "ProRes RAW", "aprh": "ProRes RAW", "vvc1": "VVC", "vvi1": "VVC", "encv": "encrypted video",
    "lhv1": "HEVC in layers, whose base layer is another track,",
    "lhe1": "HEVC in layers, whose base layer is another track,",
  ]
}

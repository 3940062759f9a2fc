internal import HeadroomContainers
internal import HeadroomDisplay
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures

/// What is said of files, in the words of the command, which makes the same reports.
struct FileReports: Sendable {
  /// A file as its reports name it.
  struct NamedPicture: Sendable {
    let name: String
    let picture: StillPicture

    fileprivate var source: PictureSource { get throws(PictureError) { try PictureSource(picture, name: name) } }
  }

  private let renderer: PictureRenderer

  init(_ resources: JobResources) { renderer = PictureRenderer(resources) }

  /// What `headroom info --json --measure` prints.
  func report(on named: NamedPicture) throws -> String {
    let source = try named.source.measured
    var report = InfoReport(file: named.name, info: source.describedInfo)
    report.raw = RAWReport(source)
    report.measured = try renderer.measured(source.image(headroom: .infinity), file: named.name)
    return report.json.description
  }

  /// What `headroom compare --json` prints for a headroom.
  func comparison(of reference: NamedPicture, with candidate: NamedPicture, headroom: Double?) throws -> String {
    try PictureComparison(reference: reference.source, candidate: candidate.source, headroom: headroom)
      .report(renderer).description
  }

  /// The stops by which `headroom convert` exposes a file whose light is not relative to white; 0 for all others. Asked of
  /// files that say nothing of their brightness, whose pixels are measured for it.
  func automaticExposure(of named: NamedPicture) throws -> Double {
    let source = try named.source
    let image = source.image(headroom: .infinity)
    return SceneLight(meter: try renderer.light(image, file: named.name)).automaticStops(source.info)
  }

  /// What `headroom filters --json` prints.
  var filters: String { FilterReport(FilterRegistry.builtIn).json.description }
}

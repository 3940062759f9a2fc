internal import HeadroomContainers
internal import HeadroomDisplay
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures

/// Reports about files, the same as the command's.
struct FileReports: Sendable {
  /// A file with its name in reports.
  struct NamedPicture: Sendable {
    let name: String
    let picture: StillPicture

    fileprivate var source: PictureSource { get throws(PictureError) { try PictureSource(picture, name: name) } }
  }

  private let renderer: PictureRenderer

  init(_ resources: JobResources) { renderer = PictureRenderer(resources) }

  /// The output of `headroom info --json --measure`.
  func report(on named: NamedPicture) throws -> String {
    let source = try named.source.measured
    var report = InfoReport(file: named.name, info: source.describedInfo)
    report.raw = RAWReport(source)
    report.measured = try renderer.measured(source.image(headroom: .infinity), file: named.name)
    return report.json.description
  }

  /// The output of `headroom compare --json` for a headroom.
  func comparison(of reference: NamedPicture, with candidate: NamedPicture, headroom: Double?) throws -> String {
    try PictureComparison(reference: reference.source, candidate: candidate.source, headroom: headroom)
      .report(renderer).description
  }

  /// The stops by which `headroom convert` exposes a file whose light is not relative to white; 0 for all others. Used
  /// for files that do not state their brightness; their pixels are measured.
  func automaticExposure(of named: NamedPicture) throws -> Double {
    let source = try named.source
    let image = source.image(headroom: .infinity)
    return SceneLight(meter: try renderer.light(image, file: named.name)).automaticStops(source.info)
  }

  /// The output of `headroom filters --json`.
  var filters: String { FilterReport(FilterRegistry.builtIn).json.description }
}

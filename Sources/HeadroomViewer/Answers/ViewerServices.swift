internal import HeadroomPixels

/// The state that answers share: files, renderer, caches, and reports.
struct ViewerServices: Sendable {
  let library: ViewerLibrary
  let files: OpenFiles
  let reports: FileReports
  let renderer = ViewerRenderer()
  /// Half-float light by file, size and rectangle: read repeatedly by sliders, scopes and the inspector.
  let lights = RecentValues<PixelBitmap>(limit: 256 << 20)
  /// The tables that filters read beside pictures.
  let tables = FilterTables()
  /// Headrooms of filtered pictures.
  let headrooms = RecentValues<Double>(limit: 1 << 20)
  /// Answers that stay valid as long as a file has its version.
  let answers = RecentValues<ViewerResponse>(limit: 192 << 20)
}

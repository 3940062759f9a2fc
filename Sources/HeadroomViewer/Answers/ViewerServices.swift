internal import HeadroomPixels

/// What the answers share: the files, the renderer, what was made before, and reports.
struct ViewerServices: Sendable {
  let library: ViewerLibrary
  let files: OpenFiles
  let reports: FileReports
  let renderer = ViewerRenderer()
  /// Half-float light by file, size and rectangle: what sliders, scopes and the inspector look at again and again.
  let lights = RecentValues<PixelBitmap>(limit: 256 << 20)
  /// What filters read beside pictures.
  let tables = FilterTables()
  /// Headrooms of what filters make of a picture.
  let headrooms = RecentValues<Double>(limit: 1 << 20)
  /// Answers that stay true as long as a file has its version.
  let answers = RecentValues<ViewerResponse>(limit: 192 << 20)
}
